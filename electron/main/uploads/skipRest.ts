import type { UploadRowFilter } from '#shared/domain/upload.ts';
import type { UploadRows } from '../../../workers/uploadRows/uploadRows.ts';
import { outcomeReasons } from './outcomeReasons.ts';
import { toRanges } from './rowRanges.ts';
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

/** What still waits when a run of sending has ended is not sent in it. Resolves to what the journal is to tell of it. */
export async function skipRest(rows: Pick<UploadRows, 'rows' | 'setOutcomes'>): Promise<Skipped> {
  const skipped: Skipped[number][] = [];
  for (const [standing, why] of notReady) {
    const left = await rowNumbers(rows, { standing, outcome: 'waiting' });
    if (left.length > 0) skipped.push({ rows: toRanges(left), why });
  }
  await rows.setOutcomes(skippedChanges(skipped));
  return skipped;
}

const notReady = [
  ['dropped', outcomeReasons.dropped],
  ['passed-over', outcomeReasons.passedOver],
  ['blocked', outcomeReasons.notReady],
] as const;
