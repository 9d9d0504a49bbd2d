import type { AuditRecord } from '#shared/audit/auditRecord.ts';
import type { AuditDifferenceKind } from '#shared/audit/compareAudits.ts';
import type { AuditPair, AuditRecordFilter, AuditRef } from '#shared/domain/audit.ts';
import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { activate, showScreen } from './appStore.ts';
import { createKeyedStore } from './keyedStore.ts';

/** What the form for a new audit begins with. */
export type NewAuditPreset =
  | { readonly kind: 'all' }
  | { readonly kind: 'branch'; readonly path: string; readonly delimiter: string }
  | { readonly kind: 'selection'; readonly selection: KeySelection; readonly count: number };

/** What the audit screen shows of a connection. */
export interface AuditView {
  /** null: the latest one. */
  readonly selected: string | null;
  readonly part: 'summary' | 'keys';
  readonly filter: AuditRecordFilter;
  /** The record in the details, with its row; null for none. */
  readonly record: { readonly found: AuditRecord; readonly index: number } | null;
  /** null: the form is closed. */
  readonly form: NewAuditPreset | null;
  /** Two audits that are compared in place of the open one, as soon as both have ended; null for none. */
  readonly compared: AuditPair | null;
  /** Of the comparison: it is there again after an atom was opened from it. */
  readonly differences: DifferencesView;
}

interface DifferencesView {
  readonly kind: AuditDifferenceKind | 'all';
  readonly expectation: 'all' | 'unexpected' | 'expected';
  /** The row that the keys act on; null for none. */
  readonly chosen: { readonly key: string; readonly index: number } | null;
}

const allDifferences: DifferencesView = { kind: 'all', expectation: 'all', chosen: null };

export const auditView = createKeyedStore<ConnectionId, AuditView>({
  selected: null,
  part: 'summary',
  filter: { show: 'findings' },
  record: null,
  form: null,
  compared: null,
  differences: allDifferences,
});

/** Shows an audit on its screen. */
export function showAudit({ connectionId, auditId }: AuditRef): void {
  auditView.merge(connectionId, {
    selected: auditId,
    part: 'summary',
    filter: { show: 'findings' },
    record: null,
    compared: null,
  });
  showScreen('audit');
}

/** Shows the comparison of two audits on the audit screen of the first. */
export function showCompared(compared: AuditPair): void {
  const { connectionId } = compared.before;
  activate(connectionId);
  auditView.merge(connectionId, {
    selected: compared.before.auditId,
    compared,
    differences: allDifferences,
  });
  showScreen('audit');
}

/** Opens the form for a new audit on its screen. */
export function openNewAudit(connectionId: ConnectionId, form: NewAuditPreset): void {
  auditView.merge(connectionId, { form });
  showScreen('audit');
}
