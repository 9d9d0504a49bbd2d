import type { AtomReading } from '#shared/domain/atom.ts';
import type { Json } from '#shared/domain/json.ts';
import { emptyLeavesBeside } from '#shared/merkle/emptySubtrees.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { paddingNode } from '#shared/merkle/padding.ts';
import { parseProof } from '#shared/merkle/parseProof.ts';
import type { PathScheme } from '#shared/merkle/scheme.ts';
import type { ShownEmpty } from '../known/emptyLeaves.ts';

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

interface PaddingTexts {
  readonly texts: ReadonlySet<Json>;
  /** 1 for each mark of a text. */
  readonly marks: Uint8Array;
}
const paddingTexts = new Map<string, PaddingTexts>();

/** Most proofs show none. The text of their siblings rules them out without decoding them again. */
function mayShowPadding(proof: Json, scheme: PathScheme): boolean {
  const siblings =
    typeof proof === 'object' && proof !== null && 'siblings' in proof ? proof.siblings : undefined;
  if (!Array.isArray(siblings)) return false;
  const { texts, marks } = paddingOf(scheme);
  return (siblings as readonly Json[]).some(
    (sibling) => typeof sibling === 'string' && marks[markOf(sibling)] === 1 && texts.has(sibling),
  );
}

function paddingOf(scheme: PathScheme): PaddingTexts {
  const id = `${scheme.hash} ${scheme.node}`;
  const known = paddingTexts.get(id);
  if (known !== undefined) return known;
  const hexes = Array.from({ length: deepest }, (_, level) => toHex(paddingNode(level, scheme)));
  const texts = new Set(hexes.flatMap((hex) => [hex, hex.toUpperCase(), `0x${hex}`]));
  const marks = new Uint8Array(0x10000);
  for (const text of texts) marks[markOf(text)] = 1;
  const padding = { texts, marks };
  paddingTexts.set(id, padding);
  return padding;
}

/** From the first digits, which is faster than looking the text up: 16 bits. */
function markOf(text: string): number {
  let mark = 0;
  for (let at = 0; at < 8; at += 1) mark = (31 * mark + text.charCodeAt(at)) & 0xffff;
  return mark;
}
