import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { EvidenceAbout } from '#shared/domain/evidence.ts';
import { openDialog } from './dialogs.ts';

/** What the dialog that exports evidence is open for. */
export type EvidenceExport = { readonly connectionId: ConnectionId } & (
  | { readonly kind: 'one'; readonly about: EvidenceAbout }
  | { readonly kind: 'selection'; readonly selection: KeySelection; readonly count: number }
);

/** Opens the dialog. Any part of the window may call this. */
export function exportEvidence(connectionId: ConnectionId, about: EvidenceAbout): void {
  openDialog({ kind: 'evidence', target: { kind: 'one', connectionId, about } });
}

export function exportEvidenceOf(connectionId: ConnectionId, selection: KeySelection, count: number): void {
  openDialog({ kind: 'evidence', target: { kind: 'selection', connectionId, selection, count } });
}
