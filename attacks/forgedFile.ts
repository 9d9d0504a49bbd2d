import fc from 'fast-check';
import type { ProvenAtom } from './reference.ts';
import type { Scene } from './scene.ts';

/*
 * What the author of a file may do. A file begins honest, with the atoms of one response; each step changes it. What the file
 * claims afterwards is read off its text by `claimsOf`, which knows nothing of how the product reads it.
 */

export type Node = null | boolean | number | string | Node[] | { [name: string]: Node };
export type Item = { [name: string]: Node };

/** One step of an attack: what is done, and three numbers that choose where and with what. */
export interface Step {
  readonly kind: (typeof kinds)[number];
  readonly at: number;
  readonly by: number;
  readonly how: number;
}

export const kinds = [
  'alter-value',
  'alter-key',
  'alter-version',
  'swap-values',
  'split-elsewhere',
  'two-in-one-leaf',
  'node-as-atom',
  'flip-hash',
  'move-leaf',
  'change-siblings',
  'replay',
  'invent',
  'graft',
  'graft-pair',
  'not-found',
  'no-proof',
  'wrong-type',
  'strange-member',
  'own-atom-beside-list',
  'list-beside-list',
  'bare',
  'duplicate-member',
  'hidden-atom',
] as const;

export const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  at: fc.nat(5),
  by: fc.nat(5),
  how: fc.nat(7),
});

export interface ForgedFile {
  readonly text: string;
  readonly claims: readonly Claim[];
}

/** What a reader of the file believes: that an atom is in the memory. `isReadable`: its key and value are texts. */
export interface Claim {
  readonly key: string;
  readonly value?: string;
  readonly version?: number;
  readonly isReadable: boolean;
}

export function forgeFile(scene: Scene, steps: readonly Step[]): ForgedFile {
  const items = scene.keys.map((key) => asItem(scene.memory.prove(key)));
  let file: Node = { atoms: items };
  const duplicates: [string, Node][] = [];
  for (const step of steps) {
    const item = items[step.at % items.length];
    const other = items[step.by % items.length];
    if (item === undefined || other === undefined) continue;
    if (step.kind === 'own-atom-beside-list')
      file = { ...asItem(scene.invented[step.by % scene.invented.length] ?? null), ...asList(file) };
    else if (step.kind === 'list-beside-list')
      file = {
        ...asList(file),
        [step.how % 2 === 0 ? 'results' : 'hits']: [asItem(scene.invented[step.by % 3] ?? null)],
      };
    else if (step.kind === 'hidden-atom') {
      const { name, hidden } = hiddenAtom(scene, step);
      // In an atom, in its proof, or beside the list of all atoms.
      if (step.by % 3 === 0) file = { ...asList(file), [`more-${name}`]: hidden };
      else (step.by % 3 === 1 ? item : proofOf(item))[name] = hidden;
    } else if (step.kind === 'duplicate-member') {
      const name = `dup${String(duplicates.length)}`;
      duplicates.push([name, step.how % 2 === 0 ? 'forged' : (other['value'] ?? null)]);
      item[name] = step.how % 4 < 2 ? 'before' : 'after';
    } else changeItem(scene, step, item, other);
  }
  const claims = [...claimsOf(file), ...duplicates.map(([, value]): Claim => claimOf({ key: '', value }))];
  return { text: withDuplicates(JSON.stringify(file), duplicates), claims };
}

/** An atom that was never stored, with or without its proof, below some members or lists that mean nothing. */
function hiddenAtom(
  { invented }: Scene,
  { at, how }: Step,
): { readonly name: string; readonly hidden: Node } {
  const forged = asItem(invented[at % invented.length] ?? null);
  if (how % 2 === 1) delete forged['proof'];
  let hidden: Node = forged;
  for (let depth = 0; depth < how >> 1; depth += 1)
    hidden = (depth + at) % 2 === 0 ? { [textOf(forged['key'])]: hidden } : [hidden];
  return { name: ['data', 'atoms', 'atom', 'extra', 'results', 'note'][at] ?? '', hidden };
}

function asList(file: Node): { [name: string]: Node } {
  return typeof file === 'object' && file !== null && !Array.isArray(file) ? file : { atoms: file };
}

export function asItem(atom: ProvenAtom | null): Item {
  return atom === null ? {} : { ...atom, proof: { ...atom.proof, siblings: [...atom.proof.siblings] } };
}

function proofOf(item: Item): { [name: string]: Node } {
  const { proof } = item;
  return typeof proof === 'object' && proof !== null && !Array.isArray(proof) ? proof : {};
}

export function changeItem(scene: Scene, { kind, by, how }: Step, item: Item, other: Item): void {
  const { memory, invented, planted } = scene;
  const proof = proofOf(item);
  switch (kind) {
    case 'alter-value':
      item['value'] = how === 0 ? '' : `forged ${how}`;
      return;
    case 'alter-key':
      item['key'] = how < 4 ? (other['key'] ?? null) : `v1.forged.${how}`;
      return;
    case 'alter-version':
      item['version'] = how - 1;
      return;
    case 'swap-values':
      [item['value'], other['value']] = [other['value'] ?? null, item['value'] ?? null];
      return;
    case 'split-elsewhere':
      splitElsewhere(scene, item, how);
      return;
    case 'two-in-one-leaf':
      Object.assign(item, structuredClone(other));
      splitElsewhere(scene, item, how);
      return;
    case 'node-as-atom': {
      const node = memory.proveNode(1 + (how % 3), by);
      // Its text is no JSON.
      if (node === null || memory.rules.covers === 'all') return;
      const readings = memory.rules.readings(node.text);
      const { leafHash } = node.proof;
      Object.assign(item, readings[how % readings.length], { hash: leafHash, proof: { ...node.proof } });
      return;
    }
    case 'flip-hash': {
      const siblings = Array.isArray(proof['siblings']) ? proof['siblings'] : [];
      if (how < 4 && siblings.length > 0)
        siblings[by % siblings.length] = flipped(siblings[by % siblings.length]);
      else if (how < 6) proof['leafHash'] = flipped(proof['leafHash']);
      else proof['rootHash'] = flipped(proof['rootHash']);
      return;
    }
    case 'move-leaf':
      if (how < 4) proof['leafIndex'] = [by, -1, 1.5, '3'][how] ?? null;
      else proof['treeSize'] = [by + 1, 2 ** 53, '9007199254740993', 0][how - 4] ?? null;
      return;
    case 'change-siblings': {
      const siblings = Array.isArray(proof['siblings']) ? proof['siblings'] : [];
      if (how < 3) siblings.pop();
      else if (how < 6) siblings.push(textOf(proof['rootHash']));
      else siblings.reverse();
      return;
    }
    case 'replay': {
      const before = memory.history[how % memory.history.length];
      Object.assign(item, asItem(memory.prove(textOf(other['key']), before)));
      return;
    }
    case 'invent':
      Object.assign(item, asItem(invented[by % invented.length] ?? null));
      if (how < 3) proofOf(item)['rootHash'] = memory.now.root;
      return;
    case 'graft':
    case 'graft-pair': {
      const forged = asItem(invented[by % invented.length] ?? null);
      const outer = asItem(memory.prove(planted))['proof'] ?? null;
      Object.assign(item, forged);
      item['proof'] =
        kind === 'graft'
          ? [forged['proof'] ?? null, outer]
          : { currentProof: short(forged['proof'] ?? null), shardRootProof: short(outer) };
      return;
    }
    case 'not-found':
      item['found'] = false;
      if (how < 4) item['value'] = 'forged';
      return;
    case 'no-proof':
      if (how < 4) item['proof'] = null;
      else delete item['proof'];
      return;
    case 'wrong-type':
      if (how < 3) item['key'] = how;
      else if (how < 6) item['value'] = { text: 'forged' };
      else [item['key'], item['value']] = [7, 8];
      return;
    case 'strange-member':
      item[['constructor', 'toString', 'hasOwnProperty', 'then'][how % 4] ?? ''] = 'forged';
      return;
    case 'bare':
      delete item['key'];
      delete item['value'];
      return;
    // These change the file, not an item.
    case 'own-atom-beside-list':
    case 'list-beside-list':
    case 'duplicate-member':
    case 'hidden-atom':
  }
}

/** Gives an atom another key and value with the same pre-image. Where there are none, those do not fit. */
function splitElsewhere({ memory: { rules } }: Scene, item: Item, how: number): void {
  const [key, value, version] = [textOf(item['key']), textOf(item['value']), Number(item['version'])];
  const readings = rules.readings(rules.preimage({ key, value, version }).toString());
  const text = `${key}${value}`;
  const none = { key: text.slice(0, how), value: text.slice(how) };
  const { key: otherKey, value: otherValue } =
    readings.length > 1 ? (readings[how % readings.length] ?? none) : none;
  Object.assign(item, { key: otherKey, value: otherValue });
}

/** A proof with the field names of the open server, which has no tree size. */
function short(proof: Node): Node {
  if (typeof proof !== 'object' || proof === null || Array.isArray(proof)) return proof;
  const { leafHash = null, siblings = null, rootHash = null, leafIndex = null } = proof;
  return { leaf: leafHash, auditPath: siblings, root: rootHash, index: leafIndex };
}

/** What is not a text counts as an empty one. */
export function textOf(node: Node | undefined): string {
  return typeof node === 'string' ? node : '';
}

function flipped(hash: Node | undefined): string {
  const text = textOf(hash);
  return `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`;
}

/** Every object with a key and a value, wherever it is: that is what a reader sees. */
function claimsOf(node: Node): readonly Claim[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(claimsOf);
  const inner = Object.values(node).flatMap(claimsOf);
  return 'key' in node || 'value' in node ? [claimOf(node), ...inner] : inner;
}

function claimOf({ key = null, value = null, version = null }: { [name: string]: Node }): Claim {
  const isReadable = typeof key === 'string' && (value === null || typeof value === 'string');
  return {
    key: typeof key === 'string' ? key : '',
    ...(typeof value === 'string' && { value }),
    ...(typeof version === 'number' && { version }),
    isReadable,
  };
}

/** Puts a second value before or after the first one, which `JSON.stringify` cannot. */
function withDuplicates(text: string, duplicates: readonly (readonly [name: string, value: Node])[]): string {
  return duplicates.reduce(
    (result, [name, value]) =>
      result.replace(new RegExp(`"${name}":"(before|after)"`), `"value":${JSON.stringify(value)}`),
    text,
  );
}
