import type { Json } from '../domain/json.ts';
import { conclude } from '../grounds/conclude.ts';
import { given, unavailable, type Ground } from '../grounds/grounds.ts';
import { isBare } from './checkContent.ts';
import type { ImportedAtom } from './importProofs.ts';
import { holdToRules, rulesGround, type ImportRules } from './importRules.ts';
import { mayShareLeaf, otherKeysInLeaf } from './oneLeaf.ts';
import { claimedRoot, readProof } from './proofReading.ts';
import type { ExpectedRoot } from './rootVouching.ts';
import type { SchemePin } from './scheme.ts';
import { checkCollection, checkSnapshots } from './snapshot.ts';
import { isWorse, type Verdict } from './verdict.ts';
import { verify } from './verify.ts';

/** A root that the user expects, and whether it can be relied on: a checkpoint without a verified signature cannot. */
export interface GivenRoot extends ExpectedRoot {
  readonly ground: Ground;
}

export interface ImportToVerify {
  readonly items: readonly ImportedAtom[];
  readonly oneAnswer: boolean;
  readonly rules: ImportRules;
  /** The roots of which every proof has to lead to one; without any, nothing vouches for a root and none is green. */
  readonly expected: readonly GivenRoot[];
  /** The number of leaves of their trees where they state none; null or absent to take that of the proofs. */
  readonly trustedTreeSize?: bigint | null;
}

export interface ImportVerdicts {
  /** What the items were held to; null, or without any rule, if nothing was given and nothing fits. */
  readonly pin: SchemePin | null;
  /** One for each item, in their order. */
  readonly verdicts: readonly Verdict[];
}

/** Verifies atoms and proofs from a file or the clipboard, with no connection. */
export function verifyImport({
  items,
  oneAnswer,
  rules,
  expected,
  trustedTreeSize = null,
}: ImportToVerify): ImportVerdicts {
  const { pin, barePin, possible } = holdToRules(items, rules);
  const proofs = items.map(({ proof }) => proof);
  const snapshots = oneAnswer ? checkSnapshots(proofs, pin) : checkCollection(proofs, pin);
  // Which rules the proof used is known afterwards, and so is where they come from.
  const grounds = { use: 'file', rules: given, root: { expected, ledger: null } } as const;
  const check = (at: number, otherInLeaf: string | null): Verdict => {
    const { atom, proof, isPartlyUnreadable = false } = itemAt(items, at);
    const found = verify({
      atom,
      requestedKey: null,
      proof,
      pin: isBare(atom) && !isPartlyUnreadable ? barePin : pin,
      snapshot: snapshots[at] ?? { kind: 'single' },
      root: null,
      grounds,
      trustedTreeSize: sizeExpected(proof, expected) ?? trustedTreeSize,
      otherInLeaf,
    });
    const verdict = isPartlyUnreadable ? notBetterThanAmber(found) : found;
    return restingOn(verdict, {
      rules: rulesGround(verdict, atom, possible),
      root: rootGround(verdict, proof, expected),
    });
  };
  const alone = items.map((_, at) => check(at, null));
  const others = otherKeysInLeaf(
    alone.map((verdict, at) => {
      const { atom, proof } = itemAt(items, at);
      const reading = mayShareLeaf(verdict, pin) ? readProof(proof, atom, pin) : null;
      return { key: atom.key, chain: reading?.kind === 'read' ? reading.chain : null, verdict };
    }),
  );
  const verdicts = alone.map((verdict, at) => {
    const other = others[at] ?? null;
    return other === null ? verdict : check(at, other);
  });
  return { pin, verdicts };
}

function itemAt(items: readonly ImportedAtom[], at: number): ImportedAtom {
  const item = items[at];
  if (item === undefined) throw new Error(`There is no item ${at}.`);
  return item;
}

/** Of an atom with parts that could not be read, only the others were checked. */
export function notBetterThanAmber(verdict: Verdict): Verdict {
  return isWorse('amber', verdict.status) ? { ...verdict, status: 'amber' } : verdict;
}

/** The verdict as it is with these grounds. */
function restingOn(verdict: Verdict, grounds: Readonly<Record<'rules' | 'root', Ground>>): Verdict {
  return { ...verdict, ...conclude('file', verdict.status, grounds) };
}

/** What the root of a verdict rests on: what `verify` found, and which of the given roots it is. */
function rootGround({ open }: Verdict, proof: Json, expected: readonly GivenRoot[]): Ground {
  const missing = open.find(({ name }) => name === 'root');
  if (missing !== undefined) return missing.ground;
  const [first] = rootsOf(proof, expected);
  // Of a root that none of the given ones vouches for.
  return first?.ground ?? unavailable('from-the-claim');
}

/** The size of the tree with the root that a proof states, from the source of that root. */
function sizeExpected(proof: Json, expected: readonly GivenRoot[]): bigint | null {
  return rootsOf(proof, expected).find(({ treeSize }) => treeSize !== null)?.treeSize ?? null;
}

/** The given roots that a proof states: only those that can be relied on, if there are any. */
function rootsOf(proof: Json, expected: readonly GivenRoot[]): readonly GivenRoot[] {
  if (expected.length === 0) return [];
  const stated = claimedRoot(proof)?.rootHash;
  const same = expected.filter(({ rootHash }) => rootHash === stated);
  const relied = same.filter(({ ground }) => ground.kind === 'given');
  return relied.length > 0 ? relied : same;
}
