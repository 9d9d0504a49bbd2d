import { Group, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFilterOff, IconTableOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { placeNameOf } from '#shared/text/uploadWords.ts';
import {
  locateUploadRow,
  useUploadRowWindow,
  uploadRowPages,
  type CountedUpload,
  type UploadListQuery,
} from '../../../api/uploads.ts';
import {
  changeUploadView,
  noRowsChosen,
  useUploadView,
  type UploadView,
} from '../../../state/uploadStore.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { RowChoice } from '../../../ui/lists/VirtualGrid.tsx';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { notifyFailure, notifyProblem } from '../../../ui/notify.ts';
import { canEditCell } from './cellEditing.ts';
import { checkColumns } from './checkColumns.tsx';
import { DuplicateBar } from './CompareBar.tsx';
import { RowActions } from './RowActions.tsx';
import { countChosen, mostNamedRows, onlyRow, toggleRow } from './rowChoice.ts';
import { wasCompared, withText } from './rowFilters.ts';
import { canChangeRows } from './rowChanges.ts';
import { RowCell } from './RowCell.tsx';
import { RowTable } from './RowTable.tsx';
import type { CellEditing } from './useEditedCell.ts';

const searchAfterMs = 200;

/** The rows that match the filter, with the actions for the selected ones. */
export function RowsPane({ upload, counts }: CountedUpload) {
  const { filter, chosen, openRow, anchor, typed } = useUploadView(upload.id);
  // Each search reads the keys of all rows, so it waits until the user stops typing.
  const [text = ''] = useDebouncedValue(filter.text, searchAfterMs);
  const query = useMemo<UploadListQuery>(
    () => ({ uploadId: upload.id, filter: withText(filter, text) }),
    [upload.id, filter, text],
  );
  const rowWindow = useUploadRowWindow(query, upload.revision);
  const { rows } = rowWindow;
  const change = (changed: Partial<UploadView>): void => changeUploadView(upload.id, () => changed);
  const chooseAll = (): void => change({ chosen: { kind: 'all' }, anchor: null });
  const chooseNone = (): void => change({ chosen: noRowsChosen, anchor: null });

  const choose = async (row: number, choice: RowChoice): Promise<void> => {
    if (choice === 'only') change({ chosen: onlyRow(row), openRow: row, anchor: row });
    else if (choice === 'move') change({ openRow: row });
    else {
      const isRange = choice === 'range';
      const start = anchor ?? openRow ?? row;
      const numbers = isRange
        ? await rowNumbers(query, Math.min(start, row), Math.max(start, row))
        : chosen.kind === 'some'
          ? chosen.rows
          : await rowNumbers(query, 0, Number.MAX_SAFE_INTEGER);
      if (numbers === null) {
        notifyProblem(
          'Too many rows',
          `You can select up to ${countWords(mostNamedRows)} rows this way. Filter the rows, then select all of them.`,
        );
      } else if (isRange) change({ chosen: { kind: 'some', rows: numbers }, openRow: row });
      else change({ chosen: toggleRow(numbers, row), anchor: row });
    }
  };

  const cells = useMemo<CellEditing | undefined>(() => {
    if (!canChangeRows(upload)) return undefined;
    return {
      canEdit: (row, part) => canEditCell(row, typed.get(row.row), part),
      render: (row, part, moves) => <RowCell upload={upload} row={row} part={part} {...moves} />,
      onElsewhere: ({ row }, part) => {
        changeUploadView(upload.id, () => ({ chosen: onlyRow(row), openRow: row, anchor: row }));
        document.querySelector<HTMLElement>(`[data-row-field="${part}"]`)?.focus();
      },
    };
  }, [upload, typed]);

  const placeName = placeNameOf(upload);
  const isCompared = wasCompared(counts);
  const columns = useMemo(() => checkColumns(placeName, isCompared), [placeName, isCompared]);
  const count = countChosen(chosen, rows.total);
  return (
    <Stack gap={0} h="100%" mih={0} data-focus-home>
      <DuplicateBar upload={upload} counts={counts} />
      {count > 1 && (
        <RowActions upload={upload} query={query} chosen={chosen} total={rows.total} onClear={chooseNone} />
      )}
      {count <= 1 && rows.total > 0 && (
        <Group justify="space-between" px="md" py="2xs" fz="sm" c="dimmed">
          <span role="status">{countOf(rows.total, 'row')}</span>
          {rows.total > 1 && (
            <SmallButton variant="subtle" onClick={chooseAll}>
              Select all {countWords(rows.total)}
            </SmallButton>
          )}
        </Group>
      )}
      <RowTable
        query={query}
        window={rowWindow}
        chosen={chosen}
        openRow={openRow}
        columns={columns}
        onChoose={(row, choice) => {
          choose(row, choice).catch(notifyFailure);
        }}
        onOpen={(row) => change({ chosen: onlyRow(row), openRow: row, anchor: row })}
        onChooseAll={chooseAll}
        onChooseNone={chooseNone}
        cells={cells}
        empty={
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
                <SmallButton onClick={() => change({ filter: {}, chosen: noRowsChosen, anchor: null })}>
                  Show all rows
                </SmallButton>
              }
            />
          )
        }
      />
    </Stack>
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
