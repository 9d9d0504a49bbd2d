export const zooms = ['fit', 'compact', 'full'] as const;
/** `fit`: all of the path at once, however small; `compact`: one line for each node; `full`: with its rule. */
export type Zoom = (typeof zooms)[number];

export type Density = 'full' | 'compact' | 'mini';

export interface LadderScale {
  readonly density: Density;
  /** Height of one step in pixels; null: as tall as it is. */
  readonly stepHeight: number | null;
}

/** What a step of each density needs, in pixels. */
const fullStep = 98;
const compactStep = 38;
const smallestStep = 8;
/** What the two ends take: the roots above, the atom below, and the wire between. */
const fullEnds = 194;
const slimEnds = 150;

/** How to draw `steps` steps in a pane of this height. */
export function ladderScale(zoom: Zoom, steps: number, paneHeight: number): LadderScale {
  if (zoom === 'full' || steps === 0) return { density: 'full', stepHeight: null };
  if (zoom === 'compact') return { density: 'compact', stepHeight: compactStep };
  if (paneHeight - fullEnds >= steps * fullStep) return { density: 'full', stepHeight: null };
  const each = Math.floor((paneHeight - slimEnds) / steps);
  if (each >= compactStep) return { density: 'compact', stepHeight: Math.min(each, fullStep) };
  return { density: 'mini', stepHeight: Math.max(each, smallestStep) };
}

/** Fits the path where it stays readable, and scrolls it where it would not. */
export function firstZoom(steps: number, paneHeight: number): Zoom {
  return ladderScale('fit', steps, paneHeight).density === 'mini' ? 'compact' : 'fit';
}
