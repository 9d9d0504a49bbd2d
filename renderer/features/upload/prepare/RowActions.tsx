import { Button, CloseButton, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconLockOpen, IconRestore, IconTrashX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Upload } from '#shared/domain/upload.ts';
import { countWords } from '#shared/text/sizes.ts';
import type { UploadListQuery } from '../../../api/uploads.ts';
import type { RowsChosen } from '../../../state/uploadStore.ts';
import { AllowModal } from './AllowModal.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { canChangeRows } from './canChangeRows.ts';
import classes from './CheckRows.module.css';
import { countChosen, selectionOf } from './rowChoice.ts';
import { useRowChanges } from './useRowChanges.ts';

interface RowActionsProps {
  readonly upload: Upload;
  readonly query: UploadListQuery;
  readonly chosen: RowsChosen;
  /** Rows that the filter finds. */
  readonly total: number;
  readonly onClear: () => void;
}

/** How many rows are chosen, and what can be done with them. */
export function RowActions({ upload, query, chosen, total, onClear }: RowActionsProps) {
  const changes = useRowChanges(upload);
  const [asking, setAsking] = useState<'allow' | 'revert' | null>(null);
  const selection = selectionOf(chosen, query.filter);
  if (selection === null) return null;
  const button = {
    size: 'compact-sm',
    variant: 'default',
    disabled: changes.isPending || !canChangeRows(upload),
  } as const;
  return (
    <div className={classes.strip} data-chosen role="group" aria-label="Chosen rows">
      <span className={classes.count} role="status">
        {countWords(countChosen(chosen, total))} selected
      </span>
      <Button
        {...button}
        leftSection={<IconTrashX size={15} aria-hidden />}
        onClick={() => changes.drop(selection, true)}
      >
        Skip
      </Button>
      <Button
        {...button}
        leftSection={<IconRestore size={15} aria-hidden />}
        onClick={() => changes.drop(selection, false)}
      >
        Restore
      </Button>
      <Button
        {...button}
        leftSection={<IconLockOpen size={15} aria-hidden />}
        onClick={() => setAsking('allow')}
      >
        Allow…
      </Button>
      <Button
        {...button}
        leftSection={<IconArrowBackUp size={15} aria-hidden />}
        onClick={() => setAsking('revert')}
      >
        Revert…
      </Button>
      <Tooltip label="Select none (Escape)">
        <CloseButton size="sm" aria-label="Select none" onClick={onClear} />
      </Tooltip>
      {asking === 'allow' && (
        <AllowModal upload={upload} selection={selection} onClose={() => setAsking(null)} />
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
    </div>
  );
}
