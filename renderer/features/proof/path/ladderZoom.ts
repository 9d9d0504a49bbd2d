/** `fit`: the whole path at once, however small; `compact`: one line for each node; `full`: with the rules. */
export type Zoom = 'fit' | 'compact' | 'full';

export type Density = 'full' | 'compact' | 'mini';

export interface LadderScale {
  readonly density: Density;
  /** Height of one step in pixels. null: its natural height. */
  readonly stepHeight: number | null;
}

/** The height that a step of each density needs, in pixels. */
const fullStep = 98;
const compactStep = 38;
const smallestStep = 8;
/** The height of both ends: the roots at the top, the atom at the bottom, and the wires. */
const fullEnds = 194;
const slimEnds = 150;

/** How to draw a number of steps in a pane of this height in pixels. */
export function ladderScale(zoom: Zoom, steps: number, paneHeight: number): LadderScale {
  if (zoom === 'full' || steps === 0) return { density: 'full', stepHeight: null };
  if (zoom === 'compact') return { density: 'compact', stepHeight: compactStep };
  if (paneHeight - fullEnds >= steps * fullStep) return { density: 'full', stepHeight: null };
  const each = Math.floor((paneHeight - slimEnds) / steps);
  if (each >= compactStep) return { density: 'compact', stepHeight: Math.min(each, fullStep) };
  return { density: 'mini', stepHeight: Math.max(each, smallestStep) };
}

/** Fits the path if it stays readable, otherwise lets it scroll. */
export function firstZoom(steps: number, paneHeight: number): Zoom {
  return ladderScale('fit', steps, paneHeight).density === 'mini' ? 'compact' : 'fit';
}
