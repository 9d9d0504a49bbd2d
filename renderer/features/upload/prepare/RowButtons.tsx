import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Upload, UploadRowInFull, UploadRowSelection } from '#shared/domain/upload.ts';
import { isAllowable } from '#shared/text/uploadWords.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { typeIntoRow } from '../../../state/uploadStore.ts';
import { notifyFailure } from '../../../ui/notify.ts';
import { AllowDialog } from './AllowDialog.tsx';
import { canChangeRows } from './canChangeRows.ts';
import { useRowChanges } from './useRowChanges.ts';
import { ipc } from '../../../api/ipc.ts';

interface RowButtonsProps {
  readonly upload: Upload;
  readonly row: UploadRowInFull;
  /** Gives a row without a value an empty one. */
  readonly onEmptyValue: () => void;
}

/** The actions for one row. */
export function RowButtons({ upload, row, onEmptyValue }: RowButtonsProps) {
  const [isAllowing, setAllowing] = useState(false);
  const changes = useRowChanges(upload);
  const selection: UploadRowSelection = { kind: 'rows', rows: [row.row] };
  const forbid = useUploadStep(upload.connectionId, (rows: readonly number[]) =>
    ipc.allowUploadRows({
      uploadId: upload.id,
      selection: { kind: 'rows', rows },
      allowed: false,
    }),
  );
  const isDropped = row.status === 'dropped';
  const canAllow = row.problems.some(isAllowable);
  const button = { size: 'compact-sm', variant: 'default', disabled: !canChangeRows(upload) } as const;
  return (
    <Group gap="sm">
      <Button {...button} loading={changes.isPending} onClick={() => changes.drop(selection, !isDropped)}>
        {isDropped ? 'Restore row' : 'Skip row'}
      </Button>
      {row.problems.includes('no-value') && row.key !== '' && (
        <Button {...button} onClick={onEmptyValue}>
          Store empty value
        </Button>
      )}
      {canAllow && !row.allowed && (
        <Button {...button} onClick={() => setAllowing(true)}>
          Allow…
        </Button>
      )}
      {row.allowed && (
        <Button
          {...button}
          loading={forbid.isPending}
          onClick={() => forbid.mutate([row.row], { onError: notifyFailure })}
        >
          Disallow
        </Button>
      )}
      {row.edited && (
        <Button
          {...button}
          onClick={() => {
            changes.revert(selection).then(() => typeIntoRow(upload.id, row.row, null), notifyFailure);
          }}
        >
          Revert to file
        </Button>
      )}
      {isAllowing && <AllowDialog upload={upload} selection={selection} onClose={() => setAllowing(false)} />}
    </Group>
  );
}
