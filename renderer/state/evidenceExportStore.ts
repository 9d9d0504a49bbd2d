import { create } from 'zustand';
import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { EvidenceAbout } from '#shared/domain/evidence.ts';

/** What the dialog that exports evidence is open for. */
export type EvidenceExport = { readonly connectionId: ConnectionId } & (
  | { readonly kind: 'one'; readonly about: EvidenceAbout }
  | { readonly kind: 'selection'; readonly selection: KeySelection; readonly count: number }
);

/** null: the dialog is closed. */
export const useEvidenceExport = create<{ readonly open: EvidenceExport | null }>()(() => ({ open: null }));

/** Opens the dialog. Any part of the window may call this. */
export function exportEvidence(connectionId: ConnectionId, about: EvidenceAbout): void {
  useEvidenceExport.setState({ open: { kind: 'one', connectionId, about } });
}

export function exportEvidenceOf(connectionId: ConnectionId, selection: KeySelection, count: number): void {
  useEvidenceExport.setState({ open: { kind: 'selection', connectionId, selection, count } });
}

export function closeEvidenceExport(): void {
  useEvidenceExport.setState({ open: null });
}
