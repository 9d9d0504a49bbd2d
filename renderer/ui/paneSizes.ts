/** `px`: fixed. A number: a share of the space that the fixed ones leave. */
export type PaneSize = `${number}px` | number;

const pixels = /^\d{1,5}(\.\d+)?px$/;

function storageName(name: string): string {
  return `atom-explorer.panes.${name}`;
}

/** Pane sizes from an earlier start; null where there are none, or not `count` of them. */
export function readPaneSizes(name: string, count: number): readonly PaneSize[] | null {
  return parsePaneSizes(localStorage.getItem(storageName(name)), count);
}

export function savePaneSizes(name: string, sizes: readonly PaneSize[]): void {
  localStorage.setItem(storageName(name), JSON.stringify(sizes));
}

/** Reads what was stored; null for anything but `count` sizes in pixels or positive shares. */
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
