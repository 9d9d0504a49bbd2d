import { csvText } from '../text/csvText.ts';
import { edgesOf } from './edges.ts';
import type { Observation } from './observation.ts';
import { tallyOf } from './tally.ts';

/** One line an observation, oldest first; the predictions as a JSON array in their order. */
export function observationsCsv(observations: readonly Observation[]): string {
  return csvText(
    ['at', 'from', 'next', 'rank', 'predicted', 'predictions'],
    observations.map(({ at, from, next, rank, predicted, predictions }) => [
      new Date(at).toISOString(),
      from,
      next,
      rank,
      predicted,
      JSON.stringify(predictions),
    ]),
  );
}

/** One line an edge. */
export function edgesCsv(observations: readonly Observation[]): string {
  return csvText(
    ['from', 'to', 'steps', 'predicted', 'came', 'both'],
    edgesOf(observations).map(({ from, to, steps, predicted, came, both }) => [
      from,
      to,
      steps,
      predicted,
      came,
      both,
    ]),
  );
}

/** Everything, with what it adds up to. Times in epoch milliseconds. */
export function scoreboardJson(connectionName: string, observations: readonly Observation[]): string {
  const file = {
    format: 'atom-explorer-scoreboard',
    version: 1,
    connectionName,
    tally: tallyOf(observations),
    edges: edgesOf(observations),
    observations,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
