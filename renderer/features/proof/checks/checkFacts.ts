import { fromHex, toHex } from '#shared/merkle/hex.ts';
import { describeLeafScheme, describePathScheme } from '#shared/merkle/registry.ts';
import { rootFromInclusionProof } from '#shared/merkle/rootFromInclusionProof.ts';
import type { CheckName } from '#shared/merkle/verdict.ts';
import { leafBytes, type HashedBytes } from '../case/hashedBytes.ts';
import { drawnPathScheme, shownLeafScheme, type ProofCase } from '../case/proofCase.ts';

/** The bytes that a check compared, in full. */
export interface CheckFacts {
  /** Short facts: numbers, the rule that was used. */
  readonly lines: readonly { readonly name: string; readonly text: string }[];
  /** The bytes that were hashed, if any were. */
  readonly hashed: HashedBytes | null;
  /** Two hashes that should be the same. Hex; `found` is null where it could not be computed. */
  readonly pair: {
    readonly expectedName: string;
    readonly expected: string;
    readonly foundName: string;
    readonly found: string | null;
  } | null;
}

/** null for a check without bytes of its own. */
export function checkFacts(shown: ProofCase): Readonly<Record<CheckName, CheckFacts | null>> {
  return {
    wellFormed: wellFormedFacts(shown),
    path: pathFacts(shown),
    content: contentFacts(shown),
    coherent: coherentFacts(shown),
    snapshot: null,
    root: rootFacts(shown),
  };
}

function wellFormedFacts({ reading }: ProofCase): CheckFacts | null {
  if (reading.kind !== 'read') return null;
  const { leafIndex, treeSize, siblings } = reading.proof;
  const lines = [
    { name: 'leafIndex', text: leafIndex === null ? 'not given' : `${leafIndex}` },
    { name: 'treeSize', text: treeSize === null ? 'not given' : `${treeSize}` },
    { name: 'siblings', text: `${siblings.length}` },
  ];
  return { lines, hashed: null, pair: null };
}

function pathFacts(shown: ProofCase): CheckFacts | null {
  const { reading } = shown;
  const scheme = drawnPathScheme(shown);
  if (reading.kind !== 'read' || scheme === null) return null;
  const { root } = rootFromInclusionProof(reading.proof, scheme);
  return {
    lines: [{ name: 'rule', text: describePathScheme(scheme) }],
    hashed: null,
    pair: {
      expectedName: 'claimed root',
      expected: toHex(reading.proof.rootHash),
      foundName: 'computed root',
      found: root === null ? null : toHex(root),
    },
  };
}

function contentFacts(shown: ProofCase): CheckFacts | null {
  const { reading, input } = shown;
  const scheme = shownLeafScheme(shown);
  if (reading.kind !== 'read' || scheme === null) return null;
  const leaf = leafBytes(input.atom, scheme);
  return {
    lines: [{ name: 'rule', text: describeLeafScheme(scheme) }],
    hashed: leaf.ok ? leaf.hashed : null,
    pair: {
      expectedName: 'leafHash of the proof',
      expected: toHex(reading.proof.leafHash),
      foundName: 'hash of the content',
      found: leaf.ok ? leaf.hashed.result : null,
    },
  };
}

function coherentFacts({ reading, input }: ProofCase): CheckFacts | null {
  const { hash } = input.atom;
  if (reading.kind !== 'read' || hash === null) return null;
  const bytes = fromHex(hash);
  return {
    lines: [],
    hashed: null,
    pair: {
      expectedName: 'leafHash of the proof',
      expected: toHex(reading.proof.leafHash),
      foundName: 'hash of the atom',
      found: bytes === null ? hash : toHex(bytes),
    },
  };
}

function rootFacts({ reading }: ProofCase): CheckFacts | null {
  if (reading.kind !== 'read') return null;
  return { lines: [{ name: 'rootHash', text: toHex(reading.proof.rootHash) }], hashed: null, pair: null };
}
