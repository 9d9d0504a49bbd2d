import { succeed, type Result } from '#shared/domain/result.ts';
import type { UploadAnswer, UploadQuestion, UploadRowInFull } from '#shared/domain/upload.ts';
import { refusals } from './uploadRefusals.ts';
import type { UploadSession } from './uploadSession.ts';

/** Answers what the job of an upload asks, if the answer fits; a fixed row must be one that can be sent. */
export async function answerQuestion(
  { question: open, rows }: UploadSession,
  answer: UploadAnswer,
): Promise<Result<null>> {
  if (open === null || !fits(open.question, answer)) return refusals.notAsked;
  if (answer.kind === 'fix' && open.question.kind === 'refused-row') {
    const { row } = open.question.row;
    const before = await rows.row(row);
    const fixed = await rows.change(row, answer);
    if (before === null || fixed === null) return refusals.noSuchRow;
    if (fixed.status !== 'ready') {
      // Unsettled, it would keep others with its key from being sent, and would itself be skipped after a
      // restart.
      await putBack(rows, before);
      return refusals.notReady(fixed);
    }
  }
  open.answer(answer);
  return succeed(null);
}

async function putBack(rows: UploadSession['rows'], before: UploadRowInFull): Promise<void> {
  const selection = { kind: 'rows', rows: [before.row] } as const;
  if (before.edited) await rows.change(before.row, before);
  else await rows.revert(selection);
  if (before.allowed) await rows.allow(selection, true);
}

function fits(question: UploadQuestion, answer: UploadAnswer): boolean {
  switch (answer.kind) {
    case 'drop':
    case 'fix':
      return question.kind === 'refused-row';
    case 'search':
      return question.kind === 'refused-batch';
    case 'leave':
      return question.kind !== 'refused-row';
    case 'send-again':
      return question.kind === 'unsettled-batch';
    case 'stop':
      return true;
  }
}
