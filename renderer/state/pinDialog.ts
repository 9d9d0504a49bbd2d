import type { ConnectionId } from '#shared/domain/connection.ts';
import { openDialog, type RootToPin } from './dialogs.ts';

/** Opens the list of pinned roots. Any part of the window may call this. */
export function showPins(connectionId: ConnectionId): void {
  openDialog({ kind: 'pins', connectionId });
}

/** Opens the form that pins a root. `root`: null to enter one. */
export function pinRoot(connectionId: ConnectionId, root: RootToPin | null): void {
  openDialog({ kind: 'pin-root', connectionId, root });
}
