import { NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { longestCounted, type Upload, type UploadRowFilter } from '#shared/domain/upload.ts';
import { mostValues, type ColumnValues as Values } from '#shared/domain/uploadValues.ts';
import { applying, countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine, visiblePieces } from '#shared/text/visibleText.ts';
import { countUploadValues } from '../../../api/uploads.ts';
import { queryKey } from '../../../api/queryKeys.ts';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Pieces } from '../../../ui/KeyText.tsx';
import { FilterButton } from './FilterButton.tsx';
import classes from './Prepare.module.css';
import { withCell } from './rowFilters.ts';

interface ColumnValuesProps {
  readonly upload: Upload;
  readonly filter: UploadRowFilter;
  readonly onFilter: (filter: UploadRowFilter) => void;
}

/** A pause in changes of the filter, before the values are counted. */
const restMs = 200;

/** Counts the values of a column of the file. Selecting a value filters the rows by it. */
export function ColumnValues({ upload, filter, onFilter }: ColumnValuesProps) {
  const { columns } = upload;
  const [column, setColumn] = useState<number | null>(filter.cell?.column ?? null);
  const { data, error, progress, refetch } = useColumnValues(upload, column, filter);
  if (columns === null || columns.length === 0) return null;
  const name = column === null ? null : columns[column];
  return (
    <div role="group" aria-label={name === null ? 'Values' : `Values of ${visibleLine(name ?? '')}`}>
      <NativeSelect
        size="xs"
        mb="2xs"
        label="Count values of"
        data={[
          { value: '', label: 'Choose a column' },
          ...columns.map((label, index) => ({ value: String(index), label: visibleLine(label) })),
        ]}
        value={column === null ? '' : String(column)}
        onChange={({ currentTarget: { value } }) => setColumn(value === '' ? null : Number(value))}
      />
      {column !== null && progress !== null && (
        <>
          <div role="status">
            <Dimmed size="xs" px="sm">
              {countWords(progress.done)} of {countOf(progress.total, 'row')}
            </Dimmed>
          </div>
          <SmallButton variant="subtle" onClick={() => setColumn(null)}>
            Cancel
          </SmallButton>
        </>
      )}
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {column !== null &&
        data?.values.map(({ text, rows }) => {
          const isActive = filter.cell?.column === column && filter.cell.text === text;
          return (
            <FilterButton
              key={text === null ? 'none' : `=${text}`}
              count={rows}
              isActive={isActive}
              title={textWords(text)}
              onClick={() => onFilter(withCell(filter, isActive ? null : { column, text }))}
            >
              {text === null || text === '' ? (
                <span className={classes.none}>{textWords(text)}</span>
              ) : (
                <Pieces pieces={visiblePieces(text, { markLeading: true })} />
              )}
            </FilterButton>
          );
        })}
      {column !== null &&
        data !== undefined &&
        leftWords(data).map((words) => (
          <Dimmed key={words} size="xs" px="sm" pt="3xs">
            {words}
          </Dimmed>
        ))}
    </div>
  );
}

/** The values of a column in the rows that match the other filters. `progress`: null unless they are being counted. */
function useColumnValues({ id: uploadId, revision }: Upload, column: number | null, filter: UploadRowFilter) {
  const others = useMemo(() => withCell(filter, null), [filter]);
  const [settled] = useDebouncedValue(others, restMs);
  const [progress, setProgress] = useState<Pick<Values, 'done' | 'total'> | null>(null);
  // The cells of all rows never change.
  const ofRevision = Object.keys(settled).length === 0 ? null : revision;
  const query = useQuery({
    queryKey: queryKey('columnValues', uploadId, column, settled, ofRevision),
    enabled: column !== null,
    queryFn: async ({ signal }): Promise<Values> => {
      for (let from = 0; ;) {
        const found = await countUploadValues({ uploadId, column: column ?? 0, filter: settled, from });
        signal.throwIfAborted();
        setProgress(found.next === null ? null : found);
        if (found.next === null) return found;
        from = found.next;
      }
    },
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[2] === column ? before : undefined),
    gcTime: 0,
  });
  return { ...query, progress: query.isFetching ? progress : null };
}

/** `country: Norway`, as the name of a filter. */
export function cellWords(cell: NonNullable<UploadRowFilter['cell']>, { columns }: Upload): string {
  return `${visibleLine(columns?.[cell.column] ?? 'Column')}: ${textWords(cell.text)}`;
}

function textWords(text: string | null): string {
  return text === null ? 'none' : text === '' ? 'empty' : visibleLine(text);
}

/** What the list leaves out. */
function leftWords({ others, longRows, furtherRows }: Values): readonly string[] {
  return applying([
    others.values > 0 && `and ${countOf(others.values, 'other', 'others')} in ${countOf(others.rows, 'row')}`,
    longRows > 0 &&
      `${countOf(longRows, 'row')} with more than ${countWords(longestCounted)} characters, not listed`,
    furtherRows > 0 &&
      `${countOf(furtherRows, 'row')} with further values, not listed: only the first ${countWords(mostValues)} different values are counted`,
  ]);
}
