import { succeed, type Result } from '#shared/domain/result.ts';
import type { ReadBack, UploadVerification } from '#shared/domain/upload.ts';
import type { UploadRows } from './rows/uploadRows.ts';
import { readBackRows, type RequestKeys, type FoundRow } from './readBackRows.ts';
import { rootOf } from './rootOf.ts';

/**
 * Rows that are read back in one request, so that all proofs are from one snapshot, unless the service
 * refuses that many.
 */
const mostInOne = { mostRows: 5_000, mostBytes: 16 * 1024 * 1024 };
const usual = { mostRows: 2_000, mostBytes: 8 * 1024 * 1024 };

/**
 * Reads back stored rows, and reports for each whether the service holds its value, with the verdict on its
 * proof.
 */
export async function verifyRows(options: {
  readonly rows: Pick<UploadRows, 'take' | 'counts'>;
  readonly ask: RequestKeys;
  readonly proceed: () => Promise<boolean>;
  /** Keeps what was read. Called before `take`. */
  readonly log: (found: readonly FoundRow[]) => Promise<void>;
  /** Resolves when it is saved. */
  readonly take: (found: readonly ReadBackRow[]) => Promise<void>;
  readonly now: () => number;
}): Promise<Result<UploadVerification | null>> {
  const { outcomes } = await options.rows.counts();
  const mayFitOne = outcomes.stored + outcomes.same <= mostInOne.mostRows;
  const roots = new Set<string>();
  let requests = 0;
  let unproven = 0;
  for (let from: number | null = 0; from !== null;) {
    if (!(await options.proceed())) return succeed(null);
    const taken = await options.rows.take({
      ...(mayFitOne ? mostInOne : usual),
      from,
      outcomes: ['stored', 'same'],
      skipSame: false,
    });
    const read = await readBackRows({
      rows: taken.rows,
      ...(mayFitOne && { atOnce: mostInOne.mostRows }),
      ask: (keys, expects) => {
        requests += 1;
        return options.ask(keys, expects);
      },
      take: async (found) => {
        for (const { atom } of found) {
          if (atom === null || atom === 'refused') continue;
          // A failed proof shows nothing under its root.
          const root = atom.verdict.status === 'red' ? null : rootOf(atom);
          if (root === null) unproven += 1;
          else roots.add(root);
        }
        await options.log(found);
        await options.take(found.map((one) => ({ row: one.row, ...readBackOf(one) })));
      },
    });
    if (!read.ok) return read;
    from = taken.next;
  }
  return succeed({ at: options.now(), roots: [...roots], unproven, requests });
}

export interface ReadBackRow {
  readonly row: number;
  readonly readBack: ReadBack;
  /** Of the value that was sent; null if it was not read back, its proof fails, or it came without one. */
  readonly version: number | null;
}

function readBackOf({ value, atom }: FoundRow): Omit<ReadBackRow, 'row'> {
  if (atom === null) return { readBack: 'missing', version: null };
  if (atom === 'refused') return { readBack: 'refused', version: null };
  if (atom.value !== value) return { readBack: 'other', version: null };
  const { status } = atom.verdict;
  return { readBack: status, version: status === 'red' ? null : atom.version };
}
