import { Button, Checkbox, Modal, Radio } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SendSettings, Upload, UploadCounts, UploadRowFilter } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { leftRowsWords } from '#shared/text/sendWords.ts';
import { uploadRowsOf, useUploadStep } from '../../../api/uploads.ts';
import { useActiveConnection } from '../../../state/appStore.ts';
import { useUploadView } from '../../../state/uploadStore.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import classes from './SendUpload.module.css';
import { ipc } from '../../../api/ipc.ts';

interface LeftRowsProps {
  readonly upload: Upload;
  readonly counts: UploadCounts;
}

/** What a run of sending left, and the way to send it in another one. */
export function LeftRows({ upload, counts }: LeftRowsProps) {
  const [isAsking, setAsking] = useState(false);
  const { readOnly } = useActiveConnection();
  const unsaved = useUploadView(upload.id).typed.size;
  const left = useQuery({
    queryKey: ['leftRows', upload.id, upload.revision],
    queryFn: () => countLeft(upload),
    placeholderData: (before: number | undefined) => before,
    gcTime: 10_000,
  });
  const { data: rows = 0 } = left;
  const { settings } = upload;
  const words = leftRowsWords(counts, rows);
  if (settings === null || (words === null && left.error === null)) return null;
  const obstacle = readOnly
    ? 'This connection is locked read-only.'
    : counts.statuses.blocked > 0
      ? `Fix or drop the ${countOf(counts.statuses.blocked, 'blocked row')} first.`
      : unsaved > 0
        ? `Save or undo what you typed into ${countOf(unsaved, 'row')} first.`
        : null;
  return (
    <>
      {left.error !== null && <ErrorNotice error={left.error} onRetry={() => void left.refetch()} />}
      <div className={classes.left}>
        <p className={classes.line}>{words}</p>
        {rows > 0 && (
          <Button
            size="compact-sm"
            leftSection={<IconSend size={15} aria-hidden />}
            disabled={obstacle !== null}
            onClick={() => setAsking(true)}
          >
            Send the {countOf(rows, 'row')} that {rows === 1 ? 'is' : 'are'} left…
          </Button>
        )}
        {rows > 0 && obstacle !== null && (
          <p className={classes.line} role="status">
            {obstacle}
          </p>
        )}
      </div>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={`Send ${countOf(rows, 'row')}?`}
        size={460}
      >
        <Choices upload={upload} rows={rows} before={settings} onClose={() => setAsking(false)} />
      </Modal>
    </>
  );
}

interface ChoicesProps {
  readonly upload: Upload;
  readonly rows: number;
  /** Those of the run before. */
  readonly before: SendSettings;
  readonly onClose: () => void;
}

function Choices({ upload, rows, before, onClose }: ChoicesProps) {
  const [onRefusal, setOnRefusal] = useState(before.onRefusal);
  const [verify, setVerify] = useState(before.verify);
  const send = useUploadStep(upload.connectionId, async (settings: SendSettings) => {
    await ipc.sendUpload({ uploadId: upload.id, settings });
    onClose();
  });
  return (
    <div className={classes.asking}>
      <p>
        Only these rows are sent, in batches of at most {countOf(before.batchAtoms, 'atom')}, each all or
        nothing. What is stored already is not sent again.
      </p>
      <Radio.Group
        label="When the service refuses a row"
        value={onRefusal}
        onChange={(value) => setOnRefusal(value === 'drop' ? 'drop' : 'ask')}
      >
        <Radio size="sm" mt={6} value="ask" label="Stop there and ask me" />
        <Radio size="sm" mt={6} value="drop" label="Leave the row out and go on" />
      </Radio.Group>
      <Checkbox
        size="sm"
        label="Read back and verify everything when it is sent"
        checked={verify}
        onChange={(event) => setVerify(event.currentTarget.checked)}
      />
      {send.isError && <ErrorNotice error={send.error} />}
      <div className={classes.answers} data-end>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={send.isPending}
          disabled={rows === 0}
          onClick={() => send.mutate({ ...before, onRefusal, verify })}
          data-autofocus
        >
          Send {countOf(rows, 'atom')}
        </Button>
      </div>
    </div>
  );
}

/** How many rows another run would send: what is ready and waits, or was not sent. */
async function countLeft({ id: uploadId, settings }: Upload): Promise<number> {
  const count = async (filter: UploadRowFilter): Promise<number> =>
    (await uploadRowsOf({ uploadId, filter: { ...filter, status: 'ready' } }, { from: 0, to: 0 })).total;
  const counts = await Promise.all(
    (['waiting', 'skipped'] as const).map(async (outcome) => {
      const all = await count({ outcome });
      return settings?.skipSame === true ? all - (await count({ outcome, comparison: 'same' })) : all;
    }),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}
