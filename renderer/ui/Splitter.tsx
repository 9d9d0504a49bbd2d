import { Fragment, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import classes from './kit.module.css';
import { moveSeparator, parsePaneSizes, type PaneSize } from './paneSizes.ts';

interface Pane {
  /** Names the pane and the separators beside it, for screen readers. */
  readonly label: string;
  /** `px`: keeps its size when the window changes. A number: a share of what is left. */
  readonly defaultSize: PaneSize;
  readonly min: `${number}px`;
  /** null: the pane is hidden and the others take its place, without losing their state. */
  readonly content: ReactNode;
}

interface SplitterProps {
  /** The sizes are remembered under this name. */
  readonly name: string;
  /** Two or three; always as many for one name. */
  readonly panes: readonly [Pane, Pane, ...Pane[]];
  /** `horizontal`: side by side. `vertical`: stacked. */
  readonly orientation?: 'horizontal' | 'vertical';
}

interface Drag {
  readonly separator: number;
  readonly from: number;
  readonly startSizes: readonly number[];
}

const keyStep = 16;
const largeKeyStep = 96;

/**
 * Panes with separators that move by dragging, with the arrow keys (Shift: larger steps) and with Home and End.
 * A double click restores the default sizes. Fills its container.
 *
 * Not built on Mantine's Splitter: that one cannot name its separators, calls the separator between panes side by
 * side horizontal, and changes the size of a third pane while two others are resized.
 *
 *     <Splitter name="log" panes={[
 *       { label: 'Log', defaultSize: 5, min: '300px', content: <LogList /> },
 *       { label: 'Write', defaultSize: '340px', min: '240px', content: <WriteDetails /> },
 *     ]} />
 */
export function Splitter({ name, panes, orientation = 'horizontal' }: SplitterProps) {
  const isHorizontal = orientation === 'horizontal';
  const storageKey = `atom-explorer.panes.${name}`;
  const [sizes, setSizes] = useState<readonly PaneSize[]>(
    () => parsePaneSizes(localStorage.getItem(storageKey), panes.length) ?? defaultSizes(panes),
  );
  const [drag, setDrag] = useState<Drag | null>(null);
  useEffect(() => {
    if (drag === null) localStorage.setItem(storageKey, JSON.stringify(sizes));
  }, [storageKey, sizes, drag]);

  const elements = useRef<(HTMLElement | null)[]>([]);
  const measure = (): number[] =>
    panes.map((_, index) => {
      const box = elements.current[index]?.getBoundingClientRect();
      return (isHorizontal ? box?.width : box?.height) ?? 0;
    });
  const place = (event: { readonly clientX: number; readonly clientY: number }): number =>
    isHorizontal ? event.clientX : event.clientY;
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
  const positions = usePositions(elements, isHorizontal);

  return (
    <div className={classes.panes} data-orientation={orientation}>
      {panes.map((pane, index) => (
        <Fragment key={pane.label}>
          {index > 0 && (
            <div
              className={classes.separator}
              role="separator"
              tabIndex={0}
              aria-label={`Resize ${panes[index - 1]?.label ?? ''} and ${pane.label}`}
              aria-orientation={isHorizontal ? 'vertical' : 'horizontal'}
              aria-valuenow={positions[index - 1] ?? 0}
              aria-valuemin={0}
              aria-valuemax={100}
              hidden={pane.content === null || panes[index - 1]?.content === null}
              data-active={drag?.separator === index - 1 || undefined}
              onKeyDown={(event) => {
                const delta = keyDelta(event, isHorizontal);
                if (delta === null) return;
                event.preventDefault();
                move(index - 1, measure(), delta);
              }}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDrag({ separator: index - 1, from: place(event), startSizes: measure() });
              }}
              onPointerMove={(event) => {
                if (drag !== null) move(drag.separator, drag.startSizes, place(event) - drag.from);
              }}
              onLostPointerCapture={() => setDrag(null)}
              onDoubleClick={() => setSizes(defaultSizes(panes))}
            />
          )}
          <section
            ref={(element) => {
              elements.current[index] = element;
            }}
            className={classes.pane}
            data-pane
            aria-label={pane.label}
            hidden={pane.content === null}
            style={{
              flex: flexOf(sizes[index] ?? pane.defaultSize),
              [isHorizontal ? 'minWidth' : 'minHeight']: pane.min,
            }}
          >
            {pane.content}
          </section>
        </Fragment>
      ))}
    </div>
  );
}

function defaultSizes(panes: readonly Pane[]): readonly PaneSize[] {
  return panes.map(({ defaultSize }) => defaultSize);
}

function flexOf(size: PaneSize): string {
  return typeof size === 'number' ? `${size} 1 0` : `0 1 ${size}`;
}

/** Where the separators are, in percent of the whole. */
function usePositions(
  elements: { readonly current: readonly (HTMLElement | null)[] },
  isHorizontal: boolean,
): readonly number[] {
  const [positions, setPositions] = useState<readonly number[]>([]);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const extents = elements.current.map((element) =>
        element === null ? 0 : isHorizontal ? element.offsetWidth : element.offsetHeight,
      );
      const whole = extents.reduce((sum, extent) => sum + extent, 0);
      let before = 0;
      setPositions(extents.map((extent) => Math.round((100 * (before += extent)) / Math.max(1, whole))));
    });
    for (const element of elements.current) {
      if (element !== null) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [elements, isHorizontal]);
  return positions;
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
