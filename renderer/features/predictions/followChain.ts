import {
  mostNodes,
  takeAnswer,
  type Chain,
  type ChainAnswer,
  type ChainNode,
} from '#shared/predictions/chain.ts';
import { keysOf, planFollow } from '#shared/predictions/followPlan.ts';
import type { PredictionStatus } from '#shared/predictions/predictionStatus.ts';
import type { FollowEnd } from '../../state/chainStore.ts';
import type { FollowLimits } from '../../state/predictionStore.ts';
import { mostKeysRead } from '../../api/predictions.ts';
import { toAppError } from '../../api/unwrap.ts';

/** The progress of a run. */
export interface FollowStep {
  readonly chain: Chain;
  /** The node whose predictions are being requested. */
  readonly asking: string | null;
  readonly requests: number;
}

export interface FollowInput {
  readonly chain: Chain;
  /** The node to start at. */
  readonly from: string;
  readonly limits: FollowLimits;
  /** Read the predicted atoms at the end, within the request limit. */
  readonly readsPredicted: boolean;
  readonly signal: AbortSignal;
  readonly ask: (node: ChainNode) => Promise<ChainAnswer>;
  /** Reads atoms in one request, so that their status is known. */
  readonly read: (keys: readonly string[]) => Promise<void>;
  readonly status: (key: string) => PredictionStatus;
  readonly onStep: (step: FollowStep) => void;
}

/**
 * Requests the predictions of one node after the other, within the limits. If the best hit of a recall is another key, the
 * app reads the requested key first: a missing key has no predictions, and those in the response are dropped.
 */
export async function followChain(input: FollowInput): Promise<FollowEnd> {
  const { from, limits, signal } = input;
  const isAbsent = (key: string): boolean => input.status(key).kind === 'absent';
  const isUnread = (key: string): boolean => ['unread', 'failed'].includes(input.status(key).kind);
  let chain = input.chain;
  let requests = 0;
  const report = (asking: string | null): void => input.onStep({ chain, asking, requests });
  const send = async <T>(asking: string | null, call: () => Promise<T>): Promise<T> => {
    requests += 1;
    report(asking);
    return call();
  };
  /** Why no more requests are allowed; null while they are. */
  const halt = (): FollowEnd | null => {
    if (signal.aborted) return { kind: 'cancelled' };
    return requests >= limits.budget ? { kind: 'spent' } : null;
  };

  try {
    for (;;) {
      const plan = planFollow(chain, from, limits, isAbsent);
      ({ chain } = plan);
      report(null);
      const node = plan.next;
      if (node === null) break;
      if (chain.leftOut > 0 && chain.nodes.size >= mostNodes) return { kind: 'full' };
      const end = halt();
      if (end !== null) return end;
      const answer = await send(node.id, () => input.ask(node));
      if (node.kind === 'key' && answer.bestHit !== node.text && isUnread(node.text)) {
        const noMore = halt();
        if (noMore !== null) return noMore;
        await send(node.id, () => input.read([node.text]));
        if (isAbsent(node.text)) continue;
      }
      chain = takeAnswer(chain, node.id, answer, limits.breadth);
    }
    if (!input.readsPredicted) return { kind: 'complete' };
    for (;;) {
      const { reached } = planFollow(chain, from, limits, isAbsent);
      const unread = keysOf(chain, reached).filter(isUnread).slice(0, mostKeysRead);
      if (unread.length === 0) return { kind: 'complete' };
      const end = halt();
      if (end !== null) return end;
      await send(null, () => input.read(unread));
      report(null);
    }
  } catch (caught) {
    const error = toAppError(caught);
    return error.code === 'cancelled' ? { kind: 'cancelled' } : { kind: 'failed', error };
  }
}
