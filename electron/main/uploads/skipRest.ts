import { rowStandings, type RowStanding, type UploadRowFilter } from '#shared/domain/upload.ts';
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
  for (const standing of rowStandings) {
    const left = await rowNumbers(rows, { standing, outcome: 'waiting' });
    if (left.length === 0) continue;
    await rows.setOutcomes([{ rows: left, outcome: 'skipped', why: reasons[standing], versions: null }]);
  }
}

const reasons: Readonly<Record<RowStanding, string>> = {
  ready: outcomeReasons.stopped,
  blocked: outcomeReasons.notReady,
  dropped: outcomeReasons.dropped,
  'passed-over': outcomeReasons.passedOver,
};
