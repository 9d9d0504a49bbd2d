import {
  allowableProblems,
  blockingProblems,
  rowStatuses,
  type DuplicateRule,
  type UploadCounts,
} from '#shared/domain/upload.ts';
import { createKeyGroups, type KeyGroups } from './keyGroups.ts';
import { flags, hasFlag, noGroup, problemBit, problemBits, setFlag, type RowColumns } from './rowColumns.ts';
import { createRowCounts } from './rowCounts.ts';

/** Results of checking one row by itself; see `RowColumns`. */
export interface CheckedRow {
  /** Without `duplicate`, which depends on all rows. */
  readonly problems: number;
  readonly detail: number;
  readonly valueBytes: number;
  /** null where it has none. */
  readonly key: string | null;
}

/**
 * The rows with everything that one row determines for others: duplicates, statuses, counts. Every change of
 * the columns goes through here, so that they are consistent after each call.
 */
export interface RowTable {
  readonly columns: RowColumns;
  readonly groups: KeyGroups;
  /** Adds a row at the end that was added to the columns; `settle` determines its duplicates. */
  readonly begin: (row: number, checked: CheckedRow) => void;
  /** After all rows were added, or loaded with their groups: determines duplicates and statuses. */
  readonly settle: () => void;
  /** Gives a row another text. @param isSameKey its text for the key stays */
  readonly replace: (row: number, checked: CheckedRow, isSameKey: boolean) => void;
  /** Sets a flag in some rows; returns how many have changed. */
  readonly flag: (rows: Iterable<number>, flag: number, isSet: boolean) => number;
  readonly setRule: (rule: DuplicateRule) => void;
  /** Changes something that affects no other row. */
  readonly mark: (row: number, change: (columns: RowColumns) => void) => void;
  readonly counts: () => UploadCounts;
}

const blocking = problemBits(blockingProblems);
const duplicate = problemBit('duplicate');
const allowable = problemBits(allowableProblems);
const statuses = {
  ready: rowStatuses.indexOf('ready'),
  blocked: rowStatuses.indexOf('blocked'),
  dropped: rowStatuses.indexOf('dropped'),
  passedOver: rowStatuses.indexOf('passed-over'),
};

/** @param keyOf the current key of a row that has one */
export function createRowTable(
  columns: RowColumns,
  keyOf: (row: number) => string,
  firstRule: DuplicateRule,
): RowTable {
  const groups = createKeyGroups(columns, keyOf);
  const counts = createRowCounts(columns);
  let rule = firstRule;

  const restand = (row: number): void => {
    columns.status[row] = statusOf(columns, row, rule);
  };
  /** Which rows of a row's group are duplicates, and which of them are skipped. */
  const relate = (member: number): void => {
    let live = 0;
    let first = noGroup;
    let last = -1;
    groups.each(member, (row) => {
      if (hasFlag(columns, row, flags.dropped)) return;
      live += 1;
      first = Math.min(first, row);
      last = Math.max(last, row);
    });
    const kept = rule === 'first' ? first : rule === 'last' ? last : null;
    groups.each(member, (row) => {
      const isDuplicate = live > 1 && !hasFlag(columns, row, flags.dropped);
      const problems = columns.problems[row] ?? 0;
      columns.problems[row] = isDuplicate ? problems | duplicate : problems & ~duplicate;
      setFlag(columns, row, flags.passedOver, isDuplicate && kept !== null && row !== kept);
      restand(row);
    });
  };
  const isAlone = (row: number): boolean =>
    columns.nextInGroup[row] === noGroup || columns.nextInGroup[row] === row;
  const countGroup = (member: number, sign: 1 | -1): void => {
    groups.each(member, (row) => {
      counts.count(row, sign);
    });
  };
  const take = (row: number, { problems, detail, valueBytes }: CheckedRow): void => {
    columns.problems[row] = problems;
    columns.detail[row] = detail;
    columns.valueBytes[row] = valueBytes;
  };
  const relateAll = (): void => {
    for (let row = 0; row < columns.count; row++) if (isAlone(row)) restand(row);
    for (const member of groups.oneOfEach(sharing())) relate(member);
  };
  function* sharing(): Generator<number> {
    for (let row = 0; row < columns.count; row++) if (!isAlone(row)) yield row;
  }
  const countAll = (sign: 1 | -1): void => {
    for (let row = 0; row < columns.count; row++) counts.count(row, sign);
  };

  return {
    columns,
    groups,
    begin: (row, checked) => {
      take(row, checked);
      if (checked.key !== null) groups.join(row, checked.key);
    },
    settle: () => {
      relateAll();
      countAll(1);
    },
    replace: (row, checked, isSameKey) => {
      if (isSameKey && (checked.key !== null) === (columns.nextInGroup[row] !== noGroup)) {
        // Other rows are not affected, however many have the same key.
        const shared = (columns.problems[row] ?? 0) & duplicate;
        counts.count(row, -1);
        take(row, { ...checked, problems: checked.problems | shared });
        restand(row);
        counts.count(row, 1);
        return;
      }
      const left = isAlone(row) ? noGroup : (columns.nextInGroup[row] ?? noGroup);
      if (left === noGroup) counts.count(row, -1);
      else countGroup(row, -1);
      groups.leave(row);
      if (left !== noGroup) {
        relate(left);
        countGroup(left, 1);
      }
      take(row, checked);
      setFlag(columns, row, flags.passedOver, false);
      if (checked.key === null) {
        restand(row);
        counts.count(row, 1);
        return;
      }
      groups.join(row, checked.key);
      groups.each(row, (other) => {
        if (other !== row) counts.count(other, -1);
      });
      relate(row);
      countGroup(row, 1);
    },
    flag: (rows, flag, isSet) => {
      let changed = 0;
      const later: number[] = [];
      for (const row of rows) {
        if (hasFlag(columns, row, flag) === isSet) continue;
        changed += 1;
        if (isAlone(row) || flag !== flags.dropped) {
          counts.count(row, -1);
          setFlag(columns, row, flag, isSet);
          restand(row);
          counts.count(row, 1);
        } else later.push(row);
      }
      const shared = groups.oneOfEach(later);
      for (const member of shared) countGroup(member, -1);
      for (const row of later) setFlag(columns, row, flag, isSet);
      for (const member of shared) {
        relate(member);
        countGroup(member, 1);
      }
      return changed;
    },
    setRule: (next) => {
      if (next === rule) return;
      countAll(-1);
      rule = next;
      relateAll();
      countAll(1);
    },
    mark: (row, change) => {
      counts.count(row, -1);
      change(columns);
      counts.count(row, 1);
    },
    counts: counts.now,
  };
}

function statusOf(columns: RowColumns, row: number, rule: DuplicateRule): number {
  if (hasFlag(columns, row, flags.dropped)) return statuses.dropped;
  if (hasFlag(columns, row, flags.passedOver)) return statuses.passedOver;
  const passes = hasFlag(columns, row, flags.allowed) ? allowable : 0;
  const settled = rule === 'ask' ? 0 : duplicate;
  const problems = (columns.problems[row] ?? 0) & blocking & ~passes & ~settled;
  return problems === 0 ? statuses.ready : statuses.blocked;
}
