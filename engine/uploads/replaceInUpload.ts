import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { ReplacedRows, RowReplacement } from '#shared/domain/uploadReplace.ts';
import { createReplacer } from '#shared/text/replacing.ts';
import { fileFailed } from '../storage/userFiles/userFiles.ts';
import { refusals } from './uploadRefusals.ts';
import type { UploadSession } from './uploadSession.ts';
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
  { rows, gone }: UploadSession,
  replacement: RowReplacement,
  control: UploadControl,
  report: Parameters<Parameters<UploadWork['start']>[4]>[1],
): Promise<Result<ReplacedRows>> {
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
  const undoId = await rows.adoptReplacement();
  // It is no longer canceled: what the app does not finish before it closes, it does when it opens the rows again.
  while (!gone.signal.aborted && (await rows.applyReplacement()) > 0);
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
