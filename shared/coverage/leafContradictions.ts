import type { LeafContradiction, LeafPlace } from '../domain/catalogue.ts';

/** A key at a leaf position, in the tree in which it was read there. */
export interface PlacedKey {
  readonly key: string;
  readonly placed: LeafPlace;
}

const mostKeysNamed = 10;

/**
 * What several keys on one position contradict. Under one root a position holds one leaf. Under different roots it
 * holds the same leaf only if the tree does nothing but grow: `grows` says whether nothing contradicts that.
 */
export function contradictionsOn(
  leafIndex: string,
  placed: readonly PlacedKey[],
  grows: boolean,
): readonly LeafContradiction[] {
  const byTree = new Map<string, PlacedKey[]>();
  for (const item of placed) {
    const name = `${item.placed.treeSize} ${item.placed.rootHash}`;
    const others = byTree.get(name);
    if (others === undefined) byTree.set(name, [item]);
    else others.push(item);
  }
  const found: LeafContradiction[] = [];
  for (const together of byTree.values()) {
    const [first] = together;
    if (first === undefined || together.length < 2) continue;
    const { rootHash } = first.placed;
    found.push({ kind: 'one-leaf-one-root', leafIndex, rootHash, ...named(together) });
  }
  if (grows && byTree.size > 1) found.push({ kind: 'one-leaf-other-root', leafIndex, ...named(placed) });
  return found;
}

function named(placed: readonly PlacedKey[]) {
  return {
    keys: placed.slice(0, mostKeysNamed).map(({ key }) => key),
    keyCount: placed.length,
    proven: placed.every((item) => item.placed.path === 'pass'),
  };
}
