import type { UploadRowFilter } from '#shared/domain/upload.ts';
import type { UploadRows } from '../../../workers/uploadRows/uploadRows.ts';
import { outcomeReasons } from './outcomeReasons.ts';
import { rowsOf, toRanges } from './rowRanges.ts';
import { skippedChanges, type JournalLine } from './uploadJournal.ts';

const atOnce = 1_000;

/** Numbers of all rows of a filter, ascending. */
export async function rowNumbers(
  rows: Pick<UploadRows, 'rows'>,
  filter: UploadRowFilter,
): Promise<readonly number[]> {
  const numbers: number[] = [];
  for (let from = 0; ; from += atOnce) {
    const { rows: found, total } = await rows.rows(filter, { from, to: from + atOnce });
    for (const { row } of found) numbers.push(row);
    if (found.length === 0 || from + atOnce >= total) return numbers;
  }
}

type Skipped = Extract<JournalLine, { readonly kind: 'ended' }>['skipped'];

/**
 * Rows that a send run leaves out are marked when it starts, so that only rows that will be sent count as
 * waiting.
 */
export async function leaveOut(
  rows: Pick<UploadRows, 'rows' | 'setOutcomes'>,
  note: (line: JournalLine) => Promise<void>,
): Promise<void> {
  for (const { rows: ranges, why } of await waitingButNotReady(rows)) {
    await note({ kind: 'left-out', rows: ranges, why });
    await rows.setOutcomes([{ rows: rowsOf(ranges), outcome: 'skipped', why, versions: null }]);
  }
}

/**
 * Rows that still wait when a send run has ended are not sent in it. Resolves to the entry for the journal.
 */
export async function skipRest(rows: Pick<UploadRows, 'rows' | 'setOutcomes'>): Promise<Skipped> {
  const skipped = await waitingButNotReady(rows);
  await rows.setOutcomes(skippedChanges(skipped));
  return skipped;
}

async function waitingButNotReady(rows: Pick<UploadRows, 'rows'>): Promise<Skipped> {
  const skipped: Skipped[number][] = [];
  for (const [status, why] of notReady) {
    const left = await rowNumbers(rows, { status, outcome: 'waiting' });
    if (left.length > 0) skipped.push({ rows: toRanges(left), why });
  }
  return skipped;
}

const notReady = [
  ['dropped', outcomeReasons.dropped],
  ['passed-over', outcomeReasons.passedOver],
  ['blocked', outcomeReasons.notReady],
] as const;
