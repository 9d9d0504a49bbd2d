import {
  blockingProblems,
  notedProblems,
  type Comparison,
  type RowStatus,
  type UploadCounts,
  type UploadRowFilter,
} from '#shared/domain/upload.ts';
import { comparisonWords, rowProblemWords, rowStatusWords } from '#shared/text/uploadWords.ts';

/** A filter without the search text and the value of a column. */
export type RowNarrowing = Omit<UploadRowFilter, 'text' | 'cell'>;

export interface RowFilterEntry {
  readonly label: string;
  /** Its meaning, in a sentence. */
  readonly words: string;
  readonly count: number;
  readonly narrowing: RowNarrowing;
}

export interface RowFilterGroup {
  /** null for the first group, which needs no title. */
  readonly title: string | null;
  readonly entries: readonly RowFilterEntry[];
}

const comparisonOrder: readonly Comparison[] = ['new', 'changed', 'same', 'refused', 'not-compared'];
/** Always listed; the others only if a row has them. */
const usualStatuses: readonly RowStatus[] = ['ready', 'blocked'];

/** The filters with their counts. Filters without rows are left out, except the `active` one. */
export function rowFilterGroups(counts: UploadCounts, active: RowNarrowing): readonly RowFilterGroup[] {
  const isShown = ({ count, narrowing }: RowFilterEntry): boolean =>
    count > 0 || isSameNarrowing(narrowing, active);
  const statuses = (['ready', 'blocked', 'dropped', 'passed-over'] as const)
    .map((status): RowFilterEntry => ({
      ...rowStatusWords[status],
      count: counts.statuses[status],
      narrowing: { status },
    }))
    .filter((entry) => usualStatuses.some((usual) => usual === entry.narrowing.status) || isShown(entry));
  const problems = (names: readonly (typeof blockingProblems | typeof notedProblems)[number][]) =>
    names
      .map((problem): RowFilterEntry => ({
        ...rowProblemWords[problem],
        count: counts.problems[problem],
        narrowing: { problem },
      }))
      .filter(isShown);
  const edited: RowFilterEntry = {
    label: 'Edited',
    words: 'You changed the key or the value.',
    count: counts.edited,
    narrowing: { edited: true },
  };
  const groups: readonly RowFilterGroup[] = [
    {
      title: null,
      entries: [
        { label: 'All rows', words: 'Every row of the file.', count: counts.rows, narrowing: {} },
        ...statuses,
        ...(isShown(edited) ? [edited] : []),
      ],
    },
    { title: 'Problems', entries: problems(blockingProblems) },
    { title: 'To review', entries: problems(notedProblems) },
    {
      title: 'Compared',
      entries:
        wasCompared(counts) || active.comparison !== undefined
          ? comparisonOrder
              .map((comparison): RowFilterEntry => ({
                ...comparisonWords[comparison],
                count: counts.comparisons[comparison],
                narrowing: { comparison },
              }))
              .filter(isShown)
          : [],
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** Whether any ready row was compared with the service. */
export function wasCompared({ comparisons }: UploadCounts): boolean {
  return comparisons.new + comparisons.changed + comparisons.same + comparisons.refused > 0;
}

export function isSameNarrowing(a: RowNarrowing, b: RowNarrowing): boolean {
  return (
    a.status === b.status &&
    a.problem === b.problem &&
    a.comparison === b.comparison &&
    a.outcome === b.outcome &&
    a.readBack === b.readBack &&
    a.edited === b.edited
  );
}

/** The same search and value of a column with another narrowing. */
export function withNarrowing({ text, cell }: UploadRowFilter, narrowing: RowNarrowing): UploadRowFilter {
  return { ...narrowing, ...(text !== undefined && { text }), ...(cell !== undefined && { cell }) };
}

/** The same filter with another value of a column; null removes it. */
export function withCell(filter: UploadRowFilter, cell: UploadRowFilter['cell'] | null): UploadRowFilter {
  const { cell: _cell, ...others } = filter;
  return cell === null || cell === undefined ? others : { ...others, cell };
}

/** The same narrowing with another search; `''` removes it. */
export function withText(filter: UploadRowFilter, text: string): UploadRowFilter {
  const { text: _text, ...narrowing } = filter;
  return text === '' ? narrowing : { ...narrowing, text };
}
