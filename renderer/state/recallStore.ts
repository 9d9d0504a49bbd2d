import type { ConnectionId } from '#shared/domain/connection.ts';
import type { AskedRun } from '../api/recall.ts';
import { createKeyedStore } from './keyedStore.ts';

export const recallTabs = ['answer', 'history', 'compare', 'expectations'] as const;
/** What the Recall screen shows below the query. */
export type RecallTab = (typeof recallTabs)[number];

/** What is selected in a response: a hit by its index, since a response may repeat a key, or a predicted key. */
export type RecallSelection =
  | { readonly kind: 'hit'; readonly at: number }
  | { readonly kind: 'prediction'; readonly key: string };

/** What the Recall screen of one connection shows. */
export interface RecallView {
  readonly tab: RecallTab;
  /** As typed, run or not. */
  readonly query: string;
  /** As typed; the field may be empty for a moment. */
  readonly limit: number | string;
  readonly run: AskedRun | null;
  readonly selection: RecallSelection;
  /** The saved run that is selected; null: the newest. */
  readonly pastRun: string | null;
  /** The two runs that are compared. */
  readonly compared: { readonly a: string | null; readonly b: string | null };
  /** Of the comparison: only hits that changed. */
  readonly onlyChanges: boolean;
}

/** The best hit is selected first: it is what the user most likely wants, and showing it takes no request. */
const bestHit: RecallSelection = { kind: 'hit', at: 0 };

const firstView: RecallView = {
  tab: 'answer',
  query: '',
  limit: 10,
  run: null,
  selection: bestHit,
  pastRun: null,
  compared: { a: null, b: null },
  onlyChanges: false,
};

export const {
  useView: useRecallView,
  viewOf: recallViewOf,
  merge: changeRecallView,
} = createKeyedStore<ConnectionId, RecallView>(firstView);

/** Runs a recall, from wherever it was started, and shows the response. */
export function askRecall(id: ConnectionId, query: string, limit: number): void {
  const run = { id: crypto.randomUUID(), query, limit };
  changeRecallView(id, { tab: 'answer', query, limit, run, selection: bestHit });
}

/** Shows two runs side by side. */
export function showComparison(id: ConnectionId, a: string | null, b: string | null): void {
  changeRecallView(id, { tab: 'compare', compared: { a, b } });
}
