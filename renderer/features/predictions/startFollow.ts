import type { QueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { askWhatFollows, readPredicted, statusNow } from '../../api/predictions.ts';
import {
  changeChainView,
  chainViewOf,
  isRunning,
  mergeChainView,
  type FollowRun,
} from '../../state/chainStore.ts';
import { usePredictionStore, type FollowLimits } from '../../state/predictionStore.ts';
import { createPacer } from './createPacer.ts';
import { followChain, type FollowStep } from './followChain.ts';

/** A fast service responds more often than the view needs to change. */
const showEveryMs = 150;

/** Follows the chain of a connection from one node. Does nothing while another run is in progress. */
export async function startFollow(
  client: QueryClient,
  id: ConnectionId,
  from: string,
  limits: FollowLimits,
): Promise<void> {
  const { chain, run: before } = chainViewOf(id);
  if (chain === null || isRunning(before)) return;
  const controller = new AbortController();
  let run: FollowRun = {
    requests: 0,
    budget: limits.budget,
    end: null,
    cancel: () => controller.abort(),
  };
  mergeChainView(id, { run });
  // A chain that was started meanwhile belongs to another run.
  const isOurs = (other: FollowRun | null): boolean => other?.cancel === run.cancel;
  const show = createPacer(showEveryMs, ({ chain: grown, asking, requests }: FollowStep) => {
    run = { ...run, requests };
    changeChainView(id, (view) => (isOurs(view.run) ? { ...view, chain: grown, asking, run } : view));
  });
  const end = await followChain({
    chain,
    from,
    limits,
    readsPredicted: usePredictionStore.getState().prefetching.includes(id),
    signal: controller.signal,
    ask: (node) => askWhatFollows(client, id, node, controller.signal),
    read: (keys) => readPredicted(client, id, keys, controller.signal),
    status: (key) => statusNow(client, id, key),
    onStep: (step) => show.soon(step),
  });
  show.now();
  run = { ...run, end };
  changeChainView(id, (view) => (isOurs(view.run) ? { ...view, asking: null, run } : view));
}

/** The requests of one click at most: the recall, reading a key that was confused with another, and reading what was predicted. */
const oneStepBudget = 3;

/** Requests the predictions of one node. */
export function askAbout(client: QueryClient, id: ConnectionId, node: string): Promise<void> {
  const { breadth } = usePredictionStore.getState().limits;
  return startFollow(client, id, node, { breadth, depth: 1, budget: oneStepBudget });
}
