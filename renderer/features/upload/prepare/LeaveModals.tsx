import type { Upload } from '#shared/domain/upload.ts';
import { countOf, listWords, quoteText } from '#shared/text/phrases.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { leaveUploadRows, useUploadView } from '../../../state/uploadStore.ts';
import { AskFirst } from './AskFirst.tsx';
import { useDiscardUpload } from './useDiscardUpload.ts';

interface LeaveModalProps {
  readonly upload: Upload;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks before what was done to the rows is given up for another mapping. */
export function RemapModal({ upload, isOpen, onClose }: LeaveModalProps) {
  const remap = useUploadStep(upload.connectionId, async (input: { readonly uploadId: string }) => {
    const answer = await window.atomExplorer.remapUpload(input);
    if (answer.ok) leaveUploadRows(upload.id);
    return answer;
  });
  const lost = useLostWork(upload);
  return (
    <AskFirst
      title="Go back to the mapping?"
      isOpen={isOpen}
      onClose={onClose}
      verb="Go back"
      isPending={remap.isPending}
      error={remap.error}
      onYes={() => remap.mutate({ uploadId: upload.id })}
    >
      <p>
        All rows will be made and checked anew, and what you decided about them begins anew, too.
        {lost !== null && ` Lost would be: ${lost}.`}
      </p>
    </AskFirst>
  );
}

/** Asks before the upload is given up. */
export function DiscardModal({ upload, isOpen, onClose }: LeaveModalProps) {
  const discard = useDiscardUpload(upload);
  const lost = useLostWork(upload);
  return (
    <AskFirst
      title="Discard this upload?"
      isOpen={isOpen}
      onClose={onClose}
      verb="Discard"
      isPending={discard.isPending}
      error={discard.error}
      onYes={() => discard.mutate({ uploadId: upload.id })}
    >
      <p>
        The rows of {quoteText(upload.file.name)} are deleted from this app. Your file stays as it is, and
        nothing was sent.{lost !== null && ` Lost would be: ${lost}.`}
      </p>
    </AskFirst>
  );
}

/** What the user did to the rows, in words; null where that is nothing. */
function useLostWork({ id, counts }: Upload): string | null {
  const { typed } = useUploadView(id);
  const work = [
    ...((counts?.edited ?? 0) > 0 ? [countOf(counts?.edited ?? 0, 'edited row')] : []),
    ...((counts?.statuses.dropped ?? 0) > 0 ? [countOf(counts?.statuses.dropped ?? 0, 'dropped row')] : []),
    ...(typed.size > 0 ? [`unsaved changes in ${countOf(typed.size, 'row')}`] : []),
  ];
  return work.length === 0 ? null : listWords(work);
}
