import type { ConnectionId } from '#shared/domain/connection.ts';
import type { PinSource } from '#shared/domain/pin.ts';
import { openDialog } from './dialogs.ts';

/** A root that is shown somewhere and can be pinned. */
export interface RootToPin {
  readonly rootHash: string;
  /** Decimal string; null if it is not known. */
  readonly treeSize: string | null;
  readonly source: Exclude<PinSource['kind'], 'checkpoint'>;
}

/** Opens the list of pinned roots. Any part of the window may call this. */
export function showPins(connectionId: ConnectionId): void {
  openDialog({ kind: 'pins', connectionId });
}

/** Opens the form that pins a root. `root`: null to enter one. */
export function pinRoot(connectionId: ConnectionId, root: RootToPin | null): void {
  openDialog({ kind: 'pin-root', connectionId, root });
}
