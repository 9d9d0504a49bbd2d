// Without zod: this is part of what the app loads before its window.

export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/** How the window opens. The theme is included so that the first frame has the right color. */
export interface WindowState {
  readonly bounds: Bounds | null;
  readonly isMaximized: boolean;
  readonly theme: Theme;
  /** How large everything is, in percent. */
  readonly zoom: number;
}

export const freshWindowState: WindowState = { bounds: null, isMaximized: false, theme: 'system', zoom: 100 };

const smallestVisibleEdge = 100;

/**
 * The saved bounds if enough of them is on a current display, otherwise null: a window must not open where a
 * monitor used to be.
 */
export function visibleBounds(remembered: Bounds | null, workAreas: readonly Bounds[]): Bounds | null {
  if (remembered === null) return null;
  const isReachable = workAreas.some((area) => {
    const width =
      Math.min(remembered.x + remembered.width, area.x + area.width) - Math.max(remembered.x, area.x);
    const height =
      Math.min(remembered.y + remembered.height, area.y + area.height) - Math.max(remembered.y, area.y);
    // The title bar is needed to move the window, so its top edge must be on the display.
    return width >= smallestVisibleEdge && height >= smallestVisibleEdge && remembered.y >= area.y;
  });
  return isReachable ? remembered : null;
}
