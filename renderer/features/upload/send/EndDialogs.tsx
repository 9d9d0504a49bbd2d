import type { Upload, UploadCounts } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { stopWords } from '#shared/text/sendWords.ts';
import { ipc } from '../../../api/ipc.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { forgetSendView } from '../../../state/sendStore.ts';
import { forgetUploadView } from '../../../state/uploadStore.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';

interface StopDialogProps {
  readonly upload: Upload;
  readonly counts: UploadCounts;
  readonly onClose: () => void;
}

/** Asks before sending stops. */
export function StopDialog({ upload, counts, onClose }: StopDialogProps) {
  const uploadId = upload.id;
  const stop = useUploadStep(upload.connectionId, () =>
    upload.question === null
      ? ipc.stopUpload({ uploadId })
      : ipc.answerUpload({ uploadId, answer: { kind: 'stop' } }),
  );
  return (
    <ConfirmDialog
      title="Stop this upload?"
      action="Stop upload"
      cancel="Keep sending"
      onConfirm={() => stop.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>{stopWords(counts)}</p>
    </ConfirmDialog>
  );
}

interface DeleteDialogProps extends StopDialogProps {
  /** The current outcomes were exported. */
  readonly isSaved: boolean;
}

/** Asks before the rows and their outcomes are deleted. */
export function DeleteDialog({ upload, counts, isSaved, onClose }: DeleteDialogProps) {
  const discard = useUploadStep(upload.connectionId, async () => {
    await ipc.discardUpload({ uploadId: upload.id });
    forgetSendView(upload.id);
    forgetUploadView(upload.id);
  });
  const { unknown } = counts.outcomes;
  return (
    <ConfirmDialog
      title="Delete the rows of this upload?"
      action="Delete rows"
      cancel="Keep"
      onConfirm={() => discard.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>
        This deletes the rows and their outcomes from this computer. Atoms that were stored stay in the
        memory.
      </p>
      {unknown > 0 && (
        <p>
          The outcome of {countOf(unknown, 'row')} is still unknown. This list is the only record of{' '}
          {unknown === 1 ? 'it' : 'them'}.
        </p>
      )}
      {!isSaved && <p>The current outcomes have not been exported.</p>}
    </ConfirmDialog>
  );
}
