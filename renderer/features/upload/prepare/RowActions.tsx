import { CloseButton, Text } from '@mantine/core';
import { IconArrowBackUp, IconLockOpen, IconRestore, IconTrashX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Upload } from '#shared/domain/upload.ts';
import { countWords } from '#shared/text/sizes.ts';
import type { UploadListQuery } from '../../../api/uploads.ts';
import type { RowsChosen } from '../../../state/uploadStore.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { Toolbar } from '../../../ui/Toolbar.tsx';
import { Tip } from '../../../ui/Tip.tsx';
import { AllowDialog } from './AllowDialog.tsx';
import { countChosen, selectionOf } from './rowChoice.ts';
import { canChangeRows, useRowChanges } from './rowChanges.ts';

interface RowActionsProps {
  readonly upload: Upload;
  readonly query: UploadListQuery;
  readonly chosen: RowsChosen;
  /** Rows that match the filter. */
  readonly total: number;
  readonly onClear: () => void;
}

/** The number of selected rows, and the actions for them. */
export function RowActions({ upload, query, chosen, total, onClear }: RowActionsProps) {
  const changes = useRowChanges(upload);
  const [asking, setAsking] = useState<'allow' | 'revert' | null>(null);
  const selection = selectionOf(chosen, query.filter);
  if (selection === null) return null;
  const disabled = changes.isPending || !canChangeRows(upload);
  const actions = [
    ['Skip', IconTrashX, () => changes.drop(selection, true)],
    ['Restore', IconRestore, () => changes.drop(selection, false)],
    ['Allow…', IconLockOpen, () => setAsking('allow')],
    ['Revert…', IconArrowBackUp, () => setAsking('revert')],
  ] as const;
  return (
    <Toolbar role="group" aria-label="Selected rows">
      <Text size="sm" fw={600} flex={1} role="status">
        {countWords(countChosen(chosen, total))} selected
      </Text>
      {actions.map(([label, icon, run]) => (
        <SmallButton key={label} icon={icon} disabled={disabled} onClick={run}>
          {label}
        </SmallButton>
      ))}
      <Tip label="Clear selection (Escape)">
        <CloseButton size="sm" aria-label="Clear selection" onClick={onClear} />
      </Tip>
      {asking === 'allow' && (
        <AllowDialog upload={upload} selection={selection} onClose={() => setAsking(null)} />
      )}
      {asking === 'revert' && (
        <ConfirmDialog
          title="Revert the selected rows?"
          action="Revert"
          onConfirm={() => changes.revert(selection)}
          onClose={() => setAsking(null)}
        >
          <p>The keys and values of these rows are reset to those in the file. You will lose your edits.</p>
        </ConfirmDialog>
      )}
    </Toolbar>
  );
}
