import { noGroup, type RowColumns } from './rowColumns.ts';

/**
 * Which rows have the same key. Rows are found by a hash of their key, and the keys of equal hashes are
 * compared, so a collision neither creates nor hides a duplicate.
 */
export interface KeyGroups {
  readonly hashLow: Uint32Array;
  readonly hashHigh: Uint32Array;
  /** Any row of each group; `noGroup` if no row is left in it. */
  readonly heads: Uint32Array;
  readonly count: number;
  /** Adds a row without a group to the group of its key. */
  readonly join: (row: number, key: string) => void;
  readonly leave: (row: number) => void;
  /** Calls `visit` with each row of a group, which must not change meanwhile. */
  readonly each: (group: number, visit: (row: number) => void) => void;
}

export interface KeyHash {
  readonly low: number;
  readonly high: number;
}

/** Two hashes of 32 bits with different seeds (FNV-1a and a multiplicative one, both mixed at the end). */
function hashKey(key: string): KeyHash {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let index = 0; index < key.length; index++) {
    const unit = key.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul((high << 5) ^ (high >>> 27) ^ unit, 0x85ebca6b);
  }
  return { low: mixed(low), high: mixed(high ^ key.length) };
}

function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Saved groups, for columns that refer to them. */
export interface StoredGroups {
  readonly hashLow: Uint32Array;
  readonly hashHigh: Uint32Array;
  readonly heads: Uint32Array;
}

/**
 * @param columns whose `group` and `nextInGroup` are kept here
 * @param keyOf key of a row that is in a group
 */
export function createKeyGroups(
  columns: RowColumns,
  keyOf: (row: number) => string,
  stored: StoredGroups | null,
  hash: (key: string) => KeyHash = hashKey,
): KeyGroups {
  let hashLow = stored?.hashLow ?? new Uint32Array(1024);
  let hashHigh = stored?.hashHigh ?? new Uint32Array(1024);
  let heads = stored?.heads ?? new Uint32Array(1024);
  let count = stored?.heads.length ?? 0;
  /** Slot → group plus one; 0: free. Never more than half full. */
  let slots = new Uint32Array(0);

  const place = (group: number): void => {
    const mask = slots.length - 1;
    let slot = (hashLow[group] ?? 0) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = group + 1;
  };
  const makeSlots = (): void => {
    let size = 2048;
    while (size < count * 3) size *= 2;
    slots = new Uint32Array(size);
    for (let group = 0; group < count; group++) place(group);
  };
  makeSlots();

  const find = (key: string, { low, high }: KeyHash): number => {
    const mask = slots.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] ?? 0;
      if (entry === 0) return noGroup;
      const group = entry - 1;
      if (hashLow[group] !== low || hashHigh[group] !== high) continue;
      const head = heads[group] ?? noGroup;
      if (head !== noGroup && keyOf(head) === key) return group;
    }
  };
  const begin = ({ low, high }: KeyHash): number => {
    if (count === heads.length) {
      const room = Math.ceil(count * 1.25) + 1024;
      hashLow = grown(hashLow, room);
      hashHigh = grown(hashHigh, room);
      heads = grown(heads, room);
    }
    const group = count;
    count += 1;
    hashLow[group] = low;
    hashHigh[group] = high;
    heads[group] = noGroup;
    if (count * 2 > slots.length) makeSlots();
    else place(group);
    return group;
  };
  const before = (row: number): number => {
    let at = row;
    while (columns.nextInGroup[at] !== row) at = columns.nextInGroup[at] ?? row;
    return at;
  };

  return {
    get hashLow() {
      return hashLow;
    },
    get hashHigh() {
      return hashHigh;
    },
    get heads() {
      return heads;
    },
    get count() {
      return count;
    },
    join: (row, key) => {
      const hashed = hash(key);
      const found = find(key, hashed);
      const group = found === noGroup ? begin(hashed) : found;
      const head = heads[group] ?? noGroup;
      columns.group[row] = group;
      if (head === noGroup) {
        heads[group] = row;
        columns.nextInGroup[row] = row;
      } else {
        columns.nextInGroup[row] = columns.nextInGroup[head] ?? head;
        columns.nextInGroup[head] = row;
      }
    },
    leave: (row) => {
      const group = columns.group[row] ?? noGroup;
      if (group === noGroup) return;
      const next = columns.nextInGroup[row] ?? row;
      if (next === row) heads[group] = noGroup;
      else {
        columns.nextInGroup[before(row)] = next;
        heads[group] = next;
      }
      columns.group[row] = noGroup;
      columns.nextInGroup[row] = 0;
    },
    each: (group, visit) => {
      const head = heads[group] ?? noGroup;
      if (head === noGroup) return;
      let row = head;
      do {
        visit(row);
        row = columns.nextInGroup[row] ?? head;
      } while (row !== head);
    },
  };
}

function grown(column: Uint32Array, room: number): Uint32Array {
  const larger = new Uint32Array(room);
  larger.set(column);
  return larger;
}
