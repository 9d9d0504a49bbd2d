import { succeed, type Result } from '#shared/domain/result.ts';
import type { UploadRows } from '../../../workers/uploadRows/uploadRows.ts';
import { readBackRows, type AskForKeys } from './readBackRows.ts';
import { provenRootOf } from './rootOf.ts';

/** Taken from the rows at once: few enough to be held, many enough for some requests. */
const atOnce = { mostRows: 2_000, mostBytes: 8 * 1024 * 1024 };

/** Asks what the service holds for all rows that are ready, and hands it to the rows, which compare. */
export async function compareRows(options: {
  readonly rows: Pick<UploadRows, 'take' | 'setCompared'>;
  readonly ask: AskForKeys;
  readonly proceed: () => Promise<boolean>;
  /** So many more rows are compared. `root`: the last that a proof was for; null where there was none. */
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
