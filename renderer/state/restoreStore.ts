import type { ConnectionId } from '#shared/domain/connection.ts';
import { closeDialog, openDialog } from './dialogs.ts';

/** A write whose atoms may get the values back that they had before. */
export interface WriteToRestore {
  readonly connectionId: ConnectionId;
  readonly writeId: string;
  /** As the list of writes shows it. */
  readonly title: string;
  /** How many have a value kept. */
  readonly atoms: number;
}

export function beginRestore(write: WriteToRestore): void {
  openDialog({ kind: 'restore', write });
}

export function endRestore(): void {
  closeDialog('restore');
}
