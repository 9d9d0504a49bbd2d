import { flushSync } from 'react-dom';
import type { Connection } from '#shared/domain/connection.ts';
import { closeCommandDialog, openCommandDialog, type CommandDialog } from '../../state/commandDialogStore.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ShortcutSettings } from '../settings/ShortcutSettings.tsx';
import { Palette } from './Palette.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';

interface CommandDialogsProps {
  readonly dialog: CommandDialog;
  readonly connections: readonly Connection[];
  /** null: none is open. */
  readonly active: Connection | null;
}

/** The palette, and what explains and changes shortcuts. */
export function CommandDialogs({ dialog, connections, active }: CommandDialogsProps) {
  switch (dialog.kind) {
    case 'palette':
      return (
        <Palette
          scope={dialog.scope}
          offers={dialog.offers}
          connections={connections}
          active={active}
          onClose={closeCommandDialog}
          onRun={runAfterClosing}
        />
      );
    case 'shortcuts':
      return (
        <Dialog onClose={closeCommandDialog} title="Keyboard shortcuts" size={860}>
          <ShortcutSheet onChange={() => openCommandDialog('shortcutSettings')} />
        </Dialog>
      );
    case 'shortcutSettings':
      return (
        <Dialog onClose={closeCommandDialog} title="Change shortcuts" size={760}>
          <ShortcutSettings />
        </Dialog>
      );
  }
}

/** The command then finds the focus where it was before the palette opened. */
function runAfterClosing(run: () => void): void {
  flushSync(closeCommandDialog);
  queueMicrotask(run);
}
