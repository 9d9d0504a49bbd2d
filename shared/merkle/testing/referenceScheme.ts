import type { LeafScheme, PathScheme } from '../scheme.ts';
import { naiveDuplicatingTree, naivePaddedTree, naiveRfcTree } from './naiveTree.ts';
import type { ReferenceHash, SampleAtom, SampleService } from './sampleTree.ts';

type Bytes = Uint8Array;

/** What a reference needs from outside, so that it shares nothing with the engine. */
export interface Reference {
  readonly hash: ReferenceHash;
  readonly utf8: (text: string) => Bytes;
}

/** A service that works by a scheme, written out from the words of the registry. Lists siblings leaf first. */
export function referenceService(path: PathScheme, leaf: LeafScheme, reference: Reference): SampleService {
  const { hash, utf8 } = reference;
  const nodes: Readonly<Record<PathScheme['node'], (left: Bytes, right: Bytes) => Bytes>> = {
    'prefix-01': (left, right) => hash(Uint8Array.of(1), left, right),
    concat: (left, right) => hash(left, right),
    sorted: (left, right) => (hex(left) < hex(right) ? hash(left, right) : hash(right, left)),
    double: (left, right) => hash(hash(left, right)),
    hex: (left, right) => hash(hex(left) + hex(right)),
  };
  const node = (...parts: readonly Bytes[]): Bytes =>
    nodes[path.node](parts[0] ?? new Uint8Array(), parts[1] ?? new Uint8Array());
  const trees = {
    rfc6962: () => naiveRfcTree(node),
    'duplicate-last': () => naiveDuplicatingTree(node),
    'zero-pad': () => naivePaddedTree(node, hash('').length),
  };
  const digests: Readonly<Record<LeafScheme['digest'], (message: readonly Bytes[]) => Bytes>> = {
    'prefix-00': (message) => hash(Uint8Array.of(0), ...message),
    plain: (message) => hash(...message),
    double: (message) => hash(hash(...message)),
  };
  return {
    tree: trees[path.shape](),
    leaf: (atom) => digests[leaf.digest](referencePreimage(leaf.preimage, atom, hash, utf8)),
  };
}

function referencePreimage(
  id: string,
  atom: SampleAtom,
  hash: ReferenceHash,
  utf8: (text: string) => Bytes,
): readonly Bytes[] {
  const [rule = '', list = ''] = id.split(':');
  const text = (name: string) =>
    name === 'key' ? atom.key : name === 'value' ? atom.value : String(atom.version);
  const names = list.split(',');
  const json = (name: string) => (name === 'version' ? text(name) : JSON.stringify(text(name)));
  if (id === 'concat:key,hash-value') return [utf8(atom.key), hash(atom.value)];
  if (id === 'concat:hash-key,hash-value') return [hash(atom.key), hash(atom.value)];
  if (rule === 'key' || rule === 'value') return [utf8(text(rule))];
  if (rule === 'json') return [utf8(`{${names.map((name) => `"${name}":${json(name)}`).join(',')}}`)];
  if (rule === 'json-array') return [utf8(`[${names.map(json).join(',')}]`)];
  const length = /^length-u(32|64)(be|le)$/.exec(rule);
  if (length !== null)
    return names.flatMap((name) => {
      const bytes = utf8(text(name));
      const prefix = [
        bytes.length & 255,
        bytes.length >> 8,
        ...Array.from({ length: Number(length[1]) / 8 - 2 }, () => 0),
      ];
      return [Uint8Array.from(length[2] === 'le' ? prefix : prefix.reverse()), bytes];
    });
  const separator: Readonly<Record<string, string>> = {
    concat: '',
    'join-colon': ':',
    'join-pipe': '|',
    'join-nul': '\0',
    'join-newline': '\n',
  };
  return [utf8(names.map(text).join(separator[rule] ?? 'no such rule'))];
}

function hex(bytes: Bytes): string {
  return Buffer.from(bytes).toString('hex');
}
