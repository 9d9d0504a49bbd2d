import type { RootContradiction, RootStatus } from '#shared/domain/connection.ts';
import { rootName } from '#shared/memory/sameRoot.ts';

/** A root as a response stated it. */
export interface SeenRoot {
  readonly rootHash: string;
  /**
   * null if the response stated none (stores), or stated one that cannot be trusted because its proof failed.
   */
  readonly treeSize: bigint | null;
}

/** When the root was requested and received, in epoch milliseconds. */
export interface Sighting {
  readonly askedAt: number;
  readonly at: number;
}

/** The times of the response whose root is asked about. */
export interface Asking extends Sighting {
  /** Stores of ours on this connection that were pending when this response was recorded. */
  readonly openWrites?: readonly Pick<Sighting, 'askedAt'>[];
}

/**
 * Summarizes the ledger's records: when each root was seen, how large the tree was at what time, and our own
 * stores.
 */
export interface RootHistory {
  readonly add: (root: SeenRoot, sighting: Sighting) => void;
  /** Notes that a store of ours was sent, whatever its outcome: it may be the reason for another root. */
  readonly addWrite: (write: Sighting) => void;
  /**
   * The user accepts this root as valid, so what was seen of other roots before no longer speaks against it.
   */
  readonly accept: (root: SeenRoot, at: number) => void;
  /**
   * A tree that is smaller than one seen before the request was sent contradicts it, even if its root is an
   * earlier one. For overlapping requests there is no order, so they prove nothing. Another root for a tree
   * of the same size is unexplained unless a store of ours may lie in between.
   */
  readonly status: (root: SeenRoot, asking: Asking) => RootStatus;
  /** Whether a store of ours was sent since `from` (epoch milliseconds), and not after the response was received. */
  readonly mayHaveStored: (from: number, asking: Asking) => boolean;
  readonly largestSize: () => bigint | null;
  /** The tree size seen with a root; null if it was seen without one, or never. */
  readonly sizeOf: (rootHash: string) => bigint | null;
  /** Every root that contradicts what was seen before it, in the order seen. */
  readonly contradictions: () => readonly FoundContradiction[];
}

export interface FoundContradiction {
  readonly rootHash: string;
  readonly contradiction: RootContradiction;
}

interface KnownRoot {
  readonly firstSeenAt: number;
  contradiction: RootContradiction | null;
  size: bigint | null;
  times: number;
}

/** A root and when it was last seen. */
interface LastSeen extends Sighting {
  readonly rootHash: string;
}

/** The two roots seen last for one size; `since`: when the newer one replaced the other. */
interface RootsOfSize {
  readonly latest: LastSeen;
  readonly since: number;
  readonly other: LastSeen | null;
}

export function createRootHistory(): RootHistory {
  const roots = new Map<string, KnownRoot>();
  let contradictions: readonly FoundContradiction[] = [];
  /** Every time that the tree was larger than ever before, in order. */
  let growth: { readonly size: bigint; readonly at: number }[] = [];
  const bySize = new Map<bigint, RootsOfSize>();
  const writes: Sighting[] = [];

  const status: RootHistory['status'] = (root, asking) => {
    const known = roots.get(rootName(root.rootHash));
    const size = root.treeSize ?? known?.size ?? null;
    const contradiction =
      known?.contradiction ??
      otherSize(root.treeSize, known?.size ?? null) ??
      shrinking(size, largestBefore(asking.askedAt));
    if (contradiction !== null) return { kind: 'contradiction', contradiction };
    const other = size === null ? null : unexplainedOther(root.rootHash, size, asking);
    if (other !== null && size !== null) {
      const { rootHash, at } = other;
      return { kind: 'unexplained', treeSize: size.toString(), other: { rootHash, at } };
    }
    return known === undefined
      ? { kind: 'new' }
      : { kind: 'seen', firstSeenAt: known.firstSeenAt, times: known.times };
  };
  const largestBefore = (time: number) => {
    for (let step = growth.length - 1; step >= 0; step -= 1) {
      const found = growth[step];
      if (found !== undefined && found.at < time) return found;
    }
    return null;
  };
  /** The other root of this size that no store of ours explains; null if there is none. */
  const unexplainedOther = (rootHash: string, size: bigint, asking: Asking): LastSeen | null => {
    const seen = bySize.get(size);
    if (seen === undefined) return null;
    const isLatest = rootName(seen.latest.rootHash) === rootName(rootHash);
    const other = isLatest ? seen.other : seen.latest;
    if (other === null) return null;
    const from = Math.min(other.askedAt, isLatest ? Infinity : asking.askedAt);
    const to = Math.max(other.at, isLatest ? seen.since : asking.at);
    return storedBetween(from, to, asking) ? null : other;
  };
  const storedBetween = (from: number, to: number, { openWrites = [] }: Asking): boolean =>
    writes.some((write) => write.at >= from && write.askedAt <= to) ||
    openWrites.some(({ askedAt }) => askedAt <= to);
  const noteSize = (rootHash: string, size: bigint, sighting: Sighting): void => {
    const seen = bySize.get(size);
    const latest = { rootHash, askedAt: sighting.askedAt, at: sighting.at };
    const isLatest = seen !== undefined && rootName(seen.latest.rootHash) === rootName(rootHash);
    if (isLatest) bySize.set(size, { ...seen, latest });
    else bySize.set(size, { latest, since: sighting.at, other: seen?.latest ?? null });
  };

  return {
    status,
    add: (root, sighting) => {
      const { at } = sighting;
      const name = rootName(root.rootHash);
      const found = status(root, sighting);
      const contradiction = found.kind === 'contradiction' ? found.contradiction : null;
      const known = roots.get(name);
      if (known === undefined) {
        roots.set(name, { firstSeenAt: at, contradiction, size: root.treeSize, times: 1 });
      } else {
        known.times += 1;
        known.size ??= root.treeSize;
      }
      // Once for each root, however often it is seen again.
      if (contradiction !== null && !contradictions.some(({ rootHash }) => rootName(rootHash) === name))
        contradictions = [...contradictions, { rootHash: root.rootHash, contradiction }];
      if (contradiction !== null || root.treeSize === null) return;
      noteSize(root.rootHash, root.treeSize, sighting);
      const largest = growth.at(-1)?.size ?? 0n;
      if (root.treeSize > largest) growth.push({ size: root.treeSize, at });
    },
    addWrite: ({ askedAt, at }) => {
      writes.push({ askedAt, at });
    },
    accept: ({ rootHash, treeSize }, at) => {
      const name = rootName(rootHash);
      const known = roots.get(name);
      if (known !== undefined) known.contradiction = null;
      contradictions = contradictions.filter((found) => rootName(found.rootHash) !== name);
      const size = treeSize ?? known?.size ?? null;
      if (size === null) return;
      growth = [...growth.filter((step) => step.size < size), { size, at }];
      bySize.set(size, { latest: { rootHash, askedAt: at, at }, since: at, other: null });
    },
    mayHaveStored: (from, asking) => storedBetween(from, asking.at, asking),
    largestSize: () => growth.at(-1)?.size ?? null,
    sizeOf: (rootHash) => roots.get(rootName(rootHash))?.size ?? null,
    contradictions: () => contradictions,
  };
}

function shrinking(
  size: bigint | null,
  largest: { readonly size: bigint; readonly at: number } | null,
): RootContradiction | null {
  if (size === null || largest === null || size >= largest.size) return null;
  return {
    kind: 'shrinking',
    size: size.toString(),
    largestSize: largest.size.toString(),
    seenAt: largest.at,
  };
}

function otherSize(size: bigint | null, earlier: bigint | null): RootContradiction | null {
  if (size === null || earlier === null || size === earlier) return null;
  return { kind: 'same-root-other-size', size: size.toString(), earlierSize: earlier.toString() };
}
