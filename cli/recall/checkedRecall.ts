import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { narrowPin } from '#shared/merkle/pin.ts';
import { given, noneByChoice } from '#shared/grounds/grounds.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { candidatesOf, type PartialScheme } from '#shared/merkle/schemeText.ts';
import { checkSnapshots } from '#shared/merkle/snapshot.ts';
import { readingGrounds, verify } from '#shared/merkle/verify.ts';
import type { AnsweredRecall } from '#shared/recall/evaluateExpectation.ts';
import { recallAnomalies } from '#shared/recall/recallAnomalies.ts';
import type { Gateway, Target } from '../../electron/main/gateway/gateway.ts';
import { valueToCheck, type ReceivedAtom } from '../../electron/main/gateway/decodeResponse.ts';

/**
 * Recalls whose hits are verified. Each response is checked with the rules learned from earlier ones, as in
 * the window.
 */
export interface CheckedRecall {
  readonly ask: (query: string, limit: number) => Promise<Result<AnsweredRecall>>;
  /** The current rules; null until a proof provides some. */
  readonly pin: () => SchemePin | null;
}

export function createCheckedRecall(parts: {
  readonly gateway: Pick<Gateway, 'recall'>;
  readonly target: Target;
  /** The given parts of the scheme; the rest is inferred from the responses. */
  readonly scheme: PartialScheme;
  /** Epoch milliseconds. */
  readonly now: () => number;
}): CheckedRecall {
  const candidates = candidatesOf(parts.scheme);
  const { path, leaf } = candidates;
  const isGiven = path.length === 1 && leaf.length === 1;
  let pin: SchemePin | null = isGiven
    ? { path, leaf, origin: 'chosen', samples: 0, pinnedAt: parts.now() }
    : null;
  let asked = 0;
  return {
    pin: () => pin,
    ask: async (query, limit) => {
      asked += 1;
      const options = { requestId: `recall-${asked}`, signal: null };
      const answer = await parts.gateway.recall(parts.target, query, limit, options);
      if (!answer.ok) return fail(answer.error);
      const { atoms } = answer.value;
      pin = narrowPin(pin, atoms, parts.now(), { candidates });
      return succeed({
        hits: hitsOf(atoms, pin),
        anomalyCount: recallAnomalies(atoms, limit, answer.value).length,
      });
    },
  };
}

/** Nothing is remembered between runs, so no root or version is known from before. */
const grounds = readingGrounds({
  rules: given,
  pins: noneByChoice,
  ledger: noneByChoice,
  knownKeys: noneByChoice,
});

function hitsOf(atoms: readonly ReceivedAtom[], pin: SchemePin | null): AnsweredRecall['hits'] {
  const snapshots = checkSnapshots(
    atoms.map(({ proof }) => proof),
    pin,
  );
  return atoms.map((atom, at) => {
    const snapshot = snapshots[at] ?? { kind: 'single' as const };
    const received = { ...atom, value: valueToCheck(atom) };
    const { status } = verify({
      atom: received,
      requestedKey: null,
      proof: atom.proof,
      pin,
      snapshot,
      root: null,
      grounds,
    });
    return { key: atom.key, verdict: status };
  });
}
