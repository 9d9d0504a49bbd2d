import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { EvidenceAbout } from '#shared/domain/evidence.ts';
import { openDialog } from './dialogs.ts';

/** Opens the dialog. Any part of the window may call this. */
export function exportEvidence(connectionId: ConnectionId, about: EvidenceAbout): void {
  openDialog({ kind: 'evidence', target: { kind: 'one', connectionId, about } });
}

export function exportEvidenceOf(connectionId: ConnectionId, selection: KeySelection, count: number): void {
  openDialog({ kind: 'evidence', target: { kind: 'selection', connectionId, selection, count } });
}
