import { Group } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SendSettings, Upload, UploadRowFilter } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { leftRowsWords } from '#shared/text/sendWords.ts';
import { ipc } from '../../../api/ipc.ts';
import { uploadRowsOf, useUploadStep, type CountedUpload } from '../../../api/uploads.ts';
import { useActiveConnection } from '../../../state/appStore.ts';
import { useUploadView } from '../../../state/uploadStore.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { RefusalChoice, VerifyChoice } from './SendChoices.tsx';

/** The rows that are not stored after sending, and a button that sends them. */
export function LeftRows({ upload, counts }: CountedUpload) {
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
    ? 'This connection is read-only.'
    : counts.statuses.blocked > 0
      ? `Fix or skip ${countOf(counts.statuses.blocked, 'blocked row')} first.`
      : unsaved > 0
        ? `Save or undo your edits in ${countOf(unsaved, 'row')} first.`
        : null;
  return (
    <>
      {left.error !== null && <ErrorNotice error={left.error} onRetry={() => void left.refetch()} />}
      <Group gap="md">
        <p>{words}</p>
        {rows > 0 && (
          <SmallButton
            variant="filled"
            icon={IconSend}
            disabled={obstacle !== null}
            onClick={() => setAsking(true)}
          >
            Send {countOf(rows, 'remaining row')}…
          </SmallButton>
        )}
        {rows > 0 && obstacle !== null && <p role="status">{obstacle}</p>}
      </Group>
      {isAsking && (
        <SendLeftDialog upload={upload} rows={rows} before={settings} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

interface SendLeftDialogProps {
  readonly upload: Upload;
  readonly rows: number;
  /** The settings of the previous run. */
  readonly before: SendSettings;
  readonly onClose: () => void;
}

function SendLeftDialog({ upload, rows, before, onClose }: SendLeftDialogProps) {
  const [onRefusal, setOnRefusal] = useState(before.onRefusal);
  const [verify, setVerify] = useState(before.verify);
  const send = useUploadStep(upload.connectionId, (settings: SendSettings) =>
    ipc.sendUpload({ uploadId: upload.id, settings }),
  );
  return (
    <FormDialog
      title={`Send ${countOf(rows, 'row')}?`}
      action={`Send ${countOf(rows, 'atom')}`}
      size={460}
      isDisabled={rows === 0}
      isActionFocused
      onSubmit={() => send.mutateAsync({ ...before, onRefusal, verify })}
      onClose={onClose}
    >
      <p>
        Only these rows are sent, in batches of at most {countOf(before.batchAtoms, 'atom')}. Each batch is
        all or nothing. Rows that are already stored are not sent again.
      </p>
      <RefusalChoice value={onRefusal} onChange={setOnRefusal} />
      <VerifyChoice value={verify} onChange={setVerify} />
    </FormDialog>
  );
}

/** How many rows another run would send: ready rows that are waiting or were skipped. */
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
