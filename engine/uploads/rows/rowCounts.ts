import {
  comparisons,
  readBacks,
  rowMarks,
  rowOutcomes,
  rowProblems,
  rowStatuses,
  type UploadCounts,
} from '#shared/domain/upload.ts';
import { flags, hasFlag, markFlags, type RowColumns } from './rowColumns.ts';

/** Counts rows incrementally, without going through all of them except for the largest value. */
export interface RowCounts {
  /** Must be called for a row before it changes (-1) and after (1), or when it is added (1). */
  readonly count: (row: number, sign: 1 | -1) => void;
  readonly now: () => UploadCounts;
}

const ready = rowStatuses.indexOf('ready');
const dropped = rowStatuses.indexOf('dropped');

export function createRowCounts(columns: RowColumns): RowCounts {
  const statuses = rowStatuses.map(() => 0);
  const problems = rowProblems.map(() => 0);
  const compared = comparisons.map(() => 0);
  const outcomes = rowOutcomes.map(() => 0);
  const readBack = readBacks.map(() => 0);
  const marks = rowMarks.map(() => 0);
  let edited = 0;
  let readyBytes = 0;
  /** null if its row is no longer ready, and it was not requested since. */
  let largestValue: number | null = 0;

  const findLargest = (): number => {
    let largest = 0;
    for (let row = 0; row < columns.count; row++) {
      if (columns.status[row] === ready) largest = Math.max(largest, columns.valueBytes[row] ?? 0);
    }
    return largest;
  };
  return {
    count: (row, sign) => {
      const status = columns.status[row] ?? 0;
      add(statuses, status, sign);
      add(outcomes, columns.outcome[row] ?? 0, sign);
      add(readBack, columns.readBack[row] ?? 0, sign);
      if (hasFlag(columns, row, flags.edited)) edited += sign;
      markFlags.forEach((flag, mark) => {
        if (hasFlag(columns, row, flag)) add(marks, mark, sign);
      });
      let bits = status === dropped ? 0 : (columns.problems[row] ?? 0);
      for (let problem = 0; bits !== 0; problem++, bits >>>= 1) {
        if ((bits & 1) !== 0) add(problems, problem, sign);
      }
      if (status !== ready) return;
      add(compared, columns.comparison[row] ?? 0, sign);
      const bytes = columns.valueBytes[row] ?? 0;
      readyBytes += sign * bytes;
      if (largestValue === null) return;
      if (sign === 1) largestValue = Math.max(largestValue, bytes);
      else if (bytes > 0 && bytes === largestValue) largestValue = null;
    },
    now: () => {
      largestValue ??= findLargest();
      return {
        rows: columns.count,
        readyBytes,
        statuses: named(rowStatuses, statuses),
        problems: named(rowProblems, problems),
        comparisons: named(comparisons, compared),
        outcomes: named(rowOutcomes, outcomes),
        readBacks: named(readBacks, readBack),
        marks: named(rowMarks, marks),
        edited,
        largestValue,
      };
    },
  };
}

function add(counts: number[], index: number, sign: number): void {
  counts[index] = (counts[index] ?? 0) + sign;
}

function named<Name extends string>(
  names: readonly Name[],
  counts: readonly number[],
): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, index) => [name, counts[index] ?? 0])) as Record<Name, number>;
}
