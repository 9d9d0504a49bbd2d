import { blockingProblems, type RowProblem } from '#shared/domain/upload.ts';
import type { RowMapping } from '#shared/domain/rowMapping.ts';
import type { SourceSample } from '#shared/domain/uploadSource.ts';
import { findSensitiveContent } from '#shared/safety/sensitiveContent.ts';
import { applyMapping, type AppliedMapping } from '#shared/upload/applyMapping.ts';
import { checkRow } from '#shared/upload/checkRow.ts';
import { usableRecords } from '#shared/upload/usableRecords.ts';

/** The atoms of the first records. `noted`: rows with problems that do not block them. */
export type AtomPreview =
  | {
      readonly ok: true;
      readonly rows: readonly PreviewRow[];
      readonly blocked: number;
      readonly noted: number;
    }
  /** At least one of them is not null. */
  | Extract<AppliedMapping, { readonly ok: false }>;

export interface PreviewRow {
  readonly place: number;
  readonly key: string;
  readonly value: string;
  /** UTF-8 bytes; a lower bound if a cell was cut for the preview. */
  readonly bytes: number;
  readonly isCut: boolean;
  readonly problems: readonly RowProblem[];
}

/** Cells of a sample are cut at this many characters. */
const cutAt = 2_000;
const blocking: ReadonlySet<RowProblem> = new Set(blockingProblems);

/** Applies a mapping to a sample, with the problems that the sample alone shows. */
export function previewAtoms(
  { columns, records }: Pick<SourceSample, 'columns' | 'records'>,
  mapping: RowMapping,
  bytesOf: (text: string) => number,
): AtomPreview {
  const applied = applyMapping(mapping, columns);
  if (!applied.ok) return applied;
  const made = records.map(usableRecords(mapping, columns)).map((record): PreviewRow => {
    const { place } = record;
    if (record.kind === 'unreadable')
      return { place, key: '', value: '', bytes: 0, isCut: false, problems: ['unreadable'] };
    const { key, value, problems } = applied.row(record.cells, place);
    const isCut = record.cells.some((cell) => cell !== null && cell.text.length >= cutAt);
    const isSensitive = findSensitiveContent(value) !== null;
    return {
      place,
      key,
      value,
      bytes: bytesOf(value),
      isCut,
      problems: [
        ...new Set([
          ...problems,
          // Cut text is not valid JSON.
          ...checkRow(key, value).filter((problem) => problem !== 'broken-json' || !isCut),
          ...(isSensitive ? (['sensitive'] as const) : []),
        ]),
      ],
    };
  });
  const timesOf = new Map<string, number>();
  for (const { key } of made) timesOf.set(key, (timesOf.get(key) ?? 0) + 1);
  const rows = made.map((row) =>
    row.key !== '' && (timesOf.get(row.key) ?? 0) > 1
      ? { ...row, problems: [...row.problems, 'duplicate' as const] }
      : row,
  );
  const blocked = rows.filter(({ problems }) => problems.some((problem) => blocking.has(problem))).length;
  const noted = rows.filter(({ problems }) => problems.length > 0).length - blocked;
  return { ok: true, rows, blocked, noted };
}
