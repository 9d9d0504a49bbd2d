import { Group } from '@mantine/core';
import {
  useImperativeHandle,
  type AriaAttributes,
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { countWords } from '#shared/text/sizes.ts';
import classes from './rows.module.css';
import { rowsOfPart, type ListHandle, type VirtualRows } from './useVirtualRows.ts';
import { SmallButton } from '../Buttons.tsx';

/** What a row needs to know of its list, in values that stay the same as long as the row does. */
export interface RowPlacing {
  readonly id: string;
  readonly index: number;
  /** In pixels from the top of the list. */
  readonly top: number;
  readonly isActive: boolean;
  readonly className: string;
  readonly measure: ((element: HTMLDivElement | null) => void) | undefined;
}

/** What the element of every row gets; a list adds the role and its states. */
type RowAttributes = HTMLAttributes<HTMLDivElement> & {
  readonly ref?: Ref<HTMLDivElement>;
  readonly 'data-index': number;
  readonly 'data-active': true | undefined;
};

export function rowAttributes({ id, index, top, isActive, className, measure }: RowPlacing): RowAttributes {
  return {
    id,
    className,
    style: { transform: `translateY(${top}px)` },
    'data-index': index,
    'data-active': isActive || undefined,
    ...(measure !== undefined && { ref: measure }),
  };
}

interface VirtualFrameProps {
  readonly virtual: VirtualRows;
  readonly handle: RefObject<ListHandle | null> | undefined;
  readonly id: string;
  readonly role: 'listbox' | 'grid' | 'tree';
  readonly label: string;
  /** Index of the row that the keys act on; -1 for none. */
  readonly active: number;
  readonly aria?: AriaAttributes;
  /** Above the rows; it stays visible. */
  readonly header?: ReactNode;
  readonly className: string | undefined;
  readonly rowClassName: string | undefined;
  readonly style?: CSSProperties & Record<'--columns', string>;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** A context menu opens on a row, by pointer or key. Elsewhere none opens. */
  readonly onMenu: ((index: number) => void) | undefined;
  readonly renderRow: (placing: RowPlacing) => ReactNode;
}

/**
 * The part that `VirtualList`, `VirtualGrid`, and `VirtualTree` share: what scrolls, with one tab stop, in which only
 * the rows near the viewport exist, and `aria-activedescendant` names the active one.
 */
export function VirtualFrame(props: VirtualFrameProps) {
  const { virtual, id, active, onMenu } = props;
  const { count, base, scroller } = virtual;
  useImperativeHandle(
    props.handle,
    () => ({ scrollTo: virtual.scrollTo, focus: () => scroller.current?.focus() }),
    [virtual.scrollTo, scroller],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // A header's button, or a field in a row, has keys of its own.
    const isOwn = event.target instanceof Element && event.target.closest(ownKeys) !== null;
    if (isOwn || (onMenu !== undefined && openRowMenu(event, `${id}-${active}`))) return;
    props.onKeyDown(event);
  };
  const style: CSSProperties & Record<'--row-size', string> = {
    ...props.style,
    '--row-size': `${virtual.rowHeight}px`,
  };
  return (
    <>
      {count > rowsOfPart && <PartsBar count={count} base={base} onShow={virtual.scrollTo} />}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is a prop */}
      <div
        ref={scroller}
        className={`${classes.scroller ?? ''} ${props.className ?? ''}`}
        role={props.role}
        aria-label={props.label}
        aria-activedescendant={active === -1 || count === 0 ? undefined : `${id}-${active}`}
        {...props.aria}
        tabIndex={0}
        data-measured={virtual.isMeasured || undefined}
        style={style}
        onKeyDown={onKeyDown}
        onContextMenu={
          onMenu &&
          ((event) => {
            const row =
              event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
            if (row?.dataset['index'] === undefined) {
              event.preventDefault();
              event.stopPropagation();
            } else onMenu(Number(row.dataset['index']));
          })
        }
      >
        {props.header}
        <div role={props.role === 'grid' ? 'rowgroup' : 'presentation'} className={classes.body}>
          <div role="presentation" className={classes.spacer} style={{ height: Math.max(0, virtual.height) }}>
            {virtual.items.map(({ index, top }) =>
              props.renderRow({
                id: `${id}-${index}`,
                index,
                top,
                isActive: index === active,
                className: `${classes.row ?? ''} ${props.rowClassName ?? ''}`,
                measure: virtual.isMeasured ? virtual.measure : undefined,
              }),
            )}
          </div>
        </div>
      </div>
    </>
  );
}

const ownKeys = '[role="columnheader"], input:not([type="checkbox"]), textarea';

/**
 * Opens the context menu of a row from the keyboard, at the row: the browser would open it at the middle of the list,
 * which has the focus. Returns whether the key was one for that.
 */
function openRowMenu(event: KeyboardEvent, rowId: string): boolean {
  if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return false;
  event.preventDefault();
  const row = document.getElementById(rowId);
  const box = row?.getBoundingClientRect();
  row?.dispatchEvent(
    new MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: (box?.left ?? 0) + 28,
      clientY: (box?.bottom ?? 0) - 4,
    }),
  );
  return true;
}

interface PartsBarProps {
  readonly count: number;
  readonly base: number;
  readonly onShow: (index: number) => void;
}

function PartsBar({ count, base, onShow }: PartsBarProps) {
  const next = base + rowsOfPart;
  return (
    <Group role="group" aria-label="Row range" gap="sm" px="md" py="2xs" fz="xs" c="dimmed">
      <SmallButton disabled={base === 0} onClick={() => onShow(base - 1)}>
        Previous rows
      </SmallButton>
      <span>
        Rows {countWords(base + 1)} to {countWords(Math.min(next, count))} of {countWords(count)}
      </span>
      <SmallButton disabled={next >= count} onClick={() => onShow(next)}>
        Next rows
      </SmallButton>
    </Group>
  );
}
