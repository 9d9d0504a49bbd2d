/** `px`: fixed. A number: a share of the space that the fixed ones leave. */
export type PaneSize = `${number}px` | number;

const pixels = /^\d{1,5}(\.\d+)?px$/;

/** Reads stored sizes; null for anything but `count` sizes in pixels or positive shares. */
export function parsePaneSizes(stored: string | null, count: number): readonly PaneSize[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
  if (!Array.isArray(parsed) || parsed.length !== count) return null;
  return parsed.every(isPaneSize) ? parsed : null;
}

function isPaneSize(size: unknown): size is PaneSize {
  if (typeof size === 'number') return Number.isFinite(size) && size > 0;
  return typeof size === 'string' && pixels.test(size);
}

interface Extent {
  /** Pixels. */
  readonly size: number;
  readonly min: number;
}

/**
 * The sizes of panes, in pixels, after the separator behind pane `index` moved by `delta` pixels. The growing pane
 * takes space from its neighbor first, then from the panes beyond, down to their minimum sizes. The sum stays.
 */
export function moveSeparator(panes: readonly Extent[], index: number, delta: number): number[] {
  const sizes = panes.map(({ size }) => size);
  const step = delta > 0 ? 1 : -1;
  const grown = delta > 0 ? index : index + 1;
  let wanted = Math.abs(delta);
  for (let giver = grown + step; wanted > 0; giver += step) {
    const pane = panes[giver];
    if (pane === undefined) break;
    const { size, min } = pane;
    const given = Math.min(wanted, Math.max(0, size - min));
    sizes[giver] = size - given;
    sizes[grown] = (sizes[grown] ?? 0) + given;
    wanted -= given;
  }
  return sizes;
}
