import { Group, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFilterOff, IconTableOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import {
  locateUploadRow,
  useUploadRowWindow,
  uploadRowPages,
  type CountedUpload,
  type UploadListQuery,
} from '../../../api/uploads.ts';
import { changeUploadView, noRowsChosen, useUploadView } from '../../../state/uploadStore.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import type { RowChoice } from '../../../ui/lists/VirtualGrid.tsx';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { notifyFailure, notifyProblem } from '../../../ui/notify.ts';
import { checkColumns } from './checkColumns.tsx';
import { DuplicateBar } from './CompareBar.tsx';
import { placeNameOf } from './placeName.ts';
import { RowActions } from './RowActions.tsx';
import { countChosen, mostNamedRows, onlyRow, toggleRow } from './rowChoice.ts';
import { wasCompared, withText } from './rowFilters.ts';
import { RowTable } from './RowTable.tsx';

const searchAfterMs = 200;

/** The rows that match the filter, with the actions for the selected ones. */
export function RowsPane({ upload, counts }: CountedUpload) {
  const { filter, chosen, openRow, anchor } = useUploadView(upload.id);
  // Each search reads the keys of all rows, so it waits until the user stops typing.
  const [text = ''] = useDebouncedValue(filter.text, searchAfterMs);
  const query = useMemo<UploadListQuery>(
    () => ({ uploadId: upload.id, filter: withText(filter, text) }),
    [upload.id, filter, text],
  );
  const rowWindow = useUploadRowWindow(query, upload.revision);
  const { rows } = rowWindow;
  const change = (step: Parameters<typeof changeUploadView>[1]): void => changeUploadView(upload.id, step);

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
        if (before === null) notifyTooMany();
        else change(() => ({ chosen: toggleRow(before, row), anchor: row }));
        return;
      }
      case 'range': {
        const start = anchor ?? openRow ?? row;
        const numbers = await rowNumbers(query, Math.min(start, row), Math.max(start, row));
        if (numbers === null) notifyTooMany();
        else change(() => ({ chosen: { kind: 'some', rows: numbers }, openRow: row }));
      }
    }
  };

  const count = countChosen(chosen, rows.total);
  const isCompared = wasCompared(counts);
  return (
    <Stack gap={0} h="100%" mih={0} data-focus-home>
      <DuplicateBar upload={upload} counts={counts} />
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
        <Group justify="space-between" px="md" py="2xs" fz="sm" c="dimmed">
          <span role="status">{countOf(rows.total, 'row')}</span>
          {rows.total > 1 && (
            <SmallButton
              variant="subtle"
              onClick={() => change(() => ({ chosen: { kind: 'all' }, anchor: null }))}
            >
              Select all {countWords(rows.total)}
            </SmallButton>
          )}
        </Group>
      )}
      {rows.error !== null && <ErrorNotice error={rows.error} onRetry={rowWindow.retry} />}
      {rows.query === null ? (
        rows.error === null && <LoadingState label="Loading rows" rows={10} />
      ) : rows.total === 0 ? (
        counts.rows === 0 ? (
          <EmptyState
            icon={IconTableOff}
            title="No rows in this file"
            description="Go back to the mapping and change the file format, or discard the upload."
          />
        ) : (
          <EmptyState
            icon={IconFilterOff}
            title="No matching rows"
            description="No row matches the filter."
            action={
              <SmallButton onClick={() => change(() => ({ filter: {}, chosen: noRowsChosen, anchor: null }))}>
                Show all rows
              </SmallButton>
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
          onChoose={(row, choice) => {
            choose(row, choice).catch(notifyFailure);
          }}
          onOpen={(row) => change(() => ({ chosen: onlyRow(row), openRow: row, anchor: row }))}
          onChooseAll={() => change(() => ({ chosen: { kind: 'all' }, anchor: null }))}
          onChooseNone={() => change(() => ({ chosen: noRowsChosen, anchor: null }))}
        />
      )}
    </Stack>
  );
}

function notifyTooMany(): void {
  notifyProblem(
    'Too many rows',
    `You can select up to ${countWords(mostNamedRows)} rows this way. Filter the rows, then select all of them.`,
  );
}

/** The numbers of the rows of a list between two rows, inclusive; null if there are more than `mostNamedRows`. */
async function rowNumbers(
  query: UploadListQuery,
  firstRow: number,
  lastRow: number,
): Promise<ReadonlySet<number> | null> {
  const numbers = new Set<number>();
  const { index } = firstRow === 0 ? { index: 0 } : await locateUploadRow(query, firstRow);
  for await (const { rows } of uploadRowPages(query, index)) {
    for (const { row } of rows) {
      if (row > lastRow) return numbers;
      numbers.add(row);
    }
    if (numbers.size > mostNamedRows) return null;
  }
  return numbers;
}
