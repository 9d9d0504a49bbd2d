import { utf8ToBytes } from '@noble/hashes/utils.js';
import { leafMessage, leafPreimage } from './hashing.ts';
import type { AtomContent } from './preimages.ts';
import { lengthOfHash } from './registry.ts';
import type { LeafScheme, PathScheme } from './scheme.ts';
import { separatesLeaves } from './separation.ts';

/**
 * Whether what is hashed for an atom has the form of what is hashed for an inner node. If a path leads from there to the root,
 * the "atom" may be that node: whoever knows the tree can write its two halves as key and value.
 *
 * - Under `hex`, a node is the text of two hashes: any node can be an atom.
 * - Otherwise it is one or two hashes as bytes (after a byte 00 or 01), which must happen to be UTF-8. An attacker who may store
 *   atoms finds such a hash in about 2^27 attempts. So a text of that length counts, unless it is printable ASCII throughout, as
 *   nearly all texts of that length are: that takes about 2^44 attempts for each hash, and results in random characters.
 */
export function couldBeNode(atom: AtomContent, leaf: LeafScheme, path: PathScheme): boolean {
  if (separatesLeaves(path, [leaf]) || leaf.hash !== path.hash || isFramed(leaf)) return false;
  if (!mayBeHashes(atom, leaf, path)) return false;
  const preimage = leafPreimage(atom, leaf);
  if (!preimage.ok) return false;
  // What is hashed first, where both are hashed twice.
  const message =
    leaf.digest === 'double' && path.node === 'double' ? preimage.bytes : leafMessage(preimage.bytes, leaf);
  const length = lengthOfHash(path.hash);
  switch (path.node) {
    case 'hex':
      return message.length === 4 * length;
    case 'concat':
    case 'sorted':
      return message.length === 2 * length;
    case 'prefix-01':
      return message.length === 2 * length + 1 && message[0] === 1;
    case 'double':
      // With this link, what is hashed for the root of an inner tree is hashed twice, too, before it is a leaf of the outer tree.
      if (path.links?.includes('hash') === true && message.length === 2 * length) return true;
      return message.length === (leaf.digest === 'double' ? 2 : 1) * length;
  }
}

/**
 * Whether a rule writes so much between the fields (brackets and quotation marks, lengths) that it takes longer to find two hashes
 * that have all of it in the right places than to find two printable ones.
 */
function isFramed({ preimage }: LeafScheme): boolean {
  return /^(?:json|length)/.test(preimage);
}

/** Whether the texts of an atom are such that an attacker can find hashes that they consist of. */
function mayBeHashes(
  { key, value }: AtomContent,
  { hash, preimage }: LeafScheme,
  { node }: PathScheme,
): boolean {
  if (preimage === 'concat:hash-key,hash-value') {
    // For every atom, the two halves are hashes. In a node, they are those of what its children are hashed from.
    const isChild = (text: string | null): boolean =>
      isUnusual(text) && utf8ToBytes(text ?? '').length % lengthOfHash(hash) === 0;
    return node !== 'hex' && isChild(key) && isChild(value);
  }
  const texts = preimage === 'value' ? [value] : hasOnlyKey.has(preimage) ? [key] : [key, value];
  // A node is two hashes at most, in hex or after a byte. Most atoms are longer, and nothing has to be encoded.
  const units = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  if (units > (node === 'hex' ? 4 : 2) * lengthOfHash(hash) + 1) return false;
  return node === 'hex' ? texts.every((text) => /^[\da-f]*$/.test(text ?? '')) : texts.some(isUnusual);
}

/** Rules that write no text but the key as it is. */
const hasOnlyKey: ReadonlySet<string> = new Set(['key', 'atom', 'concat:key,hash-value']);

function isUnusual(text: string | null): boolean {
  return /[^\t\n\r -~]/.test(text ?? '');
}
