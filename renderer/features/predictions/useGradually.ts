import { startTransition, useEffect, useState } from 'react';

/** Few enough that the window can respond to input between frames. */
const changesPerFrame = 12;

/**
 * Returns `items` gradually: removed items disappear at once, new and changed items arrive a few per frame. An item is
 * unchanged if it is the same object.
 */
export function useGradually<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  const [shown, setShown] = useState<readonly T[]>([]);
  useEffect(() => {
    const next = oneStep(shown, items);
    if (next === shown) return;
    // One step per frame, so that the window can respond to input in between.
    const due = requestAnimationFrame(() => startTransition(() => setShown(next)));
    return () => cancelAnimationFrame(due);
  }, [shown, items]);
  return shown;
}

/** Moves `shown` toward `wanted` by at most `changesPerFrame` items; returns the same array if they are equal. */
export function oneStep<T extends { readonly id: string }>(
  shown: readonly T[],
  wanted: readonly T[],
): readonly T[] {
  const before = new Map(shown.map((item) => [item.id, item]));
  let left = changesPerFrame;
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
