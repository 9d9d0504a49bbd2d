import { hashLeaf, leafPreimage } from '#shared/merkle/hashing.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { findPreimage, type AtomContent, type PreimageGap } from '#shared/merkle/preimages.ts';
import type { LeafScheme, PathScheme } from '#shared/merkle/scheme.ts';
import type { PathStep, StepRule } from '#shared/merkle/rootFromInclusionProof.ts';

/** One part of the hashed bytes, and what it is. */
export interface BytesPart {
  readonly role: 'prefix' | 'path' | 'sibling' | 'content';
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The bytes as text. null if they are not text. */
  readonly text: string | null;
}

/** Exactly what is hashed at one place, in order, and the result. */
export interface HashedBytes {
  readonly hash: PathScheme['hash'];
  /** How often the hash function is applied. */
  readonly rounds: 1 | 2;
  readonly parts: readonly BytesPart[];
  /** Hex. */
  readonly result: string;
}

/** null if the step hashes nothing because the node moves up unchanged. */
export function stepBytes(step: PathStep, scheme: PathScheme): HashedBytes | null {
  if (step.right === null) return null;
  const own = step.level === 0 ? 'the leaf' : 'the computed node';
  const isOnRight = step.side === 'left';
  const left: Child = isOnRight
    ? { role: 'sibling', name: 'the sibling', bytes: step.left }
    : { role: 'path', name: own, bytes: step.left };
  const right: Child = isOnRight
    ? { role: 'path', name: own, bytes: step.right }
    : partnerOf(step.rule, own, step.right);
  return {
    hash: scheme.hash,
    rounds: scheme.node === 'double' ? 2 : 1,
    parts: childParts(left, right, scheme.node),
    result: toHex(step.computed),
  };
}

interface Child {
  readonly role: 'path' | 'sibling';
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The node to the right of the path's own node. */
function partnerOf(rule: StepRule, own: string, bytes: Uint8Array): Child {
  switch (rule) {
    case 'hash':
      return { role: 'sibling', name: 'the sibling', bytes };
    case 'duplicate':
      return { role: 'path', name: `${own} again`, bytes };
    case 'pad':
      return { role: 'sibling', name: 'padding', bytes };
    case 'promote':
      throw new Error('A node that moves up unchanged has no partner.');
  }
}

function childParts(left: Child, right: Child, node: PathScheme['node']): readonly BytesPart[] {
  const plain = (side: string, { role, name, bytes }: Child): BytesPart => ({
    role,
    name: `${side}: ${name}`,
    bytes,
    text: null,
  });
  switch (node) {
    case 'concat':
    case 'double':
      return [plain('left', left), plain('right', right)];
    case 'prefix-01':
      return [prefixPart('marks a node', 1), plain('left', left), plain('right', right)];
    case 'sorted': {
      // Hex digits sort as the bytes do.
      const isSwapped = toHex(left.bytes) > toHex(right.bytes);
      const [smaller, greater] = isSwapped ? [right, left] : [left, right];
      return [plain('smaller', smaller), plain('greater', greater)];
    }
    case 'hex':
      return [asHexText('left', left), asHexText('right', right)];
  }
}

function asHexText(side: string, { role, name, bytes }: Child): BytesPart {
  const text = toHex(bytes);
  return { role, name: `${side}: ${name}, as text`, bytes: new TextEncoder().encode(text), text };
}

function prefixPart(name: string, byte: number): BytesPart {
  return { role: 'prefix', name, bytes: Uint8Array.of(byte), text: null };
}

export type LeafBytes =
  | { readonly ok: true; readonly hashed: HashedBytes }
  | { readonly ok: false; readonly gap: PreimageGap };

/** The bytes of an atom that a leaf rule hashes. */
export function leafBytes(atom: AtomContent, scheme: LeafScheme): LeafBytes {
  const preimage = leafPreimage(atom, scheme);
  if (!preimage.ok) return preimage;
  const hashing = hashLeaf(atom, scheme);
  if (!hashing.ok) return hashing;
  const content: BytesPart = {
    role: 'content',
    name: findPreimage(scheme.preimage)?.words ?? scheme.preimage,
    bytes: preimage.bytes,
    text: textOf(preimage.bytes),
  };
  const hashed: HashedBytes = {
    hash: scheme.hash,
    rounds: scheme.digest === 'double' ? 2 : 1,
    parts: scheme.digest === 'prefix-00' ? [prefixPart('marks a leaf', 0), content] : [content],
    result: toHex(hashing.hash),
  };
  return { ok: true, hashed };
}

/** null if the bytes are not valid UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
