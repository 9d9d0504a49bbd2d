import type { Json } from '../domain/json.ts';
import { hashLeaf } from './hashing.ts';
import type { HashTexts } from './hashTexts.ts';
import { equalBytes, sharedHex, toHex } from './hex.ts';
import { treeCountOf } from './linkRule.ts';
import { carriesLeaf, parseProof, type ProofParse } from './parseProof.ts';
import { outermost, type InclusionProof, type ProofChain, type ProofProblem } from './proof.ts';
import { linksOf } from './proofShape.ts';
import type { AtomContent } from './preimages.ts';
import { lengthOfHash } from './registry.ts';
import type { SchemePin } from './scheme.ts';
import { reachesRoot } from './rootFromInclusionProof.ts';

/** The proof of a response as the checks see it: decoded, or why there is none to check. */
export type ProofReading =
  | {
      readonly kind: 'read';
      /** The proof of the leaf: the first of the chain. */
      readonly proof: InclusionProof;
      readonly chain: ProofChain;
      /** Where the leaf hash comes from. Only a leaf hash in the proof can differ from the atom's hash. */
      readonly leafFrom: 'proof' | 'atom' | 'content';
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed'; readonly problems: readonly ProofProblem[] }
  /** A proof of a shape that names no leaf hash, and neither the atom nor a leaf rule gives one. */
  | { readonly kind: 'leafless' };

/** A root that a proof names, as lowercase hex, and the size of its tree. */
export interface ClaimedRoot {
  readonly rootHash: string;
  readonly treeSize: bigint | null;
}

/** The root that a proof as received leads to, and the size of its tree; null if it cannot be read. */
export function claimedRoot(raw: Json): ClaimedRoot | null {
  return readClaimedRoot(raw).root;
}

/** Where a proof as received says that its leaf is: a root in lowercase hex, and decimal texts; null what it does not say. */
export function claimedPlace(raw: Json): {
  readonly rootHash: string | null;
  readonly treeSize: string | null;
  readonly leafIndex: string | null;
} {
  const { parse, root } = readClaimedRoot(raw);
  return {
    rootHash: root?.rootHash ?? null,
    treeSize: root?.treeSize?.toString() ?? null,
    leafIndex: parse.ok ? (parse.proof.leafIndex?.toString() ?? null) : null,
  };
}

/** A proof as received, decoded by itself, with the root that it states; null if that cannot be read. */
export function readClaimedRoot(
  raw: Json,
  texts?: HashTexts,
): {
  readonly parse: ProofParse;
  readonly root: ClaimedRoot | null;
} {
  const parse = parseProof(raw, { texts });
  if (parse.ok) return { parse, root: rootOf(parse.chain) };
  if (carriesLeaf(linksOf(raw)[0]?.raw)) return { parse, root: null };
  // Any leaf hash will do, because it is not used.
  const withLeaf = parseProof(raw, { leafHash: rootText(raw) });
  return { parse, root: withLeaf.ok ? rootOf(withLeaf.chain) : null };
}

function rootOf(chain: ProofChain): ClaimedRoot {
  const { rootHash, treeSize } = outermost(chain);
  return { rootHash: sharedHex(rootHash), treeSize };
}

function rootText(raw: Json): string | null {
  const link = linksOf(raw)[0]?.raw;
  const root = typeof link === 'object' && link !== null && 'rootHash' in link ? link.rootHash : null;
  return typeof root === 'string' ? root : null;
}

/**
 * Reads a proof for the checks. A proof that is absent is another thing than one that is there and cannot be
 * read. Where its shape names no leaf hash, the atom's is taken, or the one that the leaf rule gives its content.
 * `parse`: what `parseProof` made of it by itself; null if that was not asked.
 */
export function readProof(
  raw: Json,
  atom: AtomContent & { readonly hash: string | null },
  pin: SchemePin | null,
  parse: ProofParse | null = null,
): ProofReading {
  if (raw === null) return { kind: 'missing' };
  const hashBytes = pinnedLength(pin);
  // The first hash set the length of all: where it is the pinned one, decoding again would give the same.
  if (parse?.ok === true && (hashBytes === null || parse.proof.leafHash.length === hashBytes))
    return readingOf(parse, 'proof', pin);
  if (carriesLeaf(linksOf(raw)[0]?.raw)) return readingOf(parseProof(raw, { hashBytes }), 'proof', pin);
  if (atom.hash !== null) return readingOf(parseProof(raw, { hashBytes, leafHash: atom.hash }), 'atom', pin);

  const readings = leavesOf(atom, pin).map((leaf) =>
    readingOf(parseProof(raw, { hashBytes, leafHash: toHex(leaf) }), 'content', pin),
  );
  const leads = readings.find(
    (reading) =>
      reading.kind === 'read' && pin?.path.some((scheme) => reachesRoot(reading.proof, scheme)) === true,
  );
  return leads ?? readings[0] ?? { kind: 'leafless' };
}

/** A chain of another number of proofs than the pinned rules have trees cannot be followed by them. */
function readingOf(
  parse: ProofParse,
  leafFrom: 'proof' | 'atom' | 'content',
  pin: SchemePin | null,
): ProofReading {
  if (!parse.ok) return { kind: 'malformed', problems: parse.problems };
  const given = parse.chain.length;
  if (pin !== null && pin.path.length > 0 && !pin.path.some((scheme) => treeCountOf(scheme) === given)) {
    const fault = { kind: 'tree-count', given, trees: [...new Set(pin.path.map(treeCountOf))] } as const;
    return { kind: 'malformed', problems: [{ field: 'proof', fault }] };
  }
  return { kind: 'read', proof: parse.proof, chain: parse.chain, leafFrom };
}

/** Length of the hashes that a pin asks for; null if it leaves that open. */
function pinnedLength(pin: SchemePin | null): number | null {
  if (pin === null) return null;
  const lengths = new Set([...pin.path, ...pin.leaf].map(({ hash }) => lengthOfHash(hash)));
  const [length] = lengths;
  return lengths.size === 1 && length !== undefined ? length : null;
}

function leavesOf(atom: AtomContent, pin: SchemePin | null): readonly Uint8Array[] {
  const leaves: Uint8Array[] = [];
  for (const scheme of pin?.leaf ?? []) {
    const hashing = hashLeaf(atom, scheme);
    if (hashing.ok && !leaves.some((leaf) => equalBytes(leaf, hashing.hash))) leaves.push(hashing.hash);
  }
  return leaves;
}
