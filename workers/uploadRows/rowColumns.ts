import { rowProblems, type RowProblem } from '#shared/domain/upload.ts';

/** What is known of every row, by its number: some tens of bytes a row. */
export interface RowColumns {
  count: number;
  /** Bits in the order of `rowProblems`. */
  problems: Uint16Array;
  /** Bits: see `flags`. */
  flags: Uint8Array;
  /** Indices of `rowStandings`, `comparisons`, `rowOutcomes` and `readBacks`. */
  standing: Uint8Array;
  comparison: Uint8Array;
  outcome: Uint8Array;
  readBack: Uint8Array;
  /** Indices of texts: what a sensitive value looks like, and why a row has its outcome. 0: nothing. */
  detail: Uint8Array;
  why: Uint32Array;
  place: Uint32Array;
  valueBytes: Uint32Array;
  /** Of the group of rows with the same key, and the next row in its circle; `noGroup` for a row without a key. */
  group: Uint32Array;
  nextInGroup: Uint32Array;
  /** NaN where not known. */
  storedVersion: Float64Array;
  version: Float64Array;
  /** Of rows that are `changed`. */
  removed: Uint32Array;
  added: Uint32Array;
  moreBytes: Float64Array;
}

export const flags = { dropped: 1, allowed: 2, edited: 4, passedOver: 8 } as const;
export const noGroup = 0xffffffff;

export function createRowColumns(room: number): RowColumns {
  return {
    count: 0,
    problems: new Uint16Array(room),
    flags: new Uint8Array(room),
    standing: new Uint8Array(room),
    comparison: new Uint8Array(room),
    outcome: new Uint8Array(room),
    readBack: new Uint8Array(room),
    detail: new Uint8Array(room),
    why: new Uint32Array(room),
    place: new Uint32Array(room),
    valueBytes: new Uint32Array(room),
    group: new Uint32Array(room).fill(noGroup),
    nextInGroup: new Uint32Array(room),
    storedVersion: new Float64Array(room).fill(Number.NaN),
    version: new Float64Array(room).fill(Number.NaN),
    removed: new Uint32Array(room),
    added: new Uint32Array(room),
    moreBytes: new Float64Array(room),
  };
}

/** Adds a row, and returns its number. */
export function addRow(columns: RowColumns): number {
  const row = columns.count;
  if (row === columns.flags.length) growTo(columns, Math.ceil(row * 1.5) + 1024);
  columns.count += 1;
  return row;
}

function growTo(columns: RowColumns, room: number): void {
  const larger = createRowColumns(room);
  larger.problems.set(columns.problems);
  larger.flags.set(columns.flags);
  larger.standing.set(columns.standing);
  larger.comparison.set(columns.comparison);
  larger.outcome.set(columns.outcome);
  larger.readBack.set(columns.readBack);
  larger.detail.set(columns.detail);
  larger.why.set(columns.why);
  larger.place.set(columns.place);
  larger.valueBytes.set(columns.valueBytes);
  larger.group.set(columns.group);
  larger.nextInGroup.set(columns.nextInGroup);
  larger.storedVersion.set(columns.storedVersion);
  larger.version.set(columns.version);
  larger.removed.set(columns.removed);
  larger.added.set(columns.added);
  larger.moreBytes.set(columns.moreBytes);
  Object.assign(columns, { ...larger, count: columns.count });
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
