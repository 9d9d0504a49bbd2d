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
    let due: number | undefined;
    let current = shown;
    const step = (): void => {
      const next = oneStep(current, items);
      due = undefined;
      if (next === current) return;
      current = next;
      // Rendered in slices, so that the window answers in between.
      startTransition(() => setShown(next));
      due = requestAnimationFrame(step);
    };
    due = requestAnimationFrame(step);
    return () => {
      if (due !== undefined) cancelAnimationFrame(due);
    };
    // What is shown moves towards the items; only other items begin it anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [items]);
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
