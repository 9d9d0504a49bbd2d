import { fromHex, toHex } from '#shared/merkle/hex.ts';
import { describeLeafScheme, describePathScheme } from '#shared/merkle/registry.ts';
import { rootFromInclusionProof } from '#shared/merkle/rootFromInclusionProof.ts';
import type { CheckName } from '#shared/merkle/verdict.ts';
import { leafBytes, type HashedBytes } from '../case/hashedBytes.ts';
import { drawnPathScheme, shownLeafScheme, type ProofCase } from '../case/proofCase.ts';

/** The bytes that a check compared, in full. */
export interface CheckFacts {
  /** Short facts with their names: numbers, the rule that was used. */
  readonly lines?: readonly (readonly [name: string, text: string])[];
  /** The bytes that were hashed, if any were. */
  readonly hashed?: HashedBytes | null;
  /** Two hashes that should be the same. Hex; `found` is null where it could not be computed. */
  readonly pair?: {
    readonly expectedName: string;
    readonly expected: string;
    readonly foundName: string;
    readonly found: string | null;
  };
}

/** Checks without bytes of their own are left out. */
export function checkFacts(shown: ProofCase): Readonly<Partial<Record<CheckName, CheckFacts>>> {
  const { reading, input } = shown;
  if (reading.kind !== 'read') return {};
  const { proof } = reading;
  const { leafIndex, treeSize, siblings } = proof;
  const [leafHash, rootHash] = [toHex(proof.leafHash), toHex(proof.rootHash)];
  const path = drawnPathScheme(shown);
  const root = path === null ? null : rootFromInclusionProof(proof, path).root;
  const content = shownLeafScheme(shown);
  const leaf = content === null ? null : leafBytes(input.atom, content);
  const hashed = leaf?.ok === true ? leaf.hashed : null;
  const { hash } = input.atom;
  const stated = hash === null ? null : fromHex(hash);
  const ofProof = { expectedName: 'leafHash of the proof', expected: leafHash };
  return {
    wellFormed: {
      lines: [
        ['leafIndex', leafIndex === null ? 'not given' : `${leafIndex}`],
        ['treeSize', treeSize === null ? 'not given' : `${treeSize}`],
        ['siblings', `${siblings.length}`],
      ],
    },
    ...(path !== null && {
      path: {
        lines: [['rule', describePathScheme(path)]],
        pair: {
          expectedName: 'claimed root',
          expected: rootHash,
          foundName: 'computed root',
          found: root === null ? null : toHex(root),
        },
      },
    }),
    ...(content !== null && {
      content: {
        lines: [['rule', describeLeafScheme(content)]],
        hashed,
        pair: { ...ofProof, foundName: 'hash of the content', found: hashed?.result ?? null },
      },
    }),
    ...(hash !== null && {
      coherent: {
        pair: { ...ofProof, foundName: 'hash of the atom', found: stated === null ? hash : toHex(stated) },
      },
    }),
    root: { lines: [['rootHash', rootHash]] },
  };
}

/** `found` cut into runs that are as in `expected` and runs that are not, byte by byte (two hex digits). */
export function differingDigits(expected: string, found: string): { text: string; differs: boolean }[] {
  const runs: { text: string; differs: boolean }[] = [];
  for (let at = 0; at < found.length; at += 2) {
    const text = found.slice(at, at + 2);
    const differs = expected.slice(at, at + 2) !== text;
    const last = runs.at(-1);
    if (last?.differs === differs) last.text += text;
    else runs.push({ text, differs });
  }
  return runs;
}
