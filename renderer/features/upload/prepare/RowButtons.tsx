import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Upload, UploadRowInFull, UploadRowSelection } from '#shared/domain/upload.ts';
import { isAllowable } from '#shared/text/uploadWords.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { typeIntoRow } from '../../../state/uploadStore.ts';
import { notifyFailure } from '../../../ui/notify.ts';
import { AllowModal } from './AllowModal.tsx';
import { canChangeRows } from './canChangeRows.ts';
import classes from './RowPane.module.css';
import { useRowChanges } from './useRowChanges.ts';
import { ipc } from '../../../api/ipc.ts';

interface RowButtonsProps {
  readonly upload: Upload;
  readonly row: UploadRowInFull;
  /** The row has no value in the file, and is to have an empty text. */
  readonly onEmptyValue: () => void;
}

/** What can be done with one row besides editing it. */
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
    <div className={classes.buttons}>
      <Button {...button} loading={changes.isPending} onClick={() => changes.drop(selection, !isDropped)}>
        {isDropped ? 'Restore row' : 'Skip row'}
      </Button>
      {row.problems.includes('no-value') && row.key !== '' && (
        <Button {...button} onClick={onEmptyValue}>
          Store an empty value
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
          No longer allow
        </Button>
      )}
      {row.edited && (
        <Button
          {...button}
          onClick={() => {
            changes.revert(selection).then(() => typeIntoRow(upload.id, row.row, null), notifyFailure);
          }}
        >
          Revert to the file
        </Button>
      )}
      {isAllowing && <AllowModal upload={upload} selection={selection} onClose={() => setAllowing(false)} />}
    </div>
  );
}
