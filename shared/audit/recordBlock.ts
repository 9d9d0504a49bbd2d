import { utf8ToBytes } from '@noble/hashes/utils.js';
import {
  auditChanges,
  auditOutcomes,
  isFinding,
  type AuditChange,
  type AuditRecord,
  type AuditRoot,
} from './auditRecord.ts';
import { recordText, rootId, rootText } from './writeAudit.ts';

/**
 * Records of neighboring keys as they are written to the file of an audit, with what the app needs of them without reading
 * them back. Typed arrays pass from one thread to another without building an object for each record.
 */
export interface RecordBlock {
  readonly keys: readonly string[];
  /** Their lines, each with its line feed, and before the first record under a new root the line of that root. */
  readonly text: Uint8Array<ArrayBuffer>;
  /** Where the line of each record begins and ends in `text`, without its line feed. */
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
  /** Positions in `auditOutcomes`. */
  readonly outcomes: Uint8Array<ArrayBuffer>;
  /** A bit for each of `auditChanges`, and one for `isExpected`. */
  readonly flags: Uint8Array<ArrayBuffer>;
  /** The places of the roots in the file; -1 for a record without one. */
  readonly roots: Int32Array<ArrayBuffer>;
  /** -1 for a record without one. */
  readonly leafIndices: Float64Array<ArrayBuffer>;
  /** Roots that no earlier record has, in the order of their lines. */
  readonly newRoots: readonly AuditRoot[];
  /** Records that the arrays do not describe, by position: findings, and those with leaf indices beyond 2^53 - 1. */
  readonly whole: ReadonlyMap<number, AuditRecord>;
}

/** The roots that the file has so far: their places by `rootId`, and how many there are. */
export interface KnownPlaces {
  readonly places: ReadonlyMap<string, number>;
  readonly count: number;
}

const expected = 1 << auditChanges.length;

/** `records`: in the order of their keys. */
export function recordBlock(records: readonly AuditRecord[], known: KnownPlaces): RecordBlock {
  const { length } = records;
  const starts = new Uint32Array(length);
  const ends = new Uint32Array(length);
  const outcomes = new Uint8Array(length);
  const flags = new Uint8Array(length);
  const roots = new Int32Array(length);
  const leafIndices = new Float64Array(length);
  const newRoots: AuditRoot[] = [];
  const newPlaces = new Map<string, number>();
  const whole = new Map<number, AuditRecord>();
  /** For each record, the lines of new roots before it, and its own. */
  const before: string[] = [];
  const lines: string[] = [];
  let last: { readonly root: AuditRoot; readonly place: number } | null = null;
  const placeOf = (root: AuditRoot): number => {
    if (last?.root.rootHash === root.rootHash && last.root.treeSize === root.treeSize) return last.place;
    const id = rootId(root);
    let place = known.places.get(id) ?? newPlaces.get(id);
    if (place === undefined) {
      place = known.count + newRoots.length;
      newRoots.push(root);
      newPlaces.set(id, place);
    }
    last = { root, place };
    return place;
  };
  for (const [at, record] of records.entries()) {
    const rootsBefore = newRoots.length;
    const place = record.root === null ? -1 : placeOf(record.root);
    before.push(newRoots.length === rootsBefore || record.root === null ? '' : rootText(record.root));
    lines.push(recordText(record, place === -1 ? undefined : place));
    outcomes[at] = auditOutcomes.indexOf(record.outcome);
    flags[at] = record.changes.reduce(
      (bits, change) => bits | (1 << auditChanges.indexOf(change)),
      record.isExpected ? expected : 0,
    );
    roots[at] = place;
    const leafIndex = record.leafIndex === null ? -1 : Number(record.leafIndex);
    leafIndices[at] = leafIndex;
    if (isFinding(record) || record.check !== null || leafIndex > Number.MAX_SAFE_INTEGER)
      whole.set(at, record);
  }
  const joined = lines.map((line, at) => `${before[at] ?? ''}${line}\n`).join('');
  const text = utf8ToBytes(joined) as Uint8Array<ArrayBuffer>;
  const isAscii = text.length === joined.length;
  const bytesOf = (part: string): number => (isAscii ? part.length : utf8ToBytes(part).length);
  let bytes = 0;
  for (const [at, line] of lines.entries()) {
    bytes += bytesOf(before[at] ?? '');
    starts[at] = bytes;
    bytes += bytesOf(line);
    ends[at] = bytes;
    bytes += 1;
  }
  const keys = records.map(({ key }) => key);
  return { keys, text, starts, ends, outcomes, flags, roots, leafIndices, newRoots, whole };
}

/**
 * A record of a block for counting. Unless it is one of `whole`, it has no version and no hashes.
 *
 * @param roots all roots of the file, with those of the block
 */
export function recordAt(block: RecordBlock, at: number, roots: readonly AuditRoot[]): AuditRecord {
  const record = block.whole.get(at);
  if (record !== undefined) return record;
  const flags = block.flags[at] ?? 0;
  const leafIndex = block.leafIndices[at] ?? -1;
  return {
    key: block.keys[at] ?? '',
    outcome: auditOutcomes[block.outcomes[at] ?? 0] ?? 'amber',
    check: null,
    conflict: null,
    changes: changesOf(flags),
    isExpected: (flags & expected) !== 0,
    unmet: [],
    version: null,
    valueHash: null,
    leafHash: null,
    leafIndex: leafIndex < 0 ? null : String(leafIndex),
    root: roots[block.roots[at] ?? -1] ?? null,
  };
}

const combinations: readonly (readonly AuditChange[])[] = Array.from({ length: expected }, (_, bits) =>
  auditChanges.filter((_change, at) => (bits & (1 << at)) !== 0),
);

function changesOf(flags: number): readonly AuditChange[] {
  return combinations[flags & (expected - 1)] ?? [];
}

/** The buffers of a block, to transfer with a message. */
export function buffersOfBlock(block: RecordBlock): readonly ArrayBuffer[] {
  const { text, starts, ends, outcomes, flags, roots, leafIndices } = block;
  return [text, starts, ends, outcomes, flags, roots, leafIndices].map(({ buffer }) => buffer);
}
