import { Table } from '@mantine/core';
import { memo, type Key, type ReactNode, type Ref } from 'react';
import { LongBody, mostWhole } from './LongBody.tsx';
import classes from './rows.module.css';
import type { RowData } from './useVirtualRows.ts';

export interface TableColumn<Row> {
  readonly name: string;
  readonly header: ReactNode;
  /** Tooltip of the header. */
  readonly title?: string;
  /** As in CSS. If any column has one, the others share the room that is left. */
  readonly width?: string;
  readonly isNumeric?: boolean;
  /** Its cells name their rows. */
  readonly isRowHeader?: boolean;
  readonly render: (row: Row, index: number) => ReactNode;
  readonly cellTitle?: (row: Row) => string | undefined;
  /** `data-` attributes of a cell, for styles and tests. */
  readonly cellData?: (row: Row) => RowData;
}

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  /** Default: the index, for rows that never change places. */
  readonly rowKey?: (row: Row, index: number) => Key;
  /** In place of the cells after the first, where it is not null. */
  readonly renderSpanning?: (row: Row) => ReactNode;
  readonly className?: string | undefined;
}

/**
 * A table for reading: rows of any height, without a selection. It scrolls in itself, with its header in place, wherever its
 * container limits its height. Of a long one, only the rows in sight exist.
 *
 * ```tsx
 * <DataTable
 *   label="Hit rates by day"
 *   columns={[
 *     { name: 'day', header: 'Day', isRowHeader: true, render: ({ day }) => day },
 *     { name: 'steps', header: 'Steps', isNumeric: true, render: ({ steps }) => countWords(steps) },
 *   ]}
 *   rows={days}
 *   rowKey={({ day }) => day}
 * />
 * ```
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, renderSpanning } = props;
  const isLong = rows.length > mostWhole;
  const keyOf = (index: number): Key => {
    const row = rows[index];
    return row === undefined ? index : (rowKey?.(row, index) ?? index);
  };
  const hasWidths = columns.some(({ width }) => width !== undefined);
  return (
    <div
      className={`${classes.tableScroller ?? ''} ${props.className ?? ''}`}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <Table
        stickyHeader
        fz="sm"
        verticalSpacing="2xs"
        horizontalSpacing="sm"
        layout={hasWidths ? 'fixed' : 'auto'}
        {...(isLong && { 'aria-rowcount': rows.length + 1 })}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, header, title, width, isNumeric }) => (
              <Table.Th
                key={name}
                scope="col"
                title={title}
                w={width}
                className={classes.tableHeader}
                data-column={name}
                data-numeric={isNumeric}
              >
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {isLong ? (
          <LongBody
            count={rows.length}
            keyOf={keyOf}
            renderRow={(index, measure) => {
              const row = rows[index];
              return row === undefined ? null : (
                <DataRow
                  key={keyOf(index)}
                  ref={measure}
                  isOfMany
                  {...{ columns, row, index, renderSpanning }}
                />
              );
            }}
          />
        ) : (
          <Table.Tbody>
            {rows.map((row, index) => (
              <DataRow key={keyOf(index)} {...{ columns, row, index, renderSpanning }} />
            ))}
          </Table.Tbody>
        )}
      </Table>
    </div>
  );
}

interface RowProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly renderSpanning: ((row: Row) => ReactNode) | undefined;
  readonly row: Row;
  readonly index: number;
  /** Not all rows of its table exist. */
  readonly isOfMany?: boolean;
  readonly ref?: Ref<HTMLTableRowElement>;
}

/** Renders again only if the row or the columns changed. */
const DataRow = memo(function DataRow<Row>(props: RowProps<Row>) {
  const { columns, row, index, renderSpanning, isOfMany = false, ref } = props;
  const spanning = renderSpanning?.(row) ?? null;
  return (
    <Table.Tr ref={ref} {...(isOfMany && { 'data-index': index, 'aria-rowindex': index + 2 })}>
      {(spanning === null ? columns : columns.slice(0, 1)).map((column) => {
        const Cell = column.isRowHeader === true ? Table.Th : Table.Td;
        return (
          <Cell
            key={column.name}
            {...(column.isRowHeader === true && { scope: 'row' })}
            className={classes.tableCell}
            title={column.cellTitle?.(row)}
            data-column={column.name}
            data-numeric={column.isNumeric}
            {...column.cellData?.(row)}
          >
            {column.render(row, index)}
          </Cell>
        );
      })}
      {spanning !== null && <Table.Td colSpan={columns.length - 1}>{spanning}</Table.Td>}
    </Table.Tr>
  );
}) as <Row>(props: RowProps<Row>) => ReactNode;
