import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Upload, UploadRow } from '#shared/domain/upload.ts';
import { countWords } from '#shared/text/sizes.ts';
import { placeNameOf } from '#shared/text/uploadWords.ts';
import { uploadRowQuery } from '../../../api/uploads.ts';
import { typeIntoRow, useUploadView } from '../../../state/uploadStore.ts';
import { CellInput } from '../../../ui/lists/CellInput.tsx';
import { notifyFailure, notifyProblem } from '../../../ui/notify.ts';
import type { CellMoves, CellPart } from './cellEditing.ts';
import { useSaveRow } from './rowChanges.ts';

interface RowCellProps extends CellMoves {
  readonly upload: Upload;
  readonly row: UploadRow;
  readonly part: CellPart;
}

/** Edits the key or the value of a row in the list. What is not saved stays with the unsaved changes. */
export function RowCell({ upload, row: { row, place, ...shown }, part, ...moves }: RowCellProps) {
  const { typed } = useUploadView(upload.id);
  // The whole row, because both parts are saved.
  const { data } = useQuery({
    ...uploadRowQuery(upload.id, row, upload.revision),
    placeholderData: keepPreviousData,
  });
  const save = useSaveRow(upload);
  const text = typed.get(row) ?? data;
  const before = useRef(typed.get(row) ?? null);
  return (
    <CellInput
      label={`${part === 'key' ? 'Key' : 'Value'} of ${placeNameOf(upload).toLowerCase()} ${countWords(place)}`}
      text={text?.[part] ?? (part === 'key' ? shown.key : shown.valueStart)}
      isLocked={text === undefined || save.isPending}
      onType={(next) => {
        if (text === undefined || data === undefined) return;
        const key = part === 'key' ? next : text.key;
        const value = part === 'value' ? next : text.value;
        const isBack = key === data.key && value === data.value;
        typeIntoRow(upload.id, row, isBack ? null : { key, value });
      }}
      onSave={() => {
        const unsaved = typed.get(row);
        if (unsaved === undefined) moves.onSaved();
        else save.mutateAsync({ row, ...unsaved }).then(moves.onSaved, notifyFailure);
      }}
      onCancel={() => {
        typeIntoRow(upload.id, row, before.current);
        moves.onCancel();
      }}
      onOther={moves.onOther}
      onLeave={moves.onLeave}
      onLines={() =>
        notifyProblem(
          'Not pasted',
          'The text has several lines. Paste it into the row beside the list, where they are kept.',
        )
      }
    />
  );
}
