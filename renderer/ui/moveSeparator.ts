interface Extent {
  /** Pixels. */
  readonly size: number;
  readonly min: number;
}

/**
 * The sizes of panes after the separator behind pane `index` moves by `delta` pixels. Space is taken from the
 * nearest pane on the side that it moves to, then from those beyond, down to their smallest sizes; the
 * separator stops where there is no more. The sum of the sizes stays.
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
