import { noGroup, type RowColumns } from './rowColumns.ts';

/**
 * Which rows have the same key: they are linked in a ring. Rows are found by a hash of their key, and the keys of equal
 * hashes are compared, so a collision neither creates nor hides a duplicate.
 */
export interface KeyGroups {
  /** Makes room for so many rows. More may follow. */
  readonly reserve: (rows: number) => void;
  /** Adds a row without a group to the group of its key. */
  readonly join: (row: number, key: string) => void;
  readonly leave: (row: number) => void;
  /** Calls `visit` with each row of a row's group, which must not change meanwhile; with none if it has no group. */
  readonly each: (row: number, visit: (row: number) => void) => void;
  /** Whether a row has this key. */
  readonly has: (key: string) => boolean;
  /** One row of each group that some of the rows are in. */
  readonly oneOfEach: (rows: Iterable<number>) => readonly number[];
}

/** FNV-1a in 32 bits, mixed at the end. Saved with the rows. */
export function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  let bits = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return (bits ^ (bits >>> 16)) >>> 0;
}

const free = 0;
/** Of a row that left, and was alone. */
const vacated = 0xffffffff;

/**
 * @param columns whose `hash` and `nextInGroup` are kept here; they may contain groups already
 * @param keyOf key of a row that is in a group
 */
export function createKeyGroups(
  columns: RowColumns,
  keyOf: (row: number) => string,
  hash: (key: string) => number = hashKey,
): KeyGroups {
  /** Slot → one row of a group, plus one. At most four fifths full. */
  let slots = new Uint32Array(2048);
  /** Slots that are not free. */
  let taken = 0;

  const next = (row: number): number => columns.nextInGroup[row] ?? noGroup;
  /** The slot with this entry, on the path of a hash; it must be there, or `entry` is `free`. */
  const slotOf = (hashed: number, entry: number): number => {
    const mask = slots.length - 1;
    let slot = hashed & mask;
    while (slots[slot] !== entry) slot = (slot + 1) & mask;
    return slot;
  };
  const place = (row: number): void => {
    slots[slotOf(columns.hash[row] ?? 0, free)] = row + 1;
    taken += 1;
  };
  const reserve = (rows: number): void => {
    let size = slots.length;
    while (size * 0.8 < rows) size *= 2;
    if (size === slots.length) return;
    const before = slots;
    slots = new Uint32Array(size);
    taken = 0;
    for (const entry of before) if (entry !== free && entry !== vacated) place(entry - 1);
  };
  /** A row with this key; `noGroup` if there is none. */
  const find = (key: string, hashed: number): number => {
    const mask = slots.length - 1;
    for (let slot = hashed & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] ?? free;
      if (entry === free) return noGroup;
      if (entry === vacated) continue;
      const row = entry - 1;
      if (columns.hash[row] === hashed && keyOf(row) === key) return row;
    }
  };
  const each: KeyGroups['each'] = (row, visit) => {
    if (next(row) === noGroup) return;
    let at = row;
    do {
      visit(at);
      at = next(at);
    } while (at !== row);
  };
  const oneOfEach: KeyGroups['oneOfEach'] = (rows) => {
    const found: number[] = [];
    let seen: Uint8Array | null = null;
    for (const row of rows) {
      if (next(row) === noGroup || seen?.[row] === 1) continue;
      found.push(row);
      const seenNow = (seen ??= new Uint8Array(columns.count));
      each(row, (other) => {
        seenNow[other] = 1;
      });
    }
    return found;
  };

  reserve(columns.count);
  for (const row of oneOfEach(columns.nextInGroup.subarray(0, columns.count).keys())) place(row);

  return {
    reserve,
    join: (row, key) => {
      const hashed = hash(key);
      const found = find(key, hashed);
      columns.hash[row] = hashed;
      columns.nextInGroup[row] = found === noGroup ? row : next(found);
      if (found !== noGroup) {
        columns.nextInGroup[found] = row;
        return;
      }
      reserve(taken + 1);
      place(row);
    },
    leave: (row) => {
      const after = next(row);
      if (after === noGroup) return;
      let before = row;
      while (next(before) !== row) before = next(before);
      columns.nextInGroup[before] = after;
      columns.nextInGroup[row] = noGroup;
      // Only one row of the group is in a slot.
      const hashed = columns.hash[row] ?? 0;
      const mask = slots.length - 1;
      for (let slot = hashed & mask; slots[slot] !== free; slot = (slot + 1) & mask) {
        if (slots[slot] === row + 1) slots[slot] = after === row ? vacated : after + 1;
      }
    },
    each,
    has: (key) => find(key, hash(key)) !== noGroup,
    oneOfEach,
  };
}
