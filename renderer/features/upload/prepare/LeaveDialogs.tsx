import type { Upload } from '#shared/domain/upload.ts';
import { countOf, listWords, quoteText } from '#shared/text/phrases.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { leaveUploadRows, useUploadView } from '../../../state/uploadStore.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useDiscardUpload } from './useDiscardUpload.ts';
import { ipc } from '../../../api/ipc.ts';

interface LeaveDialogProps {
  readonly upload: Upload;
  readonly onClose: () => void;
}

/** Asks before the rows are made again with another mapping. */
export function RemapDialog({ upload, onClose }: LeaveDialogProps) {
  const remap = useUploadStep(upload.connectionId, async (input: { readonly uploadId: string }) => {
    await ipc.remapUpload(input);
    leaveUploadRows(upload.id);
  });
  const lost = useLostWork(upload);
  return (
    <ConfirmDialog
      title="Go back to the mapping?"
      onClose={onClose}
      action="Go back"
      onConfirm={() => remap.mutateAsync({ uploadId: upload.id })}
    >
      <p>
        All rows are read from the file and checked again. Your decisions about rows are reset.
        {lost !== null && ` You will lose: ${lost}.`}
      </p>
    </ConfirmDialog>
  );
}

/** Asks before the upload is discarded. */
export function DiscardDialog({ upload, onClose }: LeaveDialogProps) {
  const discard = useDiscardUpload(upload);
  const lost = useLostWork(upload);
  return (
    <ConfirmDialog
      title="Discard this upload?"
      onClose={onClose}
      action="Discard"
      onConfirm={() => discard.mutateAsync({ uploadId: upload.id })}
    >
      <p>
        The rows of {quoteText(upload.file.name)} are deleted from this app. Your file does not change, and
        nothing was sent to the service.{lost !== null && ` You will lose: ${lost}.`}
      </p>
    </ConfirmDialog>
  );
}

/** The user's changes to the rows, in words; null if there are none. */
function useLostWork({ id, counts }: Upload): string | null {
  const { typed } = useUploadView(id);
  const work = [
    ...((counts?.edited ?? 0) > 0 ? [countOf(counts?.edited ?? 0, 'edited row')] : []),
    ...((counts?.statuses.dropped ?? 0) > 0 ? [countOf(counts?.statuses.dropped ?? 0, 'skipped row')] : []),
    ...(typed.size > 0 ? [`unsaved changes in ${countOf(typed.size, 'row')}`] : []),
  ];
  return work.length === 0 ? null : listWords(work);
}
