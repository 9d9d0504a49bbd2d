import type { UploadRowFilter } from '#shared/domain/upload.ts';
import type { UploadRows } from '../../../workers/uploadRows/uploadRows.ts';
import { outcomeReasons } from './outcomeReasons.ts';

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

/** What still waits when sending has ended is not sent any more. */
export async function skipRest(rows: Pick<UploadRows, 'rows' | 'setOutcomes'>): Promise<void> {
  for (const [standing, why] of notReady) {
    const left = await rowNumbers(rows, { standing, outcome: 'waiting' });
    if (left.length > 0) await rows.setOutcomes([{ rows: left, outcome: 'skipped', why, versions: null }]);
  }
  await rows.setOutcomes([
    { rows: 'waiting', outcome: 'skipped', why: outcomeReasons.stopped, versions: null },
  ]);
}

const notReady = [
  ['dropped', outcomeReasons.dropped],
  ['passed-over', outcomeReasons.passedOver],
  ['blocked', outcomeReasons.notReady],
] as const;
