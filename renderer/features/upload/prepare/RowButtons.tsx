import { Group } from '@mantine/core';
import { useState } from 'react';
import type { Upload, UploadRowInFull, UploadRowSelection } from '#shared/domain/upload.ts';
import { isAllowable } from '#shared/text/uploadWords.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { typeIntoRow } from '../../../state/uploadStore.ts';
import { notifyFailure } from '../../../ui/notify.ts';
import { SmallButton } from '../../../ui/Buttons.tsx';
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
    ipc.allowUploadRows({ uploadId: upload.id, selection: { kind: 'rows', rows }, allowed: false }),
  );
  const isDropped = row.status === 'dropped';
  const canAllow = row.problems.some(isAllowable);
  const disabled = !canChangeRows(upload);
  return (
    <Group gap="sm">
      <SmallButton
        disabled={disabled}
        loading={changes.isPending}
        onClick={() => changes.drop(selection, !isDropped)}
      >
        {isDropped ? 'Restore row' : 'Skip row'}
      </SmallButton>
      {row.problems.includes('no-value') && row.key !== '' && (
        <SmallButton disabled={disabled} onClick={onEmptyValue}>
          Store empty value
        </SmallButton>
      )}
      {canAllow && !row.allowed && (
        <SmallButton disabled={disabled} onClick={() => setAllowing(true)}>
          Allow…
        </SmallButton>
      )}
      {row.allowed && (
        <SmallButton
          disabled={disabled}
          loading={forbid.isPending}
          onClick={() => forbid.mutate([row.row], { onError: notifyFailure })}
        >
          Disallow
        </SmallButton>
      )}
      {row.edited && (
        <SmallButton
          disabled={disabled}
          onClick={() => {
            changes.revert(selection).then(() => typeIntoRow(upload.id, row.row, null), notifyFailure);
          }}
        >
          Revert to file
        </SmallButton>
      )}
      {isAllowing && <AllowDialog upload={upload} selection={selection} onClose={() => setAllowing(false)} />}
    </Group>
  );
}
