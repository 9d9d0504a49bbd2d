import type { RootContradiction, RootStatus } from '#shared/domain/connection.ts';
import type { RootObjection } from '#shared/domain/rootLedger.ts';
import { rootName } from '#shared/memory/sameRoot.ts';
import { wasBefore } from '#shared/memory/wasBefore.ts';

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

/** A sighting with the entry of the ledger that records it. */
export interface RecordedSighting extends Sighting {
  readonly sequence: number;
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
  readonly add: (root: SeenRoot, sighting: RecordedSighting) => void;
  /** Notes that a store of ours was sent, whatever its outcome: it may be the reason for another root. */
  readonly addWrite: (write: Sighting) => void;
  /**
   * The user accepts this root as valid, so what was seen of other roots before no longer speaks against it.
   */
  readonly accept: (root: SeenRoot, at: number, sequence: number) => void;
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
  /** Every root that contradicts what was seen before it and that the user did not accept, in the order seen. */
  readonly contradictions: () => readonly FoundContradiction[];
  /** What speaks against a root that was seen; null if nothing does. Unlike `status`, not about a current response. */
  readonly objection: (rootHash: string) => RootObjection | null;
}

export interface FoundContradiction {
  readonly rootHash: string;
  readonly contradiction: RootContradiction;
}

interface KnownRoot {
  readonly firstSeenAt: number;
  size: bigint | null;
  /** The entry that stated the size. */
  sizedBy: number;
  times: number;
  /** Set if it contradicted what was seen before it when it was first seen. */
  contradiction: RootContradiction | null;
  /** The first contradiction that it was part of. */
  objection: RootObjection | null;
  /** Another root of its size, and the time in which a store of ours would explain both. */
  doubt: (RootObjection & { readonly from: number; readonly to: number }) | null;
}

/** A root and when it was last seen. */
interface LastSeen {
  readonly rootHash: string;
  /** The same for every way of writing it. */
  readonly name: string;
  askedAt: number;
  at: number;
  sequence: number;
}

/** The two roots seen last for one size; `since`: when the newer one replaced the other. */
interface RootsOfSize {
  readonly latest: LastSeen;
  readonly since: number;
  readonly other: LastSeen | null;
}

export function createRootHistory(): RootHistory {
  const roots = new Map<string, KnownRoot>();
  /** By the name of the root, in the order seen. */
  const contradictions = new Map<string, FoundContradiction>();
  /** Every time that the tree was larger than ever before, in order. */
  let growth: Growth[] = [];
  const bySize = new Map<bigint, RootsOfSize>();
  const writes = createWriteTimes();

  const contradictionOf = (root: SeenRoot, known: KnownRoot | undefined, asking: Sighting): Found | null => {
    const other = otherSize(root.treeSize, known?.size ?? null);
    if (other !== null) return { found: other, against: known?.sizedBy ?? 0 };
    const largest = largestBefore(asking);
    const smaller = shrinking(root.treeSize ?? known?.size ?? null, largest);
    return smaller === null ? null : { found: smaller, against: largest?.sequence ?? 0 };
  };
  const status: RootHistory['status'] = (root, asking) => {
    const name = rootName(root.rootHash);
    const known = roots.get(name);
    const contradiction = known?.contradiction ?? contradictionOf(root, known, asking)?.found ?? null;
    if (contradiction !== null) return { kind: 'contradiction', contradiction };
    const size = root.treeSize ?? known?.size ?? null;
    const other = size === null ? null : otherOfSize(name, size, asking);
    if (other !== null && size !== null && !isExplained(other, asking.openWrites ?? []))
      return unexplained(size, other.seen);
    return known === undefined
      ? { kind: 'new' }
      : { kind: 'seen', firstSeenAt: known.firstSeenAt, times: known.times };
  };
  const largestBefore = (asking: Sighting): Growth | null => {
    for (let step = growth.length - 1; step >= 0; step -= 1) {
      const found = growth[step];
      if (found !== undefined && wasBefore(found.at, asking)) return found;
    }
    return null;
  };
  /** The other root of this size, and the time in which a store of ours would explain it; null if there is none. */
  const otherOfSize = (name: string, size: bigint, asking: Sighting): OtherRoot | null => {
    const seen = bySize.get(size);
    if (seen === undefined) return null;
    const isLatest = seen.latest.name === name;
    const other = isLatest ? seen.other : seen.latest;
    if (other === null) return null;
    const from = Math.min(other.askedAt, isLatest ? Infinity : asking.askedAt);
    const to = Math.max(other.at, isLatest ? seen.since : asking.at);
    return { seen: other, from, to };
  };
  const isExplained = (
    { from, to }: Pick<OtherRoot, 'from' | 'to'>,
    openWrites: readonly Pick<Sighting, 'askedAt'>[],
  ): boolean => writes.overlap(from, to) || openWrites.some(({ askedAt }) => askedAt <= to);
  const noteSize = (size: bigint, rootHash: string, name: string, sighting: RecordedSighting): void => {
    const { askedAt, at, sequence } = sighting;
    const seen = bySize.get(size);
    if (seen?.latest.name === name) {
      // In place: most sightings are of the newest root, and a ledger has many.
      seen.latest.askedAt = askedAt;
      seen.latest.at = at;
      seen.latest.sequence = sequence;
    } else
      bySize.set(size, {
        latest: { rootHash, name, askedAt, at, sequence },
        since: at,
        other: seen?.latest ?? null,
      });
  };

  return {
    status,
    add: (root, sighting) => {
      const { at, sequence } = sighting;
      const name = rootName(root.rootHash);
      const before = roots.get(name);
      const contradiction = contradictionOf(root, before, sighting);
      const known: KnownRoot = before ?? {
        firstSeenAt: at,
        size: null,
        sizedBy: sequence,
        times: 0,
        contradiction: null,
        objection: null,
        doubt: null,
      };
      if (before === undefined) roots.set(name, known);
      known.times += 1;
      if (known.size === null && root.treeSize !== null) {
        known.size = root.treeSize;
        known.sizedBy = sequence;
      }
      if (contradiction !== null) {
        const { found, against } = contradiction;
        // A root that was credible when it was first seen stays so for the responses that it goes together with.
        if (before === undefined) known.contradiction = found;
        // Once for each root, however often it is seen again.
        if (known.objection === null) {
          const standing = { kind: 'contradiction', contradiction: found } as const;
          known.objection = { status: standing, sequence, against };
          contradictions.set(name, { rootHash: root.rootHash, contradiction: found });
        }
      }
      if (contradiction !== null || known.contradiction !== null || root.treeSize === null) return;
      const other = otherOfSize(name, root.treeSize, sighting);
      // A store that is recorded later may explain it.
      if (other !== null && (known.doubt === null || isExplained(known.doubt, []))) {
        const { seen, from, to } = other;
        known.doubt = {
          status: unexplained(root.treeSize, seen),
          sequence,
          against: seen.sequence,
          from,
          to,
        };
      }
      noteSize(root.treeSize, root.rootHash, name, sighting);
      const largest = growth.at(-1)?.size ?? 0n;
      if (root.treeSize > largest) growth.push({ size: root.treeSize, at, sequence });
    },
    addWrite: writes.add,
    accept: ({ rootHash, treeSize }, at, sequence) => {
      const name = rootName(rootHash);
      const known = roots.get(name);
      if (known !== undefined) {
        known.contradiction = null;
        known.objection = null;
        known.doubt = null;
      }
      contradictions.delete(name);
      const size = treeSize ?? known?.size ?? null;
      if (size === null) return;
      growth = [...growth.filter((step) => step.size < size), { size, at, sequence }];
      bySize.set(size, { latest: { rootHash, name, askedAt: at, at, sequence }, since: at, other: null });
    },
    mayHaveStored: (from, asking) => isExplained({ from, to: asking.at }, asking.openWrites ?? []),
    largestSize: () => growth.at(-1)?.size ?? null,
    sizeOf: (rootHash) => roots.get(rootName(rootHash))?.size ?? null,
    contradictions: () => [...contradictions.values()],
    objection: (rootHash) => {
      const known = roots.get(rootName(rootHash));
      if (known === undefined) return null;
      if (known.objection !== null) return known.objection;
      return known.doubt === null || isExplained(known.doubt, []) ? null : known.doubt;
    },
  };
}

/** When the tree was larger than ever before. */
interface Growth {
  readonly size: bigint;
  readonly at: number;
  readonly sequence: number;
}

interface OtherRoot {
  readonly seen: LastSeen;
  readonly from: number;
  readonly to: number;
}

interface Found {
  readonly found: RootContradiction;
  readonly against: number;
}

function unexplained(size: bigint, { rootHash, at }: LastSeen) {
  return { kind: 'unexplained', treeSize: size.toString(), other: { rootHash, at } } as const;
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

/** When our own stores were sent and recorded. */
interface WriteTimes {
  readonly add: (write: { readonly askedAt: number; readonly at: number }) => void;
  /** Whether a store was pending at any time from `from` to `to`, both inclusive. */
  readonly overlap: (from: number, to: number) => boolean;
}

function createWriteTimes(): WriteTimes {
  /** In the order of `askedAt`; `latest` is the largest `at` up to here. */
  const writes: { readonly askedAt: number; readonly at: number; latest: number }[] = [];
  /** How many writes were sent at or before a time. */
  const sentBy = (time: number): number => {
    let low = 0;
    let high = writes.length;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((writes[middle]?.askedAt ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    add: ({ askedAt, at }) => {
      const place = sentBy(askedAt);
      writes.splice(place, 0, { askedAt, at, latest: at });
      // Almost always the last one: stores are recorded in the order in which they end.
      for (let next = place; next < writes.length; next += 1) {
        const write = writes[next];
        if (write !== undefined)
          write.latest = Math.max(write.at, next === 0 ? -Infinity : (writes[next - 1]?.latest ?? -Infinity));
      }
    },
    overlap: (from, to) => (writes[sentBy(to) - 1]?.latest ?? -Infinity) >= from,
  };
}
