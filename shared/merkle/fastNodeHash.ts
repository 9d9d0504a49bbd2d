import { digest, digest64Into } from '@chainsafe/as-sha256';
import { hashNode } from './hashing.ts';
import { lengthOfHash } from './registry.ts';
import type { PathScheme } from './scheme.ts';
import type { WordHash } from './verifyPacked.ts';

/**
 * The fastest portable way to make nodes by a scheme. SHA-256 runs as WebAssembly, which a page with a strict
 * content security policy refuses to compile: for workers and the command line only, never for the window.
 */
export function fastNodeHash(scheme: PathScheme): WordHash {
  if (scheme.hash === 'sha-256' && scheme.node === 'concat') return concatHash();
  if (scheme.hash === 'sha-256' && scheme.node === 'prefix-01') return prefixHash();
  return portableNodeHash(scheme);
}

/** Any scheme, without WebAssembly. */
export function portableNodeHash(scheme: PathScheme): WordHash {
  const length = lengthOfHash(scheme.hash);
  return (words, left, right, into) => {
    const bytes = new Uint8Array(words.buffer);
    const at = (word: number) => bytes.subarray(4 * word, 4 * word + length);
    bytes.set(hashNode(at(left), at(right), scheme), 4 * into);
  };
}

const hashWords = 8;

function concatHash(): WordHash {
  const message = new Uint32Array(2 * hashWords);
  const messageBytes = new Uint8Array(message.buffer);
  const node = new Uint32Array(hashWords);
  const nodeBytes = new Uint8Array(node.buffer);
  return (words, left, right, into) => {
    for (let at = 0; at < hashWords; at += 1) {
      message[at] = words[left + at] ?? 0;
      message[hashWords + at] = words[right + at] ?? 0;
    }
    digest64Into(messageBytes, nodeBytes);
    for (let at = 0; at < hashWords; at += 1) words[into + at] = node[at] ?? 0;
  };
}

function prefixHash(): WordHash {
  // The two nodes are copied as words to where they are aligned, and from there by bytes behind the prefix.
  const children = new Uint32Array(2 * hashWords);
  const childBytes = new Uint8Array(children.buffer);
  const message = new Uint8Array(1 + childBytes.length);
  message[0] = 0x01;
  return (words, left, right, into) => {
    for (let at = 0; at < hashWords; at += 1) {
      children[at] = words[left + at] ?? 0;
      children[hashWords + at] = words[right + at] ?? 0;
    }
    message.set(childBytes, 1);
    const node = digest(message);
    const view = new Uint32Array(node.buffer, node.byteOffset, hashWords);
    for (let at = 0; at < hashWords; at += 1) words[into + at] = view[at] ?? 0;
  };
}
