import type { AppError } from '#shared/domain/appError.ts';
import type { AtomReading, BatchReading } from '#shared/domain/atom.ts';
import type { Result } from '#shared/domain/result.ts';
import type { TakenRows } from './rows/uploadRows.ts';
import { readInBatches } from '../reading/runs/readInBatches.ts';

type Row = TakenRows['rows'][number];

/** What the service holds for a row. */
export interface FoundRow extends Row {
  /** null: it does not have the key. `refused`: it refused the request, or its response does not say what it has. */
  readonly atom: AtomReading | null | 'refused';
}

/** Batch recall of keys, with the failures that the caller handles. */
export type RequestKeys = (
  keys: readonly string[],
  expects: (error: AppError) => boolean,
) => Promise<Result<BatchReading>>;

/**
 * Requests the service's values for rows, and passes them on in batches.
 *
 * @param atOnce keys in the first request; fewer if the service refuses that many
 */
export function readBackRows(options: {
  readonly rows: readonly Row[];
  readonly ask: RequestKeys;
  readonly atOnce?: number;
  readonly take: (found: readonly FoundRow[]) => Promise<void> | void;
}): Promise<Result<null>> {
  const rowOf = new Map(options.rows.map((row) => [row.key, row]));
  return readInBatches({
    keys: [...rowOf.keys()],
    ask: options.ask,
    ...(options.atOnce !== undefined && { firstSize: options.atOnce }),
    before: async () => [],
    take: ({ keys, reading }) => {
      const found = reading === null ? new Map<string, FoundRow['atom']>() : foundIn(reading);
      return options.take(
        keys.flatMap((key) => {
          const row = rowOf.get(key);
          const atom = found.get(key);
          return row === undefined ? [] : [{ ...row, atom: atom === undefined ? 'refused' : atom }];
        }),
      );
    },
  });
}

/** Another key's atom in the place of a key says nothing about it, and neither do copies that differ. */
function foundIn({ atoms, missing }: BatchReading): ReadonlyMap<string, FoundRow['atom']> {
  const found = new Map<string, FoundRow['atom']>(missing.map((key) => [key, null]));
  for (const atom of atoms) {
    const other = found.get(atom.key);
    const isOne = other === undefined || (other !== null && other !== 'refused' && isSameAtom(other, atom));
    found.set(atom.key, isOne ? atom : 'refused');
  }
  return found;
}

function isSameAtom(one: AtomReading, other: AtomReading): boolean {
  return one.value === other.value && one.version === other.version;
}
