import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { ReplacedRows, RowReplacement } from '#shared/domain/uploadReplace.ts';
import { createReplacer } from '#shared/text/replacing.ts';
import { fileFailed } from '../storage/userFiles/userFiles.ts';
import { refusals } from './uploadRefusals.ts';
import { recordEvents, type UploadSession } from './uploadSession.ts';
import type { UploadControl, UploadWork } from './uploadWork.ts';

/** Starts replacing a text in rows: in all of them or, if it is canceled or fails, in none. */
export function startReplacing(
  work: Pick<UploadWork, 'start'>,
  held: UploadSession,
  replacement: RowReplacement,
): Promise<Result<ReplacedRows>> {
  let result: Result<ReplacedRows> = fail({
    code: 'internal',
    message: 'Replacing failed.',
    requestId: null,
  });
  work.start(held, 'replace', { total: null, done: 0, batches: 0 }, false, async (control, report) => {
    try {
      result = await replace(held, replacement, control, report);
    } catch (error) {
      // Such as a full disk. Nothing counts that was not adopted.
      if (!(error instanceof Error && 'code' in error)) throw error;
      result = fileFailed(error, 'The log of the upload');
    }
    return succeed(null);
  });
  const ended = held.job?.ended ?? Promise.resolve();
  return ended.then(() => result);
}

async function replace(
  held: UploadSession,
  replacement: RowReplacement,
  control: UploadControl,
  report: Parameters<Parameters<UploadWork['start']>[4]>[1],
): Promise<Result<ReplacedRows>> {
  const { rows, gone } = held;
  let changed = 0;
  let occurrences = 0;
  for (let from: number | null = 0; from !== null;) {
    if (!(await control.proceed())) return canceled;
    const some = await rows.prepareReplacement(replacement, from);
    if (some.tooLong !== null) return refusals.tooLong(some.tooLong);
    changed += some.rows;
    occurrences += some.occurrences;
    report({ done: some.done, total: some.total });
    from = some.next;
  }
  if (changed === 0) return succeed({ rows: 0, occurrences: 0, undoId: null });
  if (control.signal.aborted) return canceled;
  // First, so that no row is shown as refused with a text that was not sent.
  if (held.sent !== null) await recordEvents(held, { kind: 'again', rows: await rows.preparedRows() });
  const undoId = await rows.adoptReplacement();
  // It is no longer canceled: what the app does not finish before it closes, it does when it opens the rows again.
  let first = 0;
  for (let left = 1; left > 0 && !gone.signal.aborted;) {
    left = await rows.applyReplacement();
    first = Math.max(first, left);
    report({ batches: 1, total: changed, done: Math.round(changed * (1 - left / Math.max(1, first))) });
  }
  return succeed({ rows: changed, occurrences, undoId });
}

const canceled: Result<never> = fail({
  code: 'cancelled',
  message: 'Nothing was replaced.',
  requestId: null,
});

/** Why a text cannot be replaced; null if it can. */
export function replacementRefusal(replacement: RowReplacement): Result<never> | null {
  const made = createReplacer({ ...replacement, isExpression: false });
  return typeof made === 'function' ? null : refusals.unusableText(made);
}
