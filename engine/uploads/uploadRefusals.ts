import { fail, type Result } from '#shared/domain/result.ts';
import type { UploadRow } from '#shared/domain/upload.ts';
import type { UnusableChoice } from '#shared/text/replacing.ts';

/** Why something cannot be done with an upload now. */
export const refusals = {
  gone: refuse('uploadId', 'This upload no longer exists.'),
  notNow: refuse('uploadId', 'The upload has moved to another step.'),
  notChosen: refuse('fileId', 'This file was chosen too long ago. Choose it again.'),
  underWay: refuse('connectionId', 'This connection already has an upload. Finish or discard it first.'),
  notAsked: refuse('answer', 'This question was already answered.'),
  noSuchRow: refuse('row', 'This row does not exist.'),
  notLeft: refuse('row', 'This row was stored or may have been stored, so it can no longer be changed.'),
  nothingToSend: refuse('rows', 'No rows are left to send.'),
  noPrevious: refuse(
    'writeId',
    'The values before this write are no longer kept, cannot be opened, or were read from another address than the connection has now.',
  ),
  comparedElsewhere: refuse(
    'rows',
    'The address of this connection changed after the rows were compared. Compare all rows again.',
  ),
  stillSending: refuse('uploadId', 'The upload is sending. Stop it first.'),
  blocked: (count: number) =>
    refuse(
      'rows',
      count === 1
        ? '1 row cannot be sent as it is. Fix, skip, or allow it first.'
        : `${String(count)} rows cannot be sent as they are. Fix, skip, or allow them first.`,
    ),
  tooLong: (place: number) =>
    refuse(
      'replace',
      `The new text of line or item ${String(place)} would be too long. Nothing was replaced.`,
    ),
  unusableText: ({ field, why }: UnusableChoice) => refuse(field, why),
  tooLateToUndo: refuse('undoId', 'This replacement can no longer be undone.'),
  notReady: ({ problems }: UploadRow) =>
    refuse('row', `The edited row still cannot be sent: ${problems.join(', ')}.`),
  tooLarge: (name: string) =>
    fail({
      code: 'file_failed',
      failure: 'too-large',
      path: name,
      message: 'The file is too large.',
      requestId: null,
    }),
} as const;

function refuse(field: string, message: string): Result<never> {
  return fail({ code: 'invalid_input', field, message, requestId: null });
}
