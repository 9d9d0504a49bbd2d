import { Button, Modal } from '@mantine/core';
import type { Upload, UploadCounts } from '#shared/domain/upload.ts';
import { stopWords } from '#shared/text/sendWords.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import classes from './SendUpload.module.css';
import { ipc } from '../../../api/ipc.ts';

interface StopModalProps {
  readonly upload: Upload;
  readonly counts: UploadCounts;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks before an upload ends for good. */
export function StopModal({ upload, counts, isOpen, onClose }: StopModalProps) {
  const isAsked = upload.question !== null;
  const stop = useUploadStep(upload.connectionId, async (input: { readonly uploadId: string }) => {
    await (isAsked ? ipc.answerUpload({ ...input, answer: { kind: 'stop' } }) : ipc.stopUpload(input));
    onClose();
  });
  return (
    <Modal opened={isOpen} onClose={onClose} title="Stop this upload?" size={460}>
      <div className={classes.asking}>
        <p>{stopWords(counts)}</p>
        {stop.isError && <ErrorNotice error={stop.error} />}
        <div className={classes.answers} data-end>
          <Button variant="subtle" color="gray" onClick={onClose} data-autofocus>
            Go on sending
          </Button>
          <Button color="red" loading={stop.isPending} onClick={() => stop.mutate({ uploadId: upload.id })}>
            Stop for good
          </Button>
        </div>
      </div>
    </Modal>
  );
}
