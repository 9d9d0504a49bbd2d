import { create } from 'zustand';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { PinSource } from '#shared/domain/pin.ts';

/** A root that is shown somewhere and can be pinned. */
export interface RootToPin {
  readonly rootHash: string;
  /** Decimal string; null if it is not known. */
  readonly treeSize: string | null;
  readonly source: Exclude<PinSource['kind'], 'checkpoint'>;
}

/** Which dialog about pins is open. `root`: null to enter one. */
export type PinDialog =
  | { readonly kind: 'list'; readonly connectionId: ConnectionId }
  | { readonly kind: 'pin'; readonly connectionId: ConnectionId; readonly root: RootToPin | null };

/** null: none is open. Any part of the window can open one. */
export const usePinDialog = create<{ readonly dialog: PinDialog | null }>()(() => ({ dialog: null }));

export function openPinDialog(dialog: PinDialog): void {
  usePinDialog.setState({ dialog });
}

export function closePinDialog(): void {
  usePinDialog.setState({ dialog: null });
}
