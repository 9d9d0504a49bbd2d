import type { Edge } from '../scoreboard/edges.ts';
import type { Observation, OpenStep } from '../scoreboard/observation.ts';
import type { DayTally, RunningTally, Tally } from '../scoreboard/tally.ts';

/** What was observed in this app over one connection: predictions against what the user wanted next. */
export interface Scoreboard {
  /** Of everything that is kept. */
  readonly kept: Tally;
  /** Of the latest observations that were requested; what the edges are of, too. */
  readonly latest: Tally;
  /** When the oldest observation that is kept was made; epoch milliseconds; null while there is none. */
  readonly since: number | null;
  readonly days: readonly DayTally[];
  readonly running: readonly RunningTally[];
  /** The first of the edges that pass the filter. */
  readonly edges: readonly Edge[];
  /** How many pass it. */
  readonly edgeCount: number;
  /** The newest observations, newest first. */
  readonly newest: readonly Observation[];
  /** The last step; the next one will be held against it. null after a start of the app. */
  readonly open: OpenStep | null;
  /** Set when damaged observations were moved aside and new ones begun: where the old ones lie. */
  readonly recoveredFrom: string | null;
}

/** How many observations are kept of a connection; older ones are dropped. */
export const mostObservations = 10_000;
/** How many neighbouring observations one point of the running rate is of. */
export const runningWidth = 20;
