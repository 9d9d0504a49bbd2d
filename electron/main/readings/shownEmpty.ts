import type { AtomReading } from '#shared/domain/atom.ts';
import type { Json } from '#shared/domain/json.ts';
import { emptyLeavesBeside } from '#shared/merkle/emptySubtrees.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { paddingNode } from '#shared/merkle/padding.ts';
import { parseProof } from '#shared/merkle/parseProof.ts';
import type { PathScheme } from '#shared/merkle/scheme.ts';
import type { ShownEmpty } from '../catalogue/emptyLeaves.ts';

/** The leaves that the proofs of a response show to be empty; only proofs that lead to their root count. */
export function shownEmptyIn(atoms: readonly AtomReading[]): readonly ShownEmpty[] {
  return atoms.flatMap(({ proof, verdict }) => {
    const { reason } = verdict.checks.find(({ name }) => name === 'path') ?? {};
    const scheme = reason?.code === 'root-reached' ? reason.schemes[0] : undefined;
    if (scheme === undefined || !mayShowPadding(proof, scheme)) return [];
    const parse = parseProof(proof);
    if (!parse.ok || parse.chain.length > 1 || parse.proof.treeSize === null) return [];
    const spans = emptyLeavesBeside(parse.proof, scheme);
    const { rootHash, treeSize } = parse.proof;
    return spans.length === 0 ? [] : [{ rootHash: toHex(rootHash), treeSize, spans }];
  });
}

/** No tree is deeper. */
const deepest = 64;
const paddingTexts = new Map<string, ReadonlySet<Json>>();

/** Most proofs show none. The text of their siblings rules them out without decoding them again. */
function mayShowPadding(proof: Json, scheme: PathScheme): boolean {
  const siblings =
    typeof proof === 'object' && proof !== null && 'siblings' in proof ? proof.siblings : undefined;
  if (!Array.isArray(siblings)) return false;
  const id = `${scheme.hash} ${scheme.node}`;
  let texts = paddingTexts.get(id);
  if (texts === undefined) {
    const hexes = Array.from({ length: deepest }, (_, level) => toHex(paddingNode(level, scheme)));
    texts = new Set(hexes.flatMap((hex) => [hex, hex.toUpperCase(), `0x${hex}`]));
    paddingTexts.set(id, texts);
  }
  const known = texts;
  return (siblings as readonly Json[]).some((sibling) => known.has(sibling));
}
