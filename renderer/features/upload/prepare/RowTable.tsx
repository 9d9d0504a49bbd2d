import { Box } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { UploadRow } from '#shared/domain/upload.ts';
import { countWords } from '#shared/text/sizes.ts';
import type { RowWindowView } from '../../../api/catalogueRows.ts';
import { locateUploadRow, uploadRowsOf, type UploadListQuery } from '../../../api/uploads.ts';
import type { RowsChosen } from '../../../state/uploadStore.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { KeyText } from '../../../ui/KeyText.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import type { ListHandle } from '../../../ui/lists/useVirtualRows.ts';
import { VirtualGrid, type GridColumn, type RowChoice } from '../../../ui/lists/VirtualGrid.tsx';
import { useFollowedRow } from '../../../ui/useFollowedRow.ts';
import { isChosen } from './rowChoice.ts';
import { useEditedCell, type CellEditing } from './useEditedCell.ts';
import classes from './Prepare.module.css';
import kit from '../../../ui/kit.module.css';

export interface RowColumn extends GridColumn {
  readonly render: (row: UploadRow) => ReactNode;
  readonly title?: (row: UploadRow) => string | undefined;
  /** Width of the table in pixels below which the column is hidden. */
  readonly hiddenBelow?: number;
}

interface RowTableProps {
  readonly query: UploadListQuery;
  readonly window: RowWindowView<UploadListQuery, UploadRow>;
  readonly chosen: RowsChosen;
  readonly openRow: number | null;
  /** The same array as long as the columns are the same. */
  readonly columns: readonly RowColumn[];
  readonly onChoose: (row: number, choice: RowChoice) => void;
  readonly onOpen: (row: number) => void;
  /** Absent: only one row can be selected. */
  readonly onChooseAll?: () => void;
  readonly onChooseNone: () => void;
  /** In place of a list without rows. */
  readonly empty: ReactNode;
  /** Present where keys and values can be edited in the list. */
  readonly cells?: CellEditing | undefined;
}

/** The columns that every list of rows starts with. */
export function firstColumns(placeName: string): readonly RowColumn[] {
  return [
    {
      name: 'place',
      header: placeName,
      width: '5rem',
      isNumeric: true,
      render: ({ place }) => <span className={classes.dim}>{countWords(place)}</span>,
    },
    {
      name: 'key',
      header: 'Key',
      width: 'minmax(6rem, 1.5fr)',
      render: ({ key }) =>
        key === '' ? <span className={classes.none}>none</span> : <KeyText atomKey={key} />,
    },
  ];
}

/** The rows of an upload. */
export function RowTable(props: RowTableProps) {
  const { rows, retry } = props.window;
  return (
    <>
      {rows.error !== null && <ErrorNotice error={rows.error} onRetry={retry} />}
      {rows.query === null ? (
        rows.error === null && <LoadingState label="Loading rows" rows={10} />
      ) : rows.total === 0 ? (
        props.empty
      ) : (
        <Table {...props} />
      )}
    </>
  );
}

function Table(props: RowTableProps) {
  const { query, chosen, openRow } = props;
  const { rows, see } = props.window;
  const { ref, width } = useElementSize();
  const grid = useRef<ListHandle>(null);
  const place = useFollowedRow({
    query,
    rows,
    first: openRow === null ? null : String(openRow),
    nameOf: ({ row }) => String(row),
    // If the filter no longer finds the row, the next one takes its place.
    locate: async (asked, name) => (await locateUploadRow(asked, Number(name))).index,
    onFound: (index) => grid.current?.scrollTo(index),
  });
  // A row that was opened from elsewhere, for example as the next problem, is looked up.
  const find = useRef(place.find);
  const openedHere = useRef(openRow);
  useEffect(() => {
    find.current = place.find;
  });
  useEffect(() => {
    if (openRow === null || openedHere.current === openRow) return;
    openedHere.current = openRow;
    find.current(String(openRow));
  }, [openRow]);

  const choose = async (index: number, choice: RowChoice, isLatest: () => boolean): Promise<void> => {
    const known = rows.query === query ? rows.rowAt(index) : undefined;
    const row = known ?? (await uploadRowsOf(query, { from: index, to: index + 1 })).rows[0];
    if (row === undefined || !isLatest()) return;
    openedHere.current = row.row;
    place.put(String(row.row), index);
    props.onChoose(row.row, choice);
  };
  const columns = useMemo(
    () => props.columns.filter(({ hiddenBelow = 0 }) => width === 0 || width >= hiddenBelow),
    [props.columns, width],
  );
  const columnOf = useMemo(() => new Map(columns.map((column) => [column.name, column])), [columns]);
  const cellTitle = useCallback(
    (row: UploadRow, name: string) => columnOf.get(name)?.title?.(row),
    [columnOf],
  );
  const editing = useEditedCell({
    cells: props.cells,
    query,
    rows,
    isShown: (part) => columnOf.has(part),
    onEnd: () => grid.current?.focus(),
    onNext: ({ row }) => props.onChoose(row, 'only'),
  });
  const { render: renderEdited } = editing;
  const renderCell = useCallback(
    (row: UploadRow, name: string, index: number) =>
      renderEdited(row, name, index) ?? columnOf.get(name)?.render(row),
    [columnOf, renderEdited],
  );

  // Always the same, so that a row that did not change is not rendered again.
  const rowData = useCallback(
    ({ row, status }: UploadRow) => ({ 'data-status': status, 'data-open': row === openRow || undefined }),
    [openRow],
  );

  return (
    <Box ref={ref} className={`${kit.fill} ${classes.table}`}>
      <VirtualGrid
        ref={grid}
        label="Rows of the upload"
        rows={rows}
        see={see}
        listName={JSON.stringify(query.filter)}
        columns={columns}
        active={Math.max(0, place.index)}
        isSelected={({ row }) => isChosen(chosen, row)}
        onChoose={(index, choice, { isLatest }) => {
          // The pane shows why rows cannot be read.
          choose(index, choice, isLatest).catch(() => undefined);
        }}
        onSelectAll={props.onChooseAll}
        onSelectNone={props.onChooseNone}
        onOpen={(row, _index, _by, column) => {
          if (!editing.begin(row, column)) props.onOpen(row.row);
        }}
        onKeyDown={editing.onKeyDown}
        keyShortcuts={props.cells && 'F2'}
        rowData={rowData}
        cellTitle={cellTitle}
        renderCell={renderCell}
      />
    </Box>
  );
}
