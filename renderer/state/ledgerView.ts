import type { ConnectionId } from '#shared/domain/connection.ts';
import type { RootsQuery } from '#shared/domain/rootLedger.ts';
import { showScreen } from './appStore.ts';
import { createKeyedStore } from './keyedStore.ts';

/** What the ledger screen shows of a connection. */
export interface LedgerView {
  readonly filter: Pick<RootsQuery, 'text' | 'sort'> & {
    readonly show: RootsQuery['show'] | 'pinned';
  };
  /** The root in the details; null for none. */
  readonly selected: string | null;
  /** A root to scroll to; a new object each time. */
  readonly revealed: { readonly key: string } | null;
}

export const ledgerView = createKeyedStore<ConnectionId, LedgerView>({
  filter: { show: 'all', text: '', sort: { column: 'firstSeenAt', direction: 'descending' } },
  selected: null,
  revealed: null,
});

/** Opens the ledger screen at a root, whatever it was filtered by. */
export function showInLedger(id: ConnectionId, rootHash: string): void {
  ledgerView.change(id, ({ filter }) => ({
    filter: { ...filter, show: 'all', text: '' },
    selected: rootHash,
    revealed: { key: rootHash },
  }));
  showScreen('roots');
}
