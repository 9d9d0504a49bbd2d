import type { Observation } from '../scoreboard/observation.ts';
import { likelyShare } from '../scoreboard/tally.ts';
import { countOf, quoteText } from './phrases.ts';
import { countWords } from './sizes.ts';

/** How the scoreboard counts, so that anyone can verify the numbers. One paragraph each. */
export const scoreboardRules: readonly string[] = [
  'A step is a recall that you run (its best hit counts) or an atom that you open from the predictions, from Browse, or by its exact key. The same key twice in a row is one step. If it contains several recalls, the predictions of the last one count.',
  'Opening other hits of the same recall is not a step, and neither is opening keys in a chain. Requests that the app makes by itself do not count either: reading ahead, following a chain, and checking expectations.',
  'The predictions of each recall are compared with your next step, whenever it happens. If its key is the first prediction, it counts for “First prediction”; if it is among the first three, for “First three”; anywhere in the list, for “Any prediction”. If nothing was predicted, the step does not count in any rate.',
  'A recall that is not followed by a step before the app closes is not counted. The latest 10,000 observations are kept for each connection, with keys but without values.',
  'These are observations by this app only, not statistics of the service. The service also learns from the requests of other clients, and from requests that this app makes by itself.',
];

/** With fewer observations than this, a rate says little, and the window says so. */
export const fewObservations = 30;

/** `75%`; `–` if there is nothing to count. */
export function rateWords(hits: number, of: number): string {
  return of === 0 ? '–' : `${percent(hits / of)}%`;
}

/** `3 of 4`. */
export function shareWords(hits: number, of: number): string {
  return `${countWords(hits)} of ${countWords(of)}`;
}

/** The likely range of the rate after many more steps like these: `30% to 95%`. */
export function likelyWords(hits: number, of: number): string {
  const { low, high } = likelyShare(hits, of);
  return `${percent(low)}% to ${percent(high)}%`;
}

/** The result of one observation, such as `predicted, 2nd of 5`. */
export function outcomeWords({ predicted, rank }: Observation): string {
  if (predicted === 0) return 'nothing predicted';
  if (rank === null) return `not among ${countOf(predicted, 'prediction')}`;
  return `predicted, ${ordinal(rank)} of ${countWords(predicted)}`;
}

/** What the next step will be compared with. */
export function openStepWords(key: string, predictions: readonly string[] | null): string {
  const last = `Your last step was ${quoteText(key)}.`;
  if (predictions === null) return `${last} It has no predictions, because only a recall returns them.`;
  if (predictions.length === 0) return `${last} The service predicted nothing after it.`;
  return `${last} ${countOf(predictions.length, 'key is', 'keys are')} predicted. Your next step will be compared with ${predictions.length === 1 ? 'it' : 'them'}.`;
}

/** A whole percentage, never rounded to 0 or 100. */
function percent(share: number): string {
  const rounded = Math.round(share * 100);
  if (rounded === 0 && share > 0) return '<1';
  if (rounded === 100 && share < 1) return '>99';
  return String(rounded);
}

function ordinal(count: number): string {
  const tail = count % 100;
  if (tail >= 11 && tail <= 13) return `${countWords(count)}th`;
  return `${countWords(count)}${{ 1: 'st', 2: 'nd', 3: 'rd' }[count % 10] ?? 'th'}`;
}
