import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { startChain, type Chain, type ChainStart } from '#shared/predictions/chain.ts';
import { showScreen } from './appStore.ts';
import { createKeyedStore } from './keyedStore.ts';
import { usePredictionStore } from './predictionStore.ts';

/** How following a chain ended. */
export type FollowEnd =
  | { readonly kind: 'complete' }
  /** The request limit is reached. */
  | { readonly kind: 'spent' }
  /** The chain has the maximum number of nodes. */
  | { readonly kind: 'full' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: AppError };

/** The requests in progress, or the last ones. They continue while other screens are shown. */
export interface FollowRun {
  /** Requests sent so far, and their limit. */
  readonly requests: number;
  readonly budget: number;
  /** null while it runs. */
  readonly end: FollowEnd | null;
  readonly cancel: () => void;
}

/** The chain of one connection, and what is selected. */
export interface ChainView {
  /** The text in the field, started or not. */
  readonly draft: ChainStart;
  readonly chain: Chain | null;
  readonly selected: string | null;
  /** The node whose predictions are being requested. */
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
  merge: mergeChainView,
} = createKeyedStore<ConnectionId, ChainView>(firstView);

/** Whether requests are in progress. */
export function isRunning(run: FollowRun | null): boolean {
  return run !== null && run.end === null;
}

/** Starts a new chain; requests for the previous one are canceled. */
export function beginChain(id: ConnectionId, start: ChainStart): void {
  chainViewOf(id).run?.cancel();
  const chain = startChain(start);
  mergeChainView(id, { ...firstView, draft: start, chain, selected: chain.start });
}

/** Shows the Predictions screen with a chain. Nothing is requested until the user starts it. */
export function showChain(id: ConnectionId, start: ChainStart): void {
  beginChain(id, start);
  usePredictionStore.setState({ tab: 'chain' });
  showScreen('predictions');
}
