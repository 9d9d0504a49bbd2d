import { succeed, type Result } from '#shared/domain/result.ts';
import type { UploadRows } from '../../../workers/uploadRows/uploadRows.ts';
import { readBackRows, type RequestKeys } from './readBackRows.ts';
import { provenRootOf } from './rootOf.ts';

/** Rows to read at once: few enough to hold in memory, many enough for several requests. */
const atOnce = { mostRows: 2_000, mostBytes: 8 * 1024 * 1024 };

/** Requests the service's values for all ready rows, and passes them to the rows for comparison. */
export async function compareRows(options: {
  readonly rows: Pick<UploadRows, 'take' | 'setCompared'>;
  readonly ask: RequestKeys;
  readonly proceed: () => Promise<boolean>;
  /** Number of further rows compared. `root`: the last root with a proof; null if there was none. */
  readonly report: (rows: number, root: string | null) => void;
}): Promise<Result<null>> {
  for (let from: number | null = 0; from !== null;) {
    if (!(await options.proceed())) return succeed(null);
    const taken = await options.rows.take({ ...atOnce, from, outcomes: ['waiting'], skipSame: false });
    const read = await readBackRows({
      rows: taken.rows,
      ask: options.ask,
      take: async (found) => {
        await options.rows.setCompared(
          found.map(({ row, atom }) => ({
            row,
            stored: atom === null || atom === 'refused' ? atom : { version: atom.version, value: atom.value },
          })),
        );
        const roots = found.map(({ atom }) => provenRootOf(atom)).filter((root) => root !== null);
        options.report(found.length, roots.at(-1) ?? null);
      },
    });
    if (!read.ok) return read;
    from = taken.next;
  }
  return succeed(null);
}
