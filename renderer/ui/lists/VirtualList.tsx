import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { listMove } from '../listMove.ts';
import classes from './rows.module.css';
import { rowOf, useVirtualRows, type VirtualRowsProps } from './useVirtualRows.ts';
import { rowAttributes, VirtualFrame } from './VirtualFrame.tsx';

interface VirtualListProps<Row> extends VirtualRowsProps<Row> {
  /** In pixels; with `isMeasured`, an estimate for rows with heights of their own. */
  readonly rowHeight: number;
  readonly isMeasured?: boolean;
  /** Index of the selected row; -1 for none. */
  readonly selected: number;
  readonly onSelect: (index: number) => void;
  /** `false` where selecting costs something: arrows only move, and Enter, Space, or a click select. */
  readonly selectsOnMove?: boolean;
  /** By Enter or a double click. */
  readonly onOpen?: (row: Row, index: number) => void;
  /** Keys beyond the list's own. It comes first, and prevents the default of those that it takes. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>, index: number) => void;
  readonly onMenu?: (index: number) => void;
  readonly renderRow: (row: Row, index: number) => ReactNode;
}

/**
 * A list of any length from which one row is selected: one tab stop; arrows, Page Up and Down, Home and End move.
 *
 * ```tsx
 * <VirtualList
 *   label="Writes"
 *   rows={writes} // an array, or rows of a row window
 *   rowHeight={64}
 *   selected={selected}
 *   onSelect={setSelected}
 *   renderRow={(write) => <WriteRow write={write} />}
 * />
 * ```
 */
export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { rows, selected, onSelect, onOpen, selectsOnMove = true } = props;
  const id = useId();
  const [moved, setMoved] = useState({ from: selected, to: selected });
  const at = selectsOnMove || moved.from !== selected ? selected : moved.to;
  const virtual = useVirtualRows({ ...props, active: Math.max(0, at) });
  const { count } = virtual;
  const active = Math.min(Math.max(0, at), count - 1);

  const take = (index: number): void => {
    setMoved({ from: index, to: index });
    onSelect(index);
  };
  const open = (index: number): void => {
    const row = rowOf(rows, index);
    if (row !== undefined) onOpen?.(row, index);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    props.onKeyDown?.(event, active);
    if (event.defaultPrevented || count === 0) return;
    const to = listMove(event, { selected: at, count, page: virtual.page() });
    if (to !== null) {
      event.preventDefault();
      virtual.scrollTo(to);
      if (selectsOnMove) take(to);
      else setMoved({ from: selected, to });
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (event.key === 'Enter' && onOpen !== undefined) open(active);
      else take(active);
    }
  };
  return (
    <VirtualFrame
      virtual={virtual}
      handle={props.ref}
      id={id}
      role="listbox"
      label={props.label}
      active={active}
      className={props.className}
      rowClassName={props.rowClassName}
      onKeyDown={onKeyDown}
      onMenu={props.onMenu}
      renderRow={(placing) => {
        const { index } = placing;
        const row = rowOf(rows, index);
        return (
          <div
            key={index}
            {...rowAttributes(placing)}
            {...(row !== undefined && props.rowData?.(row, index))}
            role="option"
            aria-label={row === undefined ? 'Loading' : undefined}
            aria-selected={index === selected}
            aria-setsize={count}
            aria-posinset={index + 1}
            onClick={() => take(index)}
            onDoubleClick={() => open(index)}
          >
            {row === undefined ? <span className={classes.pending} /> : props.renderRow(row, index)}
          </div>
        );
      }}
    />
  );
}
