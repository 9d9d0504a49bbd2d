import { Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo, type DragEvent, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import classes from './rows.module.css';

export interface GridColumn<Name extends string = string> {
  readonly name: Name;
  readonly header: ReactNode;
  /** As in `grid-template-columns`. Default: an equal share of the room that is left. */
  readonly width?: string;
  readonly isNumeric?: boolean | undefined;
  readonly isCentered?: boolean;
  /** The rows cannot be sorted by it, although they can by others. */
  readonly isUnsorted?: boolean;
}

export interface ColumnSort<Name extends string> {
  readonly column: Name;
  readonly direction: 'ascending' | 'descending';
}

/** By dragging a header or its edge, or with the arrow keys on a header: Shift moves the column, Ctrl changes its width. */
export interface ColumnChanges<Name extends string> {
  /** To the place of another column. Absent where columns stay in their order. */
  readonly move?: (name: Name, to: Name) => void;
  /** In pixels; null for as wide as it needs to be. */
  readonly resize: (name: Name, width: number | null) => void;
}

interface GridHeaderProps<Name extends string> {
  readonly columns: readonly GridColumn<Name>[];
  readonly sort: ColumnSort<Name> | null | undefined;
  readonly onSort: ((column: Name) => void) | undefined;
  readonly onColumns: ColumnChanges<Name> | undefined;
  /** The width of a column that is being dragged; null when that is over. */
  readonly onDraft: (draft: { readonly name: Name; readonly width: number } | null) => void;
}

/** Pixels for each press of an arrow key. */
const stepWidth = 16;
const narrowest = 30;
const widest = 2_000;

/** The head of a grid. */
export const GridHeader = memo(GridHeaderView) as typeof GridHeaderView;

function GridHeaderView<Name extends string>(props: GridHeaderProps<Name>) {
  const { columns, sort, onSort, onColumns, onDraft } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, at: number): void => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const name = columns[at]?.name;
    if (onColumns === undefined || name === undefined || step === 0 || event.altKey || event.metaKey) return;
    if (event.shiftKey && !event.ctrlKey && onColumns.move !== undefined) {
      const to = columns[at + step]?.name;
      if (to !== undefined) onColumns.move(name, to);
    } else if (event.ctrlKey && !event.shiftKey)
      onColumns.resize(name, within(widthOf(event.currentTarget) + step * stepWidth));
    else return;
    event.preventDefault();
  };
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" className={classes.columns} aria-rowindex={1}>
        {columns.map(({ name, header, isNumeric, isCentered, isUnsorted = false }, at) => {
          const direction = sort?.column === name ? sort.direction : 'none';
          const Arrow = direction === 'ascending' ? IconArrowUp : IconArrowDown;
          return (
            <div
              key={name}
              role="columnheader"
              className={classes.columnHead}
              data-column={name}
              data-numeric={isNumeric || undefined}
              data-centered={isCentered || undefined}
              aria-sort={isUnsorted ? undefined : onSort && direction}
              {...(onColumns?.move !== undefined && draggedHeader(name, columns, onColumns.move))}
            >
              {onSort === undefined || isUnsorted ? (
                <span
                  className={classes.header}
                  {...(onColumns !== undefined && {
                    tabIndex: 0,
                    'aria-keyshortcuts': keysOf(onColumns),
                    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, at),
                  })}
                >
                  {header}
                </span>
              ) : (
                <UnstyledButton
                  className={classes.header ?? ''}
                  aria-keyshortcuts={onColumns && keysOf(onColumns)}
                  onClick={() => onSort(name)}
                  onKeyDown={(event) => onKeyDown(event, at)}
                >
                  <Text span inherit truncate>
                    {header}
                  </Text>
                  {direction !== 'none' && <Arrow size={11} aria-hidden />}
                </UnstyledButton>
              )}
              {onColumns !== undefined && (
                <span
                  className={classes.edge}
                  // The keys do the same.
                  aria-hidden
                  draggable
                  onDragStart={(event) => {
                    event.preventDefault();
                    event.stopPropagation();
                  }}
                  onPointerDown={(event) =>
                    followEdge(event, {
                      draft: (width) => onDraft({ name, width }),
                      end: (width) => {
                        onDraft(null);
                        if (width !== null) onColumns.resize(name, width);
                      },
                    })
                  }
                  onDoubleClick={() => onColumns.resize(name, null)}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function keysOf<Name extends string>({ move }: ColumnChanges<Name>): string {
  const widths = 'Control+ArrowLeft Control+ArrowRight';
  return move === undefined ? widths : `Shift+ArrowLeft Shift+ArrowRight ${widths}`;
}

const dragType = 'application/x-atom-explorer-column';

function draggedHeader<Name extends string>(
  name: Name,
  columns: readonly GridColumn<Name>[],
  move: NonNullable<ColumnChanges<Name>['move']>,
) {
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.setData(dragType, name);
      dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes(dragType)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const dragged = columns.find((column) => column.name === event.dataTransfer.getData(dragType));
      if (dragged === undefined || dragged.name === name) return;
      event.preventDefault();
      move(dragged.name, name);
    },
  };
}

/** Follows the pointer from the edge of a column. `end`: null if the width did not change. */
function followEdge(
  { currentTarget, pointerId, clientX, button }: PointerEvent<HTMLElement>,
  { draft, end }: { readonly draft: (width: number) => void; readonly end: (width: number | null) => void },
): void {
  if (button !== 0) return;
  const edge: HTMLElement = currentTarget;
  const start = widthOf(edge);
  let width: number | null = null;
  const controller = new AbortController();
  const { signal } = controller;
  edge.setPointerCapture(pointerId);
  edge.addEventListener(
    'pointermove',
    (event) => {
      width = within(start + event.clientX - clientX);
      draft(width);
    },
    { signal },
  );
  for (const last of ['pointerup', 'pointercancel'] as const)
    edge.addEventListener(
      last,
      () => {
        controller.abort();
        end(last === 'pointerup' ? width : null);
      },
      { signal },
    );
}

function widthOf(element: HTMLElement): number {
  return element.closest('[role="columnheader"]')?.getBoundingClientRect().width ?? 0;
}

function within(width: number): number {
  return Math.round(Math.min(widest, Math.max(narrowest, width)));
}
