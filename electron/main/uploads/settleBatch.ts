import type { AtomReading } from '#shared/domain/atom.ts';
import type { UploadQuestion } from '#shared/domain/upload.ts';
import type { Result } from '#shared/domain/result.ts';
import type { TakenRows } from '../../../workers/uploadRows/uploadRows.ts';
import { readBackRows, type AskForKeys } from './readBackRows.ts';

type Rows = TakenRows['rows'];

/** What reading back shows of a batch whose answer was lost. */
export type Settlement =
  | { readonly kind: 'stored' }
  | { readonly kind: 'not-stored' }
  | { readonly kind: 'mixed'; readonly found: Found }
  /** It could not be read. */
  | { readonly kind: 'unread' };

type Found = Extract<UploadQuestion, { readonly kind: 'unsettled-batch' }>['found'];

/** A request that was lost here may still be at work there. */
const settleRestMs = 2_000;

/**
 * Finds out by reading whether a batch is stored. A batch is atomic: all its rows have their values, or none has. What is
 * not so is looked at once more after a rest; rows that had their value before it was sent tell nothing.
 *
 * @param hadBefore numbers of those rows
 */
export async function settleBatch(options: {
  readonly rows: Rows;
  readonly hadBefore: ReadonlySet<number>;
  readonly ask: AskForKeys;
  readonly rest: (ms: number) => Promise<void>;
}): Promise<Settlement> {
  const first = await look(options);
  if (!first.ok) return { kind: 'unread' };
  if (first.value.kind === 'stored') return first.value;
  await options.rest(settleRestMs);
  const second = await look(options);
  return second.ok ? second.value : { kind: 'unread' };
}

async function look(options: {
  readonly rows: Rows;
  readonly hadBefore: ReadonlySet<number>;
  readonly ask: AskForKeys;
}): Promise<Result<Settlement>> {
  const all = { same: 0, other: 0, missing: 0 };
  const telling = { yes: 0, no: 0 };
  const read = await readBackRows({
    rows: options.rows,
    ask: options.ask,
    take: (found) => {
      for (const { row, value, atom } of found) {
        const state = stateOf(atom, value);
        if (state === 'refused') continue;
        all[state] += 1;
        // Without its value it is not stored, whatever was there before.
        if (state === 'same' && options.hadBefore.has(row)) continue;
        if (state === 'same') telling.yes += 1;
        else telling.no += 1;
      }
    },
  });
  if (!read.ok) return read;
  return { ok: true, value: settlementOf(telling, all, options.rows.length) };
}

function settlementOf(telling: { yes: number; no: number }, found: Found, rows: number): Settlement {
  if (found.same === rows) return { kind: 'stored' };
  if (telling.yes > 0 && telling.no === 0) return { kind: 'stored' };
  if (telling.no > 0 && telling.yes === 0) return { kind: 'not-stored' };
  return { kind: 'mixed', found };
}

function stateOf(atom: AtomReading | null | 'refused', value: string): keyof Found | 'refused' {
  if (atom === null) return 'missing';
  if (atom === 'refused') return 'refused';
  return atom.value === value ? 'same' : 'other';
}
