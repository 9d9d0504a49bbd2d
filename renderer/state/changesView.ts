import type { AtomsQuery } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ChangeKind } from '#shared/domain/keyChange.ts';
import { createKeyedStore } from './keyedStore.ts';

/** Since when changes are shown. */
export type SinceChoice =
  /** The end of the last visit; the beginning of the record if there was none. */
  | { readonly kind: 'visit' }
  | { readonly kind: 'today' | 'week' | 'recorded' }
  | { readonly kind: 'audit'; readonly auditId: string }
  /** Epoch milliseconds. */
  | { readonly kind: 'date'; readonly at: number };

/** What the Changes screen shows of a connection. */
export interface ChangesView {
  readonly since: SinceChoice;
  readonly show: ChangeKind | 'all';
  /** Part of the key. */
  readonly text: string;
  readonly sort: AtomsQuery['sort'];
  readonly selected: string | null;
}

export const changesView = createKeyedStore<ConnectionId, ChangesView>({
  since: { kind: 'visit' },
  show: 'all',
  text: '',
  sort: { column: 'changedAt', direction: 'descending' },
  selected: null,
});
