import { wasBefore, type AskedTimes } from '../memory/wasBefore.ts';
import type { PinAside, RootPin } from '../domain/pin.ts';

/** The part of a pin that decides. */
export type HeldRoot = Pick<RootPin, 'rootHash' | 'treeSize' | 'isExact' | 'pinnedAt'>;

/** A root as a response or a proof states it. */
export interface RootToHold<Pin extends HeldRoot> {
  /** Lowercase hex. */
  readonly rootHash: string;
  readonly treeSize: bigint | null;
  /** When it was requested and received; null for a proof from elsewhere, of any age. */
  readonly asking: AskedTimes | null;
  /** Whether a store over this connection may lie between the pinned root and this one. */
  readonly mayBeOurs: (pin: Pin) => boolean;
}

/** How a root compares with all pins of a connection. The first kind that applies, in this order. */
export type PinFinding<Pin extends HeldRoot> =
  /** Exactly another root is expected. */
  | { readonly kind: 'other-root'; readonly pin: Pin }
  /** The pinned root, but with another tree size. One root cannot have two. */
  | { readonly kind: 'other-size'; readonly pin: Pin }
  /** The tree is smaller than a pinned one was before. Trees never shrink. */
  | { readonly kind: 'smaller'; readonly pin: Pin }
  | { readonly kind: 'pinned'; readonly pin: Pin }
  /** As large as a pinned tree, with another root, and not because of a store over this connection. */
  | { readonly kind: 'same-size'; readonly pin: Pin }
  | { readonly kind: 'aside'; readonly pin: Pin; readonly because: PinAside['because'] }
  | { readonly kind: 'none' };

/**
 * Compares a root with the pins of its connection. A pin vouches for its own root and for no other: trees grow, and
 * the API offers no proof that a larger tree continues a smaller one. Nor is another root of the same size a
 * contradiction, because atoms are changed in place, unless the user expects exactly this root.
 *
 * @param pins newest first
 */
export function compareWithPins<Pin extends HeldRoot>(
  pins: readonly Pin[],
  root: RootToHold<Pin>,
): PinFinding<Pin> {
  const { treeSize } = root;
  const isPinned = (pin: Pin): boolean => pin.rootHash === root.rootHash;
  const exact = pins.filter(({ isExact }) => isExact);
  const [expected] = exact;
  if (expected !== undefined && !exact.some(isPinned)) return { kind: 'other-root', pin: expected };

  const same = pins.filter(isPinned);
  const otherSize = same.find((pin) => {
    const size = sizeOf(pin);
    return size !== null && treeSize !== null && size !== treeSize;
  });
  if (otherSize !== undefined) return { kind: 'other-size', pin: otherSize };

  const isLater = (pin: Pin): boolean => root.asking !== null && wasBefore(pin.pinnedAt, root.asking);
  const smaller = largest(pins.filter((pin) => isLater(pin) && isBelow(treeSize, sizeOf(pin))));
  if (smaller !== null) return { kind: 'smaller', pin: smaller };

  // Preferably one that states a size: more was compared.
  const pinned = same.find((pin) => pin.treeSize !== null) ?? same[0];
  if (pinned !== undefined) return { kind: 'pinned', pin: pinned };

  const asLarge = pins.filter((pin) => treeSize !== null && sizeOf(pin) === treeSize);
  const unexplained = asLarge.find((pin) => isLater(pin) && !root.mayBeOurs(pin));
  if (unexplained !== undefined) return { kind: 'same-size', pin: unexplained };

  const nearest = asLarge[0] ?? largest(pins) ?? pins[0];
  if (nearest === undefined) return { kind: 'none' };
  return { kind: 'aside', pin: nearest, because: whyAside(nearest, treeSize, isLater(nearest)) };
}

function whyAside(pin: HeldRoot, treeSize: bigint | null, isLater: boolean): PinAside['because'] {
  const size = sizeOf(pin);
  if (size === null || treeSize === null) return 'size-unknown';
  if (treeSize > size) return 'grown';
  return isLater ? 'stored-since' : 'asked-before';
}

function largest<Pin extends HeldRoot>(pins: readonly Pin[]): Pin | null {
  let found: Pin | null = null;
  for (const pin of pins)
    if (sizeOf(pin) !== null && (found === null || isBelow(sizeOf(found), sizeOf(pin)))) found = pin;
  return found;
}

function isBelow(size: bigint | null, other: bigint | null): boolean {
  return size !== null && other !== null && size < other;
}

function sizeOf({ treeSize }: HeldRoot): bigint | null {
  return treeSize === null ? null : BigInt(treeSize);
}
