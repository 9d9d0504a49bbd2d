import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFilterOff, IconTableOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Upload, UploadCounts } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import {
  locateUploadRow,
  useUploadRowWindow,
  uploadRowsOf,
  type UploadListQuery,
} from '../../../api/uploads.ts';
import { changeUploadView, noRowsChosen, useUploadView } from '../../../state/uploadStore.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { notifyFailure, notifyProblem } from '../../../ui/notify.ts';
import classes from './CheckRows.module.css';
import { DuplicateStrip } from './DuplicateStrip.tsx';
import { placeNameOf } from './placeName.ts';
import { RowActions } from './RowActions.tsx';
import { countChosen, mostNamedRows, onlyRow, toggleRow } from './rowChoice.ts';
import { wasCompared, withText } from './rowFilters.ts';
import { CheckCells, checkColumns } from './CheckCells.tsx';
import { RowTable, type RowChoice } from './RowTable.tsx';

const searchAfterMs = 200;

interface RowsPaneProps {
  readonly upload: Upload;
  readonly counts: UploadCounts;
}

/** The rows that the filter finds, and what can be done with those that are chosen. */
export function RowsPane({ upload, counts }: RowsPaneProps) {
  const { filter, chosen, openRow, anchor } = useUploadView(upload.id);
  // Each search goes through the keys of all rows: it begins when typing rests.
  const [text = ''] = useDebouncedValue(filter.text, searchAfterMs);
  const query = useMemo<UploadListQuery>(
    () => ({ uploadId: upload.id, filter: withText(filter, text) }),
    [upload.id, filter, text],
  );
  const rowWindow = useUploadRowWindow(query, upload.revision);
  const { rows } = rowWindow;
  const change = (step: Parameters<typeof changeUploadView>[1]): void => changeUploadView(upload.id, step);

  /** The numbers of all rows from one to another in this list, both included; null where they are too many. */
  const stretch = async (from: number, to: number): Promise<ReadonlySet<number> | null> =>
    rowNumbers(query, Math.min(from, to), Math.max(from, to));

  const choose = async (row: number, choice: RowChoice): Promise<void> => {
    switch (choice) {
      case 'only':
        change(() => ({ chosen: onlyRow(row), openRow: row, anchor: row }));
        return;
      case 'move':
        change(() => ({ openRow: row }));
        return;
      case 'toggle': {
        const before =
          chosen.kind === 'some' ? chosen.rows : await rowNumbers(query, 0, Number.MAX_SAFE_INTEGER);
        if (before === null) tellTooMany();
        else change(() => ({ chosen: toggleRow(before, row), anchor: row }));
        return;
      }
      case 'stretch': {
        const numbers = await stretch(anchor ?? openRow ?? row, row);
        if (numbers === null) tellTooMany();
        else change(() => ({ chosen: { kind: 'some', rows: numbers }, openRow: row }));
      }
    }
  };

  const count = countChosen(chosen, rows.total);
  const isCompared = wasCompared(counts);
  return (
    <div className={classes.rowsPane} data-focus-home>
      <DuplicateStrip upload={upload} counts={counts} />
      {count > 1 && (
        <RowActions
          upload={upload}
          query={query}
          chosen={chosen}
          total={rows.total}
          onClear={() => change(() => ({ chosen: noRowsChosen, anchor: null }))}
        />
      )}
      {count <= 1 && rows.total > 0 && (
        <div className={classes.listHead}>
          <span role="status">{countOf(rows.total, 'row')}</span>
          {rows.total > 1 && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => change(() => ({ chosen: { kind: 'all' }, anchor: null }))}
            >
              Select all {countWords(rows.total)}
            </Button>
          )}
        </div>
      )}
      {rows.error !== null && <ErrorNotice error={rows.error} onRetry={rowWindow.retry} />}
      {rows.query === null ? (
        rows.error === null && <LoadingState label="Reading the rows" rows={10} />
      ) : rows.total === 0 ? (
        counts.rows === 0 ? (
          <EmptyState
            icon={IconTableOff}
            title="The file has no rows"
            description="Go back to the mapping to read it in another way, or discard the upload."
          />
        ) : (
          <EmptyState
            icon={IconFilterOff}
            title="No row here"
            description="No row passes the filter."
            action={
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => change(() => ({ filter: {}, chosen: noRowsChosen, anchor: null }))}
              >
                Show all rows
              </Button>
            }
          />
        )
      ) : (
        <RowTable
          query={query}
          window={rowWindow}
          chosen={chosen}
          openRow={openRow}
          columns={checkColumns(placeNameOf(upload), isCompared)}
          renderCells={(row) => <CheckCells row={row} isCompared={isCompared} />}
          shows={isCompared ? 'compared' : 'checks'}
          onChoose={(row, choice) => {
            choose(row, choice).catch(notifyFailure);
          }}
          onOpen={(row) => change(() => ({ chosen: onlyRow(row), openRow: row, anchor: row }))}
          onChooseAll={() => change(() => ({ chosen: { kind: 'all' }, anchor: null }))}
          onChooseNone={() => change(() => ({ chosen: noRowsChosen, anchor: null }))}
        />
      )}
    </div>
  );
}

function tellTooMany(): void {
  notifyProblem(
    'Too many rows to choose one by one',
    `Up to ${countWords(mostNamedRows)} rows can be chosen so. Narrow them with a filter, then select all of it.`,
  );
}

/** Rows asked for at once; as many as one answer may hold. */
const rowsAtOnce = 1_000;

/** The numbers of the rows of a list between two of them, both included; null where they are too many to name. */
async function rowNumbers(
  query: UploadListQuery,
  firstRow: number,
  lastRow: number,
): Promise<ReadonlySet<number> | null> {
  const numbers = new Set<number>();
  const { index } = firstRow === 0 ? { index: 0 } : await locateUploadRow(query, firstRow);
  for (let at = index; ; at += rowsAtOnce) {
    const { rows } = await uploadRowsOf(query, { from: at, to: at + rowsAtOnce });
    for (const { row } of rows) {
      if (row > lastRow) return numbers;
      numbers.add(row);
    }
    if (numbers.size > mostNamedRows) return null;
    if (rows.length < rowsAtOnce) return numbers;
  }
}
