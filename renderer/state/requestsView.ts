import { create } from 'zustand';
import type { RequestsQuery } from '#shared/domain/requestLog.ts';
import { showScreen } from './appStore.ts';

/** What the screen of requests shows. */
interface RequestsView {
  /** The requests of the active connection, or of all. */
  readonly scope: 'connection' | 'all';
  readonly filter: Omit<RequestsQuery, 'connectionId'>;
  /** The request in the details; null for none. */
  readonly selected: number | null;
  /** A request to scroll to; a new object each time. */
  readonly revealed: { readonly key: string } | null;
  /** The call whose last request is looked for, or was not found. */
  readonly wanted: { readonly requestId: string; readonly isMissing: boolean } | null;
}

const noFilter: RequestsView['filter'] = { show: 'all', method: 'all', text: '', until: null };

export const useRequestsView = create<RequestsView>()(() => ({
  scope: 'connection',
  filter: noFilter,
  selected: null,
  revealed: null,
  wanted: null,
}));

/** Opens the screen of requests at the last request of a call, whatever it was filtered by. */
export function showRequest(requestId: string): void {
  useRequestsView.setState({
    scope: 'all',
    filter: noFilter,
    selected: null,
    wanted: { requestId, isMissing: false },
  });
  showScreen('requests');
}
