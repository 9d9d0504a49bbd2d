import { create } from 'zustand';
import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { EvidenceAbout } from '#shared/domain/evidence.ts';
import type { PinSource } from '#shared/domain/pin.ts';

/** What the connection form is open for. */
export type ConnectionForm =
  | {
      readonly kind: 'add';
      /** From a link. */
      readonly prefill?: { readonly address: string; readonly name: string };
    }
  | {
      readonly kind: 'edit';
      readonly id: ConnectionId;
      /** Opened to enter another API key: the form focuses that field. */
      readonly beginsAtKey: boolean;
    };

/** What the dialog that exports evidence is open for. */
export type EvidenceExport = { readonly connectionId: ConnectionId } & (
  | { readonly kind: 'one'; readonly about: EvidenceAbout }
  | { readonly kind: 'selection'; readonly selection: KeySelection; readonly count: number }
);

/** A root that is shown somewhere and can be pinned. */
export interface RootToPin {
  readonly rootHash: string;
  /** Decimal string; null if it is not known. */
  readonly treeSize: string | null;
  readonly source: Exclude<PinSource['kind'], 'checkpoint'>;
}

/** A write whose atoms may get the values back that they had before. */
export interface WriteToRestore {
  readonly connectionId: ConnectionId;
  readonly writeId: string;
  /** As the list of writes shows it. */
  readonly title: string;
  /** How many have a value kept. */
  readonly atoms: number;
}

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
