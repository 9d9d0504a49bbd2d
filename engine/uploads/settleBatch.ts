import type { AtomReading } from '#shared/domain/atom.ts';
import type { UploadQuestion } from '#shared/domain/upload.ts';
import type { Result } from '#shared/domain/result.ts';
import type { TakenRows } from './rows/uploadRows.ts';
import { isCredible } from '../writing/attempt.ts';
import { readBackRows, type RequestKeys } from './readBackRows.ts';

type Rows = TakenRows['rows'];

/** What reading back shows about a batch whose response was lost. */
export type Settlement =
  /** `versions`: of the rows that were read back with their value; by their number. */
  | { readonly kind: 'stored'; readonly versions: ReadonlyMap<number, number | null> }
  | { readonly kind: 'not-stored' }
  /** `contradicted`: numbers of the rows whose value was found with a proof that fails. */
  | { readonly kind: 'mixed'; readonly found: Found; readonly contradicted: ReadonlySet<number> }
  /** It could not be read. */
  | { readonly kind: 'unread' };

type Found = Extract<UploadQuestion, { readonly kind: 'unsettled-batch' }>['found'];

/** A lost request may still be at work on the service. */
const settleRestMs = 2_000;

interface SettleOptions {
  readonly rows: Rows;
  /** Numbers of rows that had their value before the batch was sent. */
  readonly hadBefore: ReadonlySet<number>;
  /** Whether the atom of a row is known to have had this version before the batch was sent. */
  readonly isUnchanged: (row: number, version: number | null) => Promise<boolean>;
  readonly ask: RequestKeys;
  readonly rest: (ms: number) => Promise<void>;
}

/**
 * Determines by reading whether a batch is stored. A batch is atomic: either all its rows have their values
 * or none has. A mixed result is read once more after a pause. Rows that had their value before prove
 * nothing; nor does another value, unless it is known to be the earlier one: someone else may have stored it
 * over ours. A reading that its own proof contradicts settles nothing, for any of the rows.
 */
export async function settleBatch(options: SettleOptions): Promise<Settlement> {
  const first = await look(options);
  if (!first.ok) return { kind: 'unread' };
  if (first.value.kind === 'stored') return first.value;
  await options.rest(settleRestMs);
  const second = await look(options);
  return second.ok ? second.value : { kind: 'unread' };
}

async function look(options: SettleOptions): Promise<Result<Settlement>> {
  const all = { same: 0, contradicted: 0, other: 0, missing: 0 };
  const contradicted = new Set<number>();
  const versions = new Map<number, number | null>();
  /** `maybe`: rows that have another value, and it is unknown since when. `red`: rows whose proof fails. */
  const telling = { yes: 0, no: 0, maybe: 0, red: 0 };
  const read = await readBackRows({
    rows: options.rows,
    ask: options.ask,
    take: async (found) => {
      for (const { row, value, atom } of found) {
        if (atom === 'refused') continue;
        const state = stateOf(atom, value);
        all[state] += 1;
        if (state === 'contradicted') contradicted.add(row);
        if (state === 'same') versions.set(row, atom?.version ?? null);
        if (atom !== null && !isCredible(atom)) {
          telling.red += 1;
          continue;
        }
        if (state === 'missing') telling.no += 1;
        else if (state === 'same') telling.yes += options.hadBefore.has(row) ? 0 : 1;
        // One row with its earlier value decides for all.
        else if (telling.no > 0) telling.maybe += 1;
        else if (await options.isUnchanged(row, atom?.version ?? null)) telling.no += 1;
        else telling.maybe += 1;
      }
    },
  });
  if (!read.ok) return read;
  const settled = telling.red > 0 ? null : outcomeOf(telling, all, options.rows.length);
  if (settled === 'stored') return { ok: true, value: { kind: settled, versions } };
  if (settled === 'not-stored') return { ok: true, value: { kind: settled } };
  return { ok: true, value: { kind: 'mixed', found: all, contradicted } };
}

function outcomeOf(
  telling: { readonly yes: number; readonly no: number; readonly maybe: number },
  found: Found,
  rows: number,
): 'stored' | 'not-stored' | null {
  if (found.same === rows) return 'stored';
  if (telling.yes > 0 && telling.no === 0 && telling.maybe === 0) return 'stored';
  if (telling.no > 0 && telling.yes === 0) return 'not-stored';
  return null;
}

function stateOf(atom: AtomReading | null, value: string): keyof Found {
  if (atom === null) return 'missing';
  if (atom.value !== value) return 'other';
  return isCredible(atom) ? 'same' : 'contradicted';
}
