import { closeDialog, openDialog, type WriteToRestore } from './dialogs.ts';

export function beginRestore(write: WriteToRestore): void {
  openDialog({ kind: 'restore', write });
}

export function endRestore(): void {
  closeDialog('restore');
}
