import type { Observation } from './observation.ts';

/** A pair of keys: how often the second was predicted after the first, and how often it came next. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** Observations that began at `from`. */
  readonly steps: number;
  /** In how many of them `to` was predicted, and in how many it came next. */
  readonly predicted: number;
  readonly came: number;
  /** In how many of them both happened. */
  readonly both: number;
}

/** Every edge that was predicted or taken; those that came most often first, then those predicted most often. */
export function edgesOf(observations: readonly Observation[]): readonly Edge[] {
  const steps = new Map<string, number>();
  const edges = new Map<string, Map<string, { predicted: number; came: number; both: number }>>();
  for (const { from, next, rank, predictions } of observations) {
    steps.set(from, (steps.get(from) ?? 0) + 1);
    const targets = edges.get(from) ?? new Map<string, { predicted: number; came: number; both: number }>();
    edges.set(from, targets);
    // Predictions far down a very long list are not saved by name, but a hit among them is.
    const named = rank === null || predictions.includes(next) ? predictions : [...predictions, next];
    for (const to of new Set([...named, next])) {
      const counts = targets.get(to) ?? { predicted: 0, came: 0, both: 0 };
      const isPredicted = named.includes(to);
      targets.set(to, {
        predicted: counts.predicted + Number(isPredicted),
        came: counts.came + Number(to === next),
        both: counts.both + Number(isPredicted && to === next),
      });
    }
  }
  return [...edges]
    .flatMap(([from, targets]) =>
      [...targets].map(([to, counts]) => ({ from, to, steps: steps.get(from) ?? 0, ...counts })),
    )
    .sort(
      (one, other) =>
        other.came - one.came ||
        other.predicted - one.predicted ||
        compareText(one.from, other.from) ||
        compareText(one.to, other.to),
    );
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
