import { rowMarks, rowProblems, type RowMark, type RowProblem } from '#shared/domain/upload.ts';

/** What is known of every row, by its number: a few dozen bytes per row. */
export interface RowColumns {
  count: number;
  /** Bits in the order of `rowProblems`. */
  problems: Uint16Array;
  /** Bits: see `flags`. */
  flags: Uint8Array;
  /** Indices of `rowStatuses`, `comparisons`, `rowOutcomes`, and `readBacks`. */
  status: Uint8Array;
  comparison: Uint8Array;
  outcome: Uint8Array;
  readBack: Uint8Array;
  /** Index of a text: what a sensitive value looks like. 0: none. */
  detail: Uint8Array;
  place: Uint32Array;
  valueBytes: Uint32Array;
  /** Of the key, for a row that has one. */
  hash: Uint32Array;
  /** The next row in the ring of rows with the same key, perhaps itself; `noGroup` for a row without a key. */
  nextInGroup: Uint32Array;
  /** null while there is no value to save. */
  compared: ComparedColumns | null;
  sent: SentColumns | null;
}

export interface ComparedColumns {
  /** NaN if unknown. */
  readonly storedVersion: Float64Array;
  /** See `valueFingerprint`. NaN if there was no value, and where an earlier version of the app compared. */
  readonly storedValue: Float64Array;
  /** For rows that are `changed`; see `ValueDifference`. */
  readonly removed: Uint32Array;
  readonly added: Uint32Array;
  readonly moreBytes: Int32Array;
}

export interface SentColumns {
  /** NaN if unknown. */
  readonly version: Float64Array;
  /** Index of a text: why a row has its outcome. 0: none. */
  readonly why: Uint32Array;
}

/** `sentAgain`: an earlier batch with the row was lost, and the service may still store it. The last two: see `RowMark`. */
export const flags = {
  dropped: 1,
  allowed: 2,
  edited: 4,
  passedOver: 8,
  sentAgain: 16,
  otherWrite: 32,
  storedTwice: 64,
} as const;
const flagOfMark: Readonly<Record<RowMark, number>> = {
  'other-write': flags.otherWrite,
  'stored-twice': flags.storedTwice,
};
/** In the order of `rowMarks`. */
export const markFlags: readonly number[] = rowMarks.map((mark) => flagOfMark[mark]);
export const noGroup = 0xffffffff;

export function createRowColumns(room: number): RowColumns {
  return {
    count: 0,
    problems: new Uint16Array(room),
    flags: new Uint8Array(room),
    status: new Uint8Array(room),
    comparison: new Uint8Array(room),
    outcome: new Uint8Array(room),
    readBack: new Uint8Array(room),
    detail: new Uint8Array(room),
    place: new Uint32Array(room),
    valueBytes: new Uint32Array(room),
    hash: new Uint32Array(room),
    nextInGroup: new Uint32Array(room),
    compared: null,
    sent: null,
  };
}

/** Adds a row before any was compared or sent, and returns its number. */
export function addRow(columns: RowColumns): number {
  const row = columns.count;
  reserveRows(columns, row + 1, Math.ceil(row * 1.25) + 1024);
  columns.count += 1;
  columns.nextInGroup[row] = noGroup;
  return row;
}

/**
 * Makes room for `expected` rows if there is not enough for `needed`. Room that is not used takes no memory, because the
 * system provides the memory of large arrays when it is first written to.
 */
export function reserveRows(columns: RowColumns, needed: number, expected: number): void {
  if (needed <= columns.flags.length) return;
  const room = Math.max(needed, expected);
  const larger = createRowColumns(room);
  larger.problems.set(columns.problems);
  larger.flags.set(columns.flags);
  larger.status.set(columns.status);
  larger.comparison.set(columns.comparison);
  larger.outcome.set(columns.outcome);
  larger.readBack.set(columns.readBack);
  larger.detail.set(columns.detail);
  larger.place.set(columns.place);
  larger.valueBytes.set(columns.valueBytes);
  larger.hash.set(columns.hash);
  larger.nextInGroup.set(columns.nextInGroup);
  Object.assign(columns, { ...larger, count: columns.count, compared: null, sent: null });
}

export function hasFlag(columns: RowColumns, row: number, flag: number): boolean {
  return ((columns.flags[row] ?? 0) & flag) !== 0;
}

export function setFlag(columns: RowColumns, row: number, flag: number, isSet: boolean): void {
  const before = columns.flags[row] ?? 0;
  columns.flags[row] = isSet ? before | flag : before & ~flag;
}

const bits = new Map(rowProblems.map((problem, index) => [problem, 1 << index]));

export function problemBit(problem: RowProblem): number {
  return bits.get(problem) ?? 0;
}

export function problemBits(problems: Iterable<RowProblem>): number {
  let found = 0;
  for (const problem of problems) found |= problemBit(problem);
  return found;
}

export function problemsOf(found: number): readonly RowProblem[] {
  return rowProblems.filter((_, index) => (found & (1 << index)) !== 0);
}

export function comparedColumns(columns: RowColumns): ComparedColumns {
  const { count } = columns;
  columns.compared ??= {
    storedVersion: new Float64Array(count).fill(Number.NaN),
    storedValue: new Float64Array(count).fill(Number.NaN),
    removed: new Uint32Array(count),
    added: new Uint32Array(count),
    moreBytes: new Int32Array(count),
  };
  return columns.compared;
}

export function sentColumns(columns: RowColumns): SentColumns {
  const { count } = columns;
  columns.sent ??= { version: new Float64Array(count).fill(Number.NaN), why: new Uint32Array(count) };
  return columns.sent;
}
