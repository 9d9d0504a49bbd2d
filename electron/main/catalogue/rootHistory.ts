import type { RootContradiction, RootStatus } from '#shared/domain/connection.ts';
import { rootName } from '#shared/memory/sameRoot.ts';

/** A root as an answer carried it. */
export interface SeenRoot {
  readonly rootHash: string;
  /** null where the answer named none (stores), or named one that is not to be believed (its proof failed). */
  readonly treeSize: bigint | null;
}

/** When a root was asked for and when it came, in epoch milliseconds. */
export interface Sighting {
  readonly askedAt: number;
  readonly at: number;
}

/** The times of the response whose root is asked about. */
export interface Asking extends Sighting {
  /** Writes of ours over this connection that were not answered when this answer was taken in. */
  readonly openWrites?: readonly Pick<Sighting, 'askedAt'>[];
}

/** What the ledger's records amount to: when each root was seen, how large the tree was by when, and our own writes. */
export interface RootHistory {
  readonly add: (root: SeenRoot, sighting: Sighting) => void;
  /** A write of ours that was sent, whatever came of it: it may be why the root is another one. */
  readonly addWrite: (write: Sighting) => void;
  /** The user takes this root for right: what was seen of other roots before no longer speaks against it. */
  readonly accept: (root: SeenRoot, at: number) => void;
  /**
   * A tree that is smaller than one that was seen before the request left contradicts it, also where its root is an
   * earlier one; of answers that overtook each other neither is the later one, so they prove nothing. Another root for a
   * tree of the same size is unexplained unless a write of ours may lie between.
   */
  readonly status: (root: SeenRoot, asking: Asking) => RootStatus;
  readonly largestSize: () => bigint | null;
  /** The tree size that a root was seen with; null where it was seen with none, or never. */
  readonly sizeOf: (rootHash: string) => bigint | null;
  /** Of each root that contradicts what was seen before it, in the order seen. */
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

/** A root with when it was last seen. */
interface LastSeen extends Sighting {
  readonly rootHash: string;
}

/** The two roots that were seen last for one size; `since`: when the latest one took the place of the other. */
interface RootsOfSize {
  readonly latest: LastSeen;
  readonly since: number;
  readonly other: LastSeen | null;
}

export function createRootHistory(): RootHistory {
  const roots = new Map<string, KnownRoot>();
  let contradictions: readonly FoundContradiction[] = [];
  /** Each time the tree was seen larger than ever before, in order. */
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
  /** The other root of this size that nothing of ours explains; null where there is none. */
  const unexplainedOther = (rootHash: string, size: bigint, asking: Asking): LastSeen | null => {
    const seen = bySize.get(size);
    if (seen === undefined) return null;
    const isLatest = rootName(seen.latest.rootHash) === rootName(rootHash);
    const other = isLatest ? seen.other : seen.latest;
    if (other === null) return null;
    const from = Math.min(other.askedAt, isLatest ? Infinity : asking.askedAt);
    const to = Math.max(other.at, isLatest ? seen.since : asking.at);
    const isOurs =
      writes.some((write) => write.at >= from && write.askedAt <= to) ||
      (asking.openWrites ?? []).some(({ askedAt }) => askedAt <= to);
    return isOurs ? null : other;
  };
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
