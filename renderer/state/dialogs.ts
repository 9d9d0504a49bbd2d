import { create } from 'zustand';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { EvidenceExport } from './evidenceExportStore.ts';
import type { ConnectionForm } from './appStore.ts';
import type { RootToPin } from './pinDialog.ts';
import type { WriteToRestore } from './restoreStore.ts';

/** A dialog that any part of the window can open. `DialogHost` shows it above the screens, which may change below it. */
export type AppDialog =
  | { readonly kind: 'connection-form'; readonly form: ConnectionForm }
  | { readonly kind: 'snapshot'; readonly id: string }
  | { readonly kind: 'service-facts'; readonly connectionId: ConnectionId }
  | { readonly kind: 'pins'; readonly connectionId: ConnectionId }
  /** `root`: null to enter one. */
  | { readonly kind: 'pin-root'; readonly connectionId: ConnectionId; readonly root: RootToPin | null }
  | { readonly kind: 'evidence'; readonly target: EvidenceExport }
  /** Begins in receipts that close, and in the list of writes. */
  | { readonly kind: 'restore'; readonly write: WriteToRestore };

/** The open ones; the last is on top. At most one of each kind. */
export const useDialogs = create<{ readonly open: readonly AppDialog[] }>()(() => ({ open: [] }));

/** Shows a dialog on top of what is open. */
export function openDialog(dialog: AppDialog): void {
  useDialogs.setState(({ open }) => ({ open: [...open.filter(({ kind }) => kind !== dialog.kind), dialog] }));
}

export function closeDialog(kind: AppDialog['kind']): void {
  useDialogs.setState(({ open }) => ({ open: open.filter((each) => each.kind !== kind) }));
}
