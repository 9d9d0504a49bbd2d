import { IconChevronRight } from '@tabler/icons-react';
import { memo, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { isTyping, moveInTree, nothingTyped, typeOn, type RowOfTree } from '../treeKeys.ts';
import { useLatest } from '../useLatest.ts';
import classes from './rows.module.css';
import { rowOf, useVirtualRows, type VirtualRowsProps } from './useVirtualRows.ts';
import { rowAttributes, VirtualFrame, type RowPlacing } from './VirtualFrame.tsx';

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
  const latestPress = useLatest(press);
  const latestToggle = useLatest(toggle);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rowOf(rows, active);
    // When the key was pressed, however busy the window was since.
    const now = event.timeStamp;
    // These two filter, and show all shortcuts.
    const isOfWord = event.key.length === 1 && !'/?'.includes(event.key) && findTyped !== undefined;
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
      renderRow={(placing) => {
        const { index } = placing;
        const row = rowOf(rows, index);
        if (row === undefined) {
          return (
            <div
              key={index}
              {...rowAttributes(placing)}
              role="treeitem"
              aria-label="Loading"
              aria-selected={false}
            >
              <span className={classes.pending} />
            </div>
          );
        }
        const { level, position, siblings, hasChildren, isOpen } = placeOf(row, index);
        return (
          <TreeRow
            key={index}
            {...placing}
            row={row}
            level={level}
            position={position}
            siblings={siblings}
            expanded={hasChildren ? isOpen : undefined}
            indents={Math.min(level - 1, mostIndents)}
            isSelected={props.isSelected?.(row, index) ?? index === active}
            isCurrent={props.isCurrent?.(row, index)}
            rowData={props.rowData}
            renderRow={props.renderRow}
            onPress={latestPress}
            onToggle={latestToggle}
          />
        );
      }}
    />
  );
}

interface TreeRowProps<Row> extends RowPlacing, Pick<TreePlace, 'level' | 'position' | 'siblings'> {
  readonly row: Row;
  /** undefined without children. */
  readonly expanded: boolean | undefined;
  readonly indents: number;
  readonly isSelected: boolean;
  readonly isCurrent: boolean | undefined;
  readonly rowData: VirtualTreeProps<Row>['rowData'] | undefined;
  readonly renderRow: VirtualTreeProps<Row>['renderRow'];
  readonly onPress: (index: number, by: 'click' | 'double-click') => void;
  readonly onToggle: (index: number) => void;
}

const chevron = <IconChevronRight size={14} />;

// Most of a tree stays as it is when it is rendered again.
const TreeRow = memo(TreeRowView) as typeof TreeRowView;

function TreeRowView<Row>(props: TreeRowProps<Row>) {
  const { row, index, expanded, onPress, onToggle } = props;
  const attributes = rowAttributes(props);
  return (
    <div
      {...attributes}
      {...props.rowData?.(row, index)}
      role="treeitem"
      aria-level={props.level}
      aria-posinset={props.position}
      aria-setsize={props.siblings}
      aria-expanded={expanded}
      aria-selected={props.isSelected}
      aria-current={props.isCurrent}
      style={{ ...attributes.style, paddingLeft: props.indents * indent + 2 }}
      onClick={() => onPress(index, 'click')}
      onDoubleClick={() => onPress(index, 'double-click')}
    >
      {expanded === undefined ? (
        <span className={classes.twist} />
      ) : (
        <span
          className={classes.twist}
          data-open={expanded || undefined}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            onToggle(index);
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          {chevron}
        </span>
      )}
      {props.renderRow(row, index)}
    </div>
  );
}
