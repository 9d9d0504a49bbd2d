import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { startChain, type Chain, type ChainStart } from '#shared/predictions/chain.ts';
import { useAppStore } from './appStore.ts';
import { createKeyedStore } from './keyedStore.ts';
import { showPredictionTab } from './predictionStore.ts';

/** How a run of questions ended. */
export type FollowEnd =
  | { readonly kind: 'complete' }
  /** The requests that it was allowed are used up. */
  | { readonly kind: 'spent' }
  /** The chain has as many nodes as it may have. */
  | { readonly kind: 'full' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: AppError };

/** Questions under way, or the last ones. It goes on while other screens are shown. */
export interface FollowRun {
  /** Requests sent so far, and how many there may be. */
  readonly requests: number;
  readonly budget: number;
  /** null while it runs. */
  readonly end: FollowEnd | null;
  readonly cancel: () => void;
}

/** The chain of one connection, and what is being looked at. */
export interface ChainView {
  /** What stands in the field, begun or not. */
  readonly draft: ChainStart;
  readonly chain: Chain | null;
  readonly selected: string | null;
  /** The node that is being asked about. */
  readonly asking: string | null;
  readonly run: FollowRun | null;
}

const firstView: ChainView = {
  draft: { kind: 'key', text: '' },
  chain: null,
  selected: null,
  asking: null,
  run: null,
};

/** For this session only: predictions are what the service expects now. */
export const {
  useView: useChainView,
  viewOf: chainViewOf,
  change: changeChainView,
} = createKeyedStore<ConnectionId, ChainView>(firstView);

/** Whether questions are under way. */
export function isRunning(run: FollowRun | null): boolean {
  return run !== null && run.end === null;
}

/** Begins a new chain; what was under way for the one before is cancelled. */
export function beginChain(id: ConnectionId, start: ChainStart): void {
  chainViewOf(id).run?.cancel();
  const chain = startChain(start);
  changeChainView(id, () => ({ ...firstView, draft: start, chain, selected: chain.start }));
}

/** Shows the Predictions screen with a chain that begins at a key. Nothing is asked until the user says so. */
export function showChainFrom(id: ConnectionId, key: string): void {
  showChain(id, { kind: 'key', text: key });
}

/** As `showChainFrom`, from a key or a query. */
export function showChain(id: ConnectionId, start: ChainStart): void {
  beginChain(id, start);
  showPredictionTab('chain');
  useAppStore.getState().show('predictions');
}
