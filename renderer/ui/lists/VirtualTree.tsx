import { IconChevronRight } from '@tabler/icons-react';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { isTyping, moveInTree, nothingTyped, typeOn, type RowOfTree } from '../treeKeys.ts';
import classes from './rows.module.css';
import { rowOf, useVirtualRows, type VirtualRowsProps } from './useVirtualRows.ts';
import { VirtualFrame } from './VirtualFrame.tsx';

/** Where a row is in its tree. */
export interface TreePlace extends RowOfTree {
  /** From 1. */
  readonly level: number;
  /** Among its siblings, from 1. */
  readonly position: number;
  /** Of the same parent, itself included. */
  readonly siblings: number;
}

interface VirtualTreeProps<Row> extends VirtualRowsProps<Row> {
  /** In pixels. */
  readonly rowHeight: number;
  /** Index of the row that the keys act on. */
  readonly active: number;
  readonly placeOf: (row: Row, index: number) => TreePlace;
  /** Default: the active row is the selected one. */
  readonly isSelected?: (row: Row, index: number) => boolean;
  /** Of the rows, the one that another part of the screen shows. */
  readonly isCurrent?: (row: Row, index: number) => boolean;
  /** Makes a row the active one. */
  readonly onMove: (index: number) => void;
  readonly onToggle: (row: Row, index: number) => void;
  /** By the key `*`. */
  readonly onOpenSiblings?: (row: Row) => void;
  /** A row, which is the active one by then, was pressed. */
  readonly onPress: (row: Row, by: 'click' | 'double-click' | 'Enter' | 'Space', index: number) => void;
  /** Finds the next row after `after` that begins with what was typed; -1 for none. */
  readonly findTyped?: (text: string, after: number) => Promise<number>;
  /** Deeper levels are not indented any further, so that the row stays in its pane. Default: 10. */
  readonly mostIndents?: number;
  readonly onMenu?: (index: number) => void;
  readonly renderRow: (row: Row, index: number) => ReactNode;
}

const indent = 14;

/**
 * A tree of any size, with the keys of the ARIA tree view pattern: one tab stop; arrows move, open, and close; letters
 * jump to a row.
 *
 * ```tsx
 * <VirtualTree
 *   label="Known keys"
 *   rows={rows} // only those whose parents are open
 *   rowHeight={28}
 *   active={active}
 *   placeOf={(row) => row} // with `level`, `position`, `siblings`, `hasChildren`, `isOpen`, `parent`
 *   onMove={setActive}
 *   onToggle={toggle}
 *   onPress={(row, by) => (by === 'click' ? show(row) : keep(row))}
 *   renderRow={(row) => <KeyText atomKey={row.label} />}
 * />
 * ```
 */
export function VirtualTree<Row>(props: VirtualTreeProps<Row>) {
  const { rows, active, placeOf, onMove, onToggle, onPress, findTyped, mostIndents = 10 } = props;
  const id = useId();
  const virtual = useVirtualRows(props);
  const { count } = virtual;
  const typed = useRef(nothingTyped);

  const go = (index: number): void => {
    if (index < 0) return;
    onMove(index);
    virtual.scrollTo(index);
  };
  const press = (index: number, by: 'click' | 'double-click' | 'Enter' | 'Space'): void => {
    const row = rowOf(rows, index);
    if (row === undefined) return;
    onMove(index);
    onPress(row, by, index);
  };
  const toggle = (index: number): void => {
    const row = rowOf(rows, index);
    if (row === undefined) return;
    onMove(index);
    onToggle(row, index);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rowOf(rows, active);
    // When the key was pressed, however busy the window was since.
    const now = event.timeStamp;
    const isOfWord = event.key.length === 1 && findTyped !== undefined;
    const isPress =
      event.key === 'Enter' || (event.key === ' ' && !(isOfWord && isTyping(typed.current, now)));
    const place = row === undefined ? undefined : placeOf(row, active);
    const move = moveInTree({ row: place, index: active, total: count, page: virtual.page() }, event.key);
    if (isPress) press(active, event.key === 'Enter' ? 'Enter' : 'Space');
    else if (move !== null) {
      typed.current = nothingTyped;
      if (move.kind === 'go') go(move.index);
      else if (move.kind === 'toggle') toggle(active);
      else if (row !== undefined) props.onOpenSiblings?.(row);
    } else if (isOfWord) {
      typed.current = typeOn(typed.current, event.key, now);
      findTyped(typed.current.text, active).then(go, () => undefined);
    } else return;
    event.preventDefault();
  };

  return (
    <VirtualFrame
      virtual={virtual}
      handle={props.ref}
      id={id}
      role="tree"
      label={props.label}
      active={active}
      className={props.className}
      rowClassName={props.rowClassName}
      onKeyDown={onKeyDown}
      onMenu={props.onMenu}
      renderRow={(index, attributes) => {
        const row = rowOf(rows, index);
        if (row === undefined) {
          return (
            <div key={index} {...attributes} role="treeitem" aria-label="Loading" aria-selected={false}>
              <span className={classes.pending} />
            </div>
          );
        }
        const { level, position, siblings, hasChildren, isOpen } = placeOf(row, index);
        return (
          <div
            key={index}
            {...attributes}
            {...props.rowData?.(row, index)}
            role="treeitem"
            aria-level={level}
            aria-posinset={position}
            aria-setsize={siblings}
            aria-expanded={hasChildren ? isOpen : undefined}
            aria-selected={props.isSelected?.(row, index) ?? index === active}
            aria-current={props.isCurrent?.(row, index)}
            style={{ ...attributes.style, paddingLeft: Math.min(level - 1, mostIndents) * indent + 2 }}
            onClick={() => press(index, 'click')}
            onDoubleClick={() => press(index, 'double-click')}
          >
            {hasChildren ? (
              <span
                className={classes.twist}
                data-open={isOpen || undefined}
                aria-hidden
                onClick={(event) => {
                  event.stopPropagation();
                  toggle(index);
                }}
                onDoubleClick={(event) => event.stopPropagation()}
              >
                <IconChevronRight size={14} />
              </span>
            ) : (
              <span className={classes.twist} />
            )}
            {props.renderRow(row, index)}
          </div>
        );
      }}
    />
  );
}
