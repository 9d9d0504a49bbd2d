import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { narrowPin } from '#shared/merkle/pin.ts';
import { conclude, type Conclusion, type OpenGround } from '#shared/grounds/conclude.ts';
import { given, noneByChoice } from '#shared/grounds/grounds.ts';
import { rulesGround, type ImportRules, type PossibleRules } from '#shared/merkle/importRules.ts';
import { wholeRegistry } from '#shared/merkle/infer.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { candidatesOf } from '#shared/merkle/schemeText.ts';
import { readingGrounds } from '#shared/merkle/verify.ts';
import type { Exchange } from '#shared/domain/atom.ts';
import type { AnsweredRecall } from '#shared/recall/evaluateExpectation.ts';
import { recallAnomalies } from '#shared/recall/recallAnomalies.ts';
import type { Gateway, Target } from '../../engine/client/gateway.ts';
import { valueToCheck, type ReceivedAtom } from '../../engine/client/receivedAtom.ts';
import { hashOfValue } from '../../engine/reading/valueHash.ts';
import { asReceived, verifyResponse } from '../../engine/reading/verify.ts';

/**
 * Recalls whose hits are verified. Rules that were given hold for every response. Rules that only the responses show are
 * learned from one for the next ones, and prove nothing: the service can choose them for its atoms.
 */
export interface CheckedRecall {
  readonly ask: (query: string, limit: number) => Promise<Result<AnsweredRecall>>;
  /** The current rules; null until a proof provides some. */
  readonly pin: () => SchemePin | null;
  /** Each ground that the verdict on some hit did without. */
  readonly open: () => readonly OpenGround[];
}

export function createCheckedRecall(parts: {
  readonly gateway: Pick<Gateway, 'recall'>;
  readonly target: Target;
  readonly rules: ImportRules;
  /** Epoch milliseconds. */
  readonly now: () => number;
}): CheckedRecall {
  const { rules } = parts;
  const candidates = rules.from === 'parts' ? candidatesOf(rules.parts) : wholeRegistry;
  const possible = rules.from === 'file' ? null : rules.from === 'parts' ? candidates : rules.pin;
  const { path, leaf } = candidates;
  let pin: SchemePin | null = null;
  if (rules.from === 'pin') ({ pin } = rules);
  else if (path.length === 1 && leaf.length === 1)
    pin = { path, leaf, origin: 'chosen', samples: 0, pinnedAt: parts.now() };
  const open = new Map<string, OpenGround>();
  let asked = 0;
  return {
    pin: () => pin,
    open: () => [...open.values()],
    ask: async (query, limit) => {
      asked += 1;
      const options = { requestId: `recall-${asked}`, signal: null };
      const answer = await parts.gateway.recall(parts.target, query, limit, options);
      if (!answer.ok) return fail(answer.error);
      const { exchange } = answer;
      const { atoms } = answer.value;
      if (rules.from !== 'pin') pin = narrowPin(pin, atoms, parts.now(), { candidates });
      const hits = hitsOf(atoms, { exchange, pin, possible, now: parts.now() });
      for (const each of hits) for (const one of each.open) open.set(one.name, one);
      return succeed({
        hits: hits.map(({ key, status }) => ({ key, verdict: status })),
        anomalyCount: recallAnomalies(atoms, limit, answer.value).length,
      });
    },
  };
}

/** Nothing is remembered between runs, so no root or version is known from before. */
const nothingRemembered = { pins: noneByChoice, ledger: noneByChoice, knownKeys: noneByChoice };
const grounds = readingGrounds({ rules: given, ...nothingRemembered });

function hitsOf(
  atoms: readonly ReceivedAtom[],
  answer: {
    readonly exchange: Exchange;
    readonly pin: SchemePin | null;
    readonly possible: PossibleRules | null;
    readonly now: number;
  },
): readonly (Conclusion & { readonly key: string })[] {
  const { exchange, pin, possible, now } = answer;
  const verified = verifyResponse({
    atoms: atoms.map((atom) => ({ atom, requestedKey: null })),
    exchange,
    pin,
    rootStatus: () => null,
    grounds,
    source: 'recall',
    paths: null,
    valueHashes: atoms.map((atom) => hashOfValue(valueToCheck(atom))),
    remembered: new Map(),
    deniedKey: null,
    missing: [],
    otherNews: [],
    now,
  });
  return atoms.map((atom, at) => {
    const verdict = verified.atoms[at]?.verdict;
    if (verdict === undefined) throw new Error(`Hit ${at} has no verdict.`);
    const rules = rulesGround(verdict, asReceived(atom), possible);
    return { key: atom.key, ...conclude('reading', verdict.status, { rules, ...nothingRemembered }) };
  });
}
