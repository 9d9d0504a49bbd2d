import type { Observation } from './observation.ts';

/** How often the next key was among what had been predicted. */
export interface Tally {
  /** Observations with at least one prediction: what the rates are of. */
  readonly predicted: number;
  /** Observations without any prediction; in no rate. */
  readonly silent: number;
  /** The next key came first, among the first three, or anywhere among the predictions. */
  readonly atOne: number;
  readonly atThree: number;
  readonly atAll: number;
}

const emptyTally: Tally = { predicted: 0, silent: 0, atOne: 0, atThree: 0, atAll: 0 };

export function tallyOf(observations: readonly Observation[]): Tally {
  return observations.reduce(addToTally, emptyTally);
}

function addToTally(tally: Tally, { predicted, rank }: Observation): Tally {
  if (predicted === 0) return { ...tally, silent: tally.silent + 1 };
  return {
    predicted: tally.predicted + 1,
    silent: tally.silent,
    atOne: tally.atOne + Number(rank === 1),
    atThree: tally.atThree + Number(rank !== null && rank <= 3),
    atAll: tally.atAll + Number(rank !== null),
  };
}

export interface DayTally {
  /** As `dayOf` named it, such as `2026-11-20`. */
  readonly day: string;
  readonly tally: Tally;
}

/** One tally for each day on which something was observed, in the order of the observations. */
export function tallyByDay(
  observations: readonly Observation[],
  dayOf: (at: number) => string,
): readonly DayTally[] {
  const days = new Map<string, Tally>();
  for (const observation of observations) {
    const day = dayOf(observation.at);
    days.set(day, addToTally(days.get(day) ?? emptyTally, observation));
  }
  return [...days].map(([day, tally]) => ({ day, tally }));
}

export interface RunningTally {
  /** How many observations with a prediction had been made, this one included. */
  readonly count: number;
  /** Of that one and those before it, `width` in all. */
  readonly tally: Tally;
}

/**
 * The tally of each run of `width` neighbouring observations with a prediction, oldest first; at most `most` of them,
 * evenly spread, the last one always among them. Empty while there are fewer than `width`.
 */
export function runningTallies(
  observations: readonly Observation[],
  width: number,
  most: number,
): readonly RunningTally[] {
  const scored = observations.filter(({ predicted }) => predicted > 0);
  const windows = scored.length - width + 1;
  if (windows <= 0) return [];
  const step = Math.max(1, Math.ceil(windows / most));
  const ends: number[] = [];
  for (let end = scored.length; end >= width; end -= step) ends.push(end);
  return ends
    .sort((one, other) => one - other)
    .map((end) => ({ count: end, tally: tallyOf(scored.slice(end - width, end)) }));
}

/** The bounds within which a share lies with a confidence of 95%, from what was counted (Wilson's score interval). */
export function likelyShare(hits: number, of: number): { readonly low: number; readonly high: number } {
  if (of === 0) return { low: 0, high: 1 };
  const z = 1.959_963_984_540_054;
  const share = hits / of;
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const middle = share + (z * z) / (2 * of);
  const scale = 1 + (z * z) / of;
  return {
    low: hits === 0 ? 0 : Math.max(0, (middle - spread) / scale),
    high: hits === of ? 1 : Math.min(1, (middle + spread) / scale),
  };
}
