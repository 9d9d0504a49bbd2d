import {
  auditOutcomes,
  isChanged,
  isFailure,
  isFinding,
  type AuditRecord,
} from '#shared/audit/auditRecord.ts';
import type { AuditRecordFilter } from '#shared/domain/audit.ts';
import { checkNames } from '#shared/merkle/verdict.ts';

/** Where each record of an audit is in its file, and what filters need: 20 bytes for each. */
export interface RecordIndex {
  /** `start`: of the line, in bytes. `root`: its position among the roots of the file; null if it has none. */
  readonly add: (
    record: AuditRecord,
    place: { readonly start: number; readonly bytes: number; readonly root: number | null },
  ) => void;
  readonly size: () => number;
  readonly placeOf: (row: number) => { readonly start: number; readonly bytes: number };
  /** Rows without a failure whose root is another one, in order. */
  readonly underOtherRoots: (root: number) => Uint32Array;
  /** Rows that match, in order. Only those in the given range, which is that of a prefix. */
  readonly matching: (
    filter: Omit<AuditRecordFilter, 'prefix'>,
    range: { readonly from: number; readonly to: number },
  ) => Uint32Array;
}

const failure = 1;
const finding = 2;
const changed = 4;
const expected = 8;
const flagsOfShow = { all: 0, failures: failure, findings: finding, changed } as const satisfies Readonly<
  Record<AuditRecordFilter['show'], number>
>;
const noRoot = 0xffff_ffff;

/** @param hasList whether there is a list of expected changes: without one, no change is a finding */
export function createRecordIndex(hasList: boolean): RecordIndex {
  let capacity = 1_024;
  let starts = new Float64Array(capacity);
  let lengths = new Uint32Array(capacity);
  let roots = new Uint32Array(capacity);
  let outcomes = new Uint8Array(capacity);
  let checks = new Uint8Array(capacity);
  let flags = new Uint8Array(capacity);
  let size = 0;

  const grow = (): void => {
    capacity *= 2;
    starts = larger(starts, new Float64Array(capacity));
    lengths = larger(lengths, new Uint32Array(capacity));
    roots = larger(roots, new Uint32Array(capacity));
    outcomes = larger(outcomes, new Uint8Array(capacity));
    checks = larger(checks, new Uint8Array(capacity));
    flags = larger(flags, new Uint8Array(capacity));
  };

  return {
    add: (record, { start, bytes, root }) => {
      if (size === capacity) grow();
      starts[size] = start;
      lengths[size] = bytes;
      roots[size] = root ?? noRoot;
      outcomes[size] = auditOutcomes.indexOf(record.outcome);
      checks[size] = record.check === null ? 0 : 1 + checkNames.indexOf(record.check.name);
      flags[size] =
        (isFailure(record) ? failure : 0) |
        (isFinding(record) || (hasList && isChanged(record) && !record.isExpected) ? finding : 0) |
        (isChanged(record) ? changed : 0) |
        (record.isExpected ? expected : 0);
      size += 1;
    },
    size: () => size,
    placeOf: (row) => ({ start: starts[row] ?? 0, bytes: lengths[row] ?? 0 }),
    underOtherRoots: (root) => {
      const rows = new Uint32Array(size);
      let count = 0;
      for (let row = 0; row < size; row += 1) {
        if (roots[row] === root || roots[row] === noRoot || ((flags[row] ?? 0) & failure) !== 0) continue;
        rows[count] = row;
        count += 1;
      }
      return rows.slice(0, count);
    },
    matching: (filter, { from, to }) => {
      const wanted = filter.outcomes?.map((outcome) => auditOutcomes.indexOf(outcome)) ?? null;
      const check = filter.check === undefined ? null : 1 + checkNames.indexOf(filter.check);
      let must = flagsOfShow[filter.show];
      let mustNot = 0;
      if (filter.changed !== undefined) must |= changed;
      if (filter.changed === 'expected') must |= expected;
      if (filter.changed === 'unexpected') mustNot = expected;
      const rows = new Uint32Array(to - from);
      let count = 0;
      for (let row = from; row < to; row += 1) {
        const flag = flags[row] ?? 0;
        if ((flag & must) !== must || (flag & mustNot) !== 0) continue;
        if (wanted !== null && !wanted.includes(outcomes[row] ?? 0)) continue;
        if (check !== null && checks[row] !== check) continue;
        if (filter.root !== undefined && roots[row] !== filter.root) continue;
        rows[count] = row;
        count += 1;
      }
      return rows.slice(0, count);
    },
  };
}

function larger<T extends Float64Array | Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
