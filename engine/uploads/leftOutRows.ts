import type { UploadRowFilter } from '#shared/domain/upload.ts';
import type { UploadRows } from './rows/uploadRows.ts';
import { outcomeReasons } from './rows/outcomeReasons.ts';
import { toRanges } from './rows/rowRanges.ts';
import type { SendEvent } from './rows/sendEvents.ts';

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

/** Rows that wait but are not ready to be sent, and why. A send run leaves them out. */
export async function leftOut(
  rows: Pick<UploadRows, 'rows'>,
): Promise<Extract<SendEvent, { readonly kind: 'ended' }>['skipped']> {
  const left = [];
  for (const [status, why] of notReady) {
    const numbers = await rowNumbers(rows, { status, outcome: 'waiting' });
    if (numbers.length > 0) left.push({ rows: toRanges(numbers), why });
  }
  return left;
}

const notReady = [
  ['dropped', outcomeReasons.dropped],
  ['passed-over', outcomeReasons.passedOver],
  ['blocked', outcomeReasons.notReady],
] as const;
