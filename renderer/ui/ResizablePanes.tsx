import {
  Fragment,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { moveSeparator } from './moveSeparator.ts';
import { readPaneSizes, savePaneSizes, type PaneSize } from './paneSizes.ts';
import classes from './ResizablePanes.module.css';

interface Pane {
  /** Names the pane and the separators beside it, for screen readers. */
  readonly label: string;
  /** `px`: keeps its size when the window changes. A number: a share of what is left. */
  readonly defaultSize: PaneSize;
  readonly min: `${number}px`;
  readonly content: ReactNode;
}

interface ResizablePanesProps {
  /** Under this name the sizes are remembered. */
  readonly name: string;
  /** Two or three; always as many for one name. */
  readonly panes: readonly [Pane, Pane, ...Pane[]];
  readonly orientation?: 'horizontal' | 'vertical';
}

interface Drag {
  readonly separator: number;
  readonly from: number;
  readonly startSizes: readonly number[];
}

const saveAfterMs = 250;
const keyStep = 16;
const largeKeyStep = 96;

/**
 * Panes side by side (or stacked: `vertical`) with separators to drag, or to move with the arrow keys
 * (Shift: in larger steps; Home and End: all the way). A double click restores the first sizes. Fills its
 * container.
 */
export function ResizablePanes({ name, panes, orientation = 'horizontal' }: ResizablePanesProps) {
  const isHorizontal = orientation === 'horizontal';
  const [sizes, setSizes] = useState<readonly PaneSize[]>(
    () => readPaneSizes(name, panes.length) ?? panes.map(({ defaultSize }) => defaultSize),
  );
  useEffect(() => {
    const timer = setTimeout(() => savePaneSizes(name, sizes), saveAfterMs);
    return () => clearTimeout(timer);
  }, [name, sizes]);

  const elements = useRef<(HTMLElement | null)[]>([]);
  const measure = (): number[] =>
    panes.map((_, index) => {
      const box = elements.current[index]?.getBoundingClientRect();
      return (isHorizontal ? box?.width : box?.height) ?? 0;
    });
  const measured = usePaneExtents(elements, isHorizontal);

  const [drag, setDrag] = useState<Drag | null>(null);
  const move = (separator: number, startSizes: readonly number[], delta: number): void => {
    const extents = panes.map(({ min }, index) => ({ size: startSizes[index] ?? 0, min: parseFloat(min) }));
    const moved = moveSeparator(extents, separator, delta);
    // All shares are rewritten together, in pixels, so that they stay in proportion to each other.
    setSizes(
      panes.map(({ defaultSize }, index): PaneSize => {
        const size = moved[index] ?? 0;
        return typeof defaultSize === 'number' ? Math.max(size, 1) : `${size}px`;
      }),
    );
  };
  const place = (event: PointerEvent): number => (isHorizontal ? event.clientX : event.clientY);

  const moveByKey = (event: KeyboardEvent, separator: number): void => {
    const delta = keyDelta(event, isHorizontal);
    if (delta === null) return;
    event.preventDefault();
    move(separator, measure(), delta);
  };

  return (
    <div className={classes.root} data-orientation={orientation}>
      {panes.map((pane, index) => (
        <Fragment key={pane.label}>
          {index > 0 && (
            <div
              className={classes.separator}
              role="separator"
              tabIndex={0}
              aria-label={`Resize ${panes[index - 1]?.label ?? ''} and ${pane.label}`}
              aria-orientation={isHorizontal ? 'vertical' : 'horizontal'}
              aria-valuenow={percentBefore(measured, index)}
              aria-valuemin={0}
              aria-valuemax={100}
              data-orientation={orientation}
              data-active={drag?.separator === index - 1 || undefined}
              onKeyDown={(event) => moveByKey(event, index - 1)}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDrag({ separator: index - 1, from: place(event), startSizes: measure() });
              }}
              onPointerMove={(event) => {
                if (drag !== null) move(drag.separator, drag.startSizes, place(event) - drag.from);
              }}
              onLostPointerCapture={() => setDrag(null)}
              onDoubleClick={() => setSizes(panes.map(({ defaultSize }) => defaultSize))}
            />
          )}
          <section
            ref={(element) => {
              elements.current[index] = element;
            }}
            className={classes.pane}
            aria-label={pane.label}
            style={paneStyle(sizes[index] ?? pane.defaultSize, pane.min, isHorizontal)}
          >
            {pane.content}
          </section>
        </Fragment>
      ))}
    </div>
  );
}

/** The panes' current sizes in pixels, kept up to date for the separators' ARIA values. */
function usePaneExtents(
  elements: { readonly current: readonly (HTMLElement | null)[] },
  isHorizontal: boolean,
): readonly number[] {
  const [extents, setExtents] = useState<readonly number[]>([]);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      setExtents(
        elements.current.map((element) =>
          Math.round((isHorizontal ? element?.offsetWidth : element?.offsetHeight) ?? 0),
        ),
      );
    });
    for (const element of elements.current) {
      if (element !== null) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [elements, isHorizontal]);
  return extents;
}

/** Where separator `index` stands: how much of the whole lies before it, in percent. */
function percentBefore(extents: readonly number[], index: number): number {
  const sum = (some: readonly number[]): number => some.reduce((total, size) => total + size, 0);
  const whole = sum(extents);
  return whole === 0 ? 0 : Math.round((100 * sum(extents.slice(0, index))) / whole);
}

/** By how many pixels a key moves a separator; null for keys that do not. */
function keyDelta(event: KeyboardEvent, isHorizontal: boolean): number | null {
  const step = event.shiftKey ? largeKeyStep : keyStep;
  switch (event.key) {
    case isHorizontal ? 'ArrowRight' : 'ArrowDown':
      return step;
    case isHorizontal ? 'ArrowLeft' : 'ArrowUp':
      return -step;
    case 'End':
      return Number.MAX_SAFE_INTEGER;
    case 'Home':
      return -Number.MAX_SAFE_INTEGER;
    default:
      return null;
  }
}

function paneStyle(size: PaneSize, min: string, isHorizontal: boolean): CSSProperties {
  const flex = typeof size === 'number' ? `${size} 1 0` : `0 1 ${size}`;
  return isHorizontal ? { flex, minWidth: min } : { flex, minHeight: min };
}
