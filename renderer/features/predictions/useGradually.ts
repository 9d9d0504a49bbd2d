import { startTransition, useEffect, useState } from 'react';

/** Few enough that drawing them leaves the window free to answer in between. */
const changesAFrame = 12;

/**
 * The items as they come to be shown: what goes is gone at once, what is new or changed arrives some at a time, a frame
 * each. An item is unchanged while it is the same object.
 */
export function useGradually<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  const [shown, setShown] = useState<readonly T[]>([]);
  useEffect(() => {
    const next = oneStep(shown, items);
    if (next === shown) return;
    // One step at a time, each after the one before was drawn, and in slices: so the window answers in between.
    const due = requestAnimationFrame(() => startTransition(() => setShown(next)));
    return () => cancelAnimationFrame(due);
  }, [shown, items]);
  return shown;
}

/** `shown`, moved towards `wanted` by at most `changesAFrame` items; the same array once nothing is left to do. */
export function oneStep<T extends { readonly id: string }>(
  shown: readonly T[],
  wanted: readonly T[],
): readonly T[] {
  const before = new Map(shown.map((item) => [item.id, item]));
  let left = changesAFrame;
  const next: T[] = [];
  for (const item of wanted) {
    const old = before.get(item.id);
    if (old === item) next.push(item);
    else if (left > 0) {
      left -= 1;
      next.push(item);
    } else if (old !== undefined) next.push(old);
  }
  const isSame = next.length === shown.length && next.every((item, index) => item === shown[index]);
  return isSame ? shown : next;
}
