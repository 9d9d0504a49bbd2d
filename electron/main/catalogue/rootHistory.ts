import type { RootContradiction, RootStanding } from '#shared/domain/connection.ts';

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

/** What the ledger's records amount to: when each root was seen, and how large the tree had become by when. */
export interface RootHistory {
  readonly add: (root: SeenRoot, sighting: Sighting) => void;
  /**
   * A root seen before stands even if the tree has grown since: a late answer or a lagging replica shows it
   * in good faith. A root never seen contradicts if its tree is smaller than one that was seen before its
   * request left, and goes on contradicting; of answers that overtook each other neither is the later one,
   * so they prove nothing.
   */
  readonly standing: (root: SeenRoot, askedAt: number) => RootStanding;
  readonly largestSize: () => bigint | null;
  /** Of each root that contradicts what was seen before it, in the order seen. */
  readonly contradictions: () => readonly FoundContradiction[];
}

export interface FoundContradiction {
  readonly rootHash: string;
  readonly contradiction: RootContradiction;
}

interface KnownRoot {
  readonly firstSeenAt: number;
  readonly contradiction: RootContradiction | null;
  size: bigint | null;
  times: number;
}

export function createRootHistory(): RootHistory {
  const roots = new Map<string, KnownRoot>();
  const contradictions: FoundContradiction[] = [];
  /** Each time the tree was seen larger than ever before, in order. */
  const growth: { readonly size: bigint; readonly at: number }[] = [];

  const standing: RootHistory['standing'] = ({ rootHash, treeSize }, askedAt) => {
    const known = roots.get(rootName(rootHash));
    if (known === undefined) {
      const contradiction = shrinking(treeSize, largestBefore(askedAt));
      return contradiction === null ? { kind: 'new' } : { kind: 'contradiction', contradiction };
    }
    const contradiction = known.contradiction ?? otherSize(treeSize, known.size);
    return contradiction === null
      ? { kind: 'seen', firstSeenAt: known.firstSeenAt, times: known.times }
      : { kind: 'contradiction', contradiction };
  };
  const largestBefore = (time: number) => {
    let largest = null;
    for (const step of growth) {
      if (step.at >= time) break;
      largest = step;
    }
    return largest;
  };

  return {
    standing,
    add: (root, { askedAt, at }) => {
      const name = rootName(root.rootHash);
      const found = standing(root, askedAt);
      const known = roots.get(name);
      if (known === undefined) {
        const contradiction = found.kind === 'contradiction' ? found.contradiction : null;
        roots.set(name, { firstSeenAt: at, contradiction, size: root.treeSize, times: 1 });
        if (contradiction !== null) contradictions.push({ rootHash: root.rootHash, contradiction });
      } else {
        // Once for each root, however often it is seen again.
        const isNew = found.kind === 'contradiction' && known.contradiction === null;
        if (isNew && !contradictions.some(({ rootHash }) => rootName(rootHash) === name)) {
          contradictions.push({ rootHash: root.rootHash, contradiction: found.contradiction });
        }
        known.times += 1;
        known.size ??= root.treeSize;
      }
      const largest = growth.at(-1)?.size ?? 0n;
      if (found.kind !== 'contradiction' && root.treeSize !== null && root.treeSize > largest) {
        growth.push({ size: root.treeSize, at });
      }
    },
    largestSize: () => growth.at(-1)?.size ?? null,
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

/** Hex in capitals or with 0x in front is the same root. */
export function rootName(rootHash: string): string {
  return /^(0x)?[0-9a-f]+$/i.test(rootHash) ? rootHash.toLowerCase().replace(/^0x/, '') : rootHash;
}
