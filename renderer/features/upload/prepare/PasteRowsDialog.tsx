import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import classes from './Prepare.module.css';
import { fileOfRows } from './usePastedRows.ts';

interface PasteRowsDialogProps {
  readonly onPaste: (file: File) => void;
  readonly onClose: () => void;
}

/** A field for rows, for those who do not know or cannot use the shortcut. */
export function PasteRowsDialog({ onPaste, onClose }: PasteRowsDialogProps) {
  const [text, setText] = useState('');
  return (
    <FormDialog
      title="Paste rows"
      action="Use these rows"
      size={640}
      isDisabled={text.trim() === ''}
      onSubmit={() => onPaste(fileOfRows(text))}
      onClose={onClose}
    >
      <Textarea
        label="Rows"
        description="Cells that you copied in a spreadsheet, CSV, JSON, or JSON Lines. Format and header are detected."
        classNames={{ input: classes.mono ?? '' }}
        rows={12}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        spellCheck={false}
        data-autofocus
      />
    </FormDialog>
  );
}
