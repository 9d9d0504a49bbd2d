import { Button, Modal } from '@mantine/core';
import type { Upload, UploadCounts } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { forgetSendView } from '../../../state/sendStore.ts';
import { forgetUploadView } from '../../../state/uploadStore.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import classes from './SendUpload.module.css';
import { ipc } from '../../../api/ipc.ts';

interface DoneModalProps {
  readonly upload: Upload;
  readonly counts: UploadCounts;
  /** A report of the rows as they are was saved. */
  readonly isSaved: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks before what is known of the rows is deleted. */
export function DoneModal({ upload, counts, isSaved, isOpen, onClose }: DoneModalProps) {
  const discard = useUploadStep(upload.connectionId, async (input: { readonly uploadId: string }) => {
    await ipc.discardUpload(input);
    forgetSendView(upload.id);
    forgetUploadView(upload.id);
  });
  const { unknown } = counts.outcomes;
  return (
    <Modal opened={isOpen} onClose={onClose} title="Done with this upload?" size={460}>
      <div className={classes.asking}>
        <p>
          Its rows, and what became of each, are deleted from this machine. What is stored in the memory stays
          there.
        </p>
        {unknown > 0 && (
          <p>
            What became of {countOf(unknown, 'row')} is still unknown: only this list names{' '}
            {unknown === 1 ? 'it' : 'them'}.
          </p>
        )}
        {!isSaved && <p>The outcome of the rows, as it is now, was not exported.</p>}
        {discard.isError && <ErrorNotice error={discard.error} />}
        <div className={classes.answers} data-end>
          <Button variant="subtle" color="gray" onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button
            {...(unknown > 0 && { color: 'red' })}
            loading={discard.isPending}
            onClick={() => discard.mutate({ uploadId: upload.id })}
          >
            Delete the rows
          </Button>
        </div>
      </div>
    </Modal>
  );
}
