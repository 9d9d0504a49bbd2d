import type { Observation } from '../scoreboard/observation.ts';
import { likelyShare } from '../scoreboard/tally.ts';
import { countOf, quoteText } from './phrases.ts';
import { countWords } from './sizes.ts';

/** How the scoreboard counts, so that anyone can count again by hand. One paragraph each. */
export const scoreboardRules: readonly string[] = [
  'A step is what you recalled or opened: the best hit of a recall you asked for, or an atom you opened from the predictions, from Browse or by its exact key. The same key twice in a row is one step; of several recalls in it, the last one’s predictions count.',
  'Looking at the other hits of a recall is not a step, for they came with it; nor is looking along a chain; nor is anything that the app asked of its own accord: reading ahead, following a chain, replaying a session, checking expectations.',
  'Each recall’s predictions are held against the next step, whenever you make it. If its key stands first among them, that counts at 1; among the first three, at 3; anywhere, at all. Where nothing was predicted, it is in no rate.',
  'What is not followed by a step before the app closes is not counted. Counts are kept for each connection, the latest 10,000 of them, with keys and without values.',
  'These are observations of this app alone. The service has its own: it also learns from what other clients ask, and from what this app asked of its own accord.',
];

/** Below this many, a rate says little, and is said to. */
export const fewObservations = 30;

/** `75%`; `–` of nothing. */
export function rateWords(hits: number, of: number): string {
  return of === 0 ? '–' : `${percent(hits / of)}%`;
}

/** `3 of 4`. */
export function shareWords(hits: number, of: number): string {
  return `${countWords(hits)} of ${countWords(of)}`;
}

/** Where the share of many more steps like these would lie, most likely: `30% to 95%`. */
export function likelyWords(hits: number, of: number): string {
  const { low, high } = likelyShare(hits, of);
  return `${percent(low)}% to ${percent(high)}%`;
}

/** What one observation came to, such as `predicted, 2nd of 5`. */
export function outcomeWords({ predicted, rank }: Observation): string {
  if (predicted === 0) return 'nothing was predicted';
  if (rank === null) return `not among ${countOf(predicted, 'prediction')}`;
  return `predicted, ${ordinal(rank)} of ${countWords(predicted)}`;
}

/** What the next step will be held against. */
export function openStepWords(key: string, predictions: readonly string[] | null): string {
  const last = `Your last step was ${quoteText(key)}.`;
  if (predictions === null)
    return `${last} Nothing was predicted after it: only a recall brings predictions.`;
  if (predictions.length === 0) return `${last} The service predicted nothing after it.`;
  return `${last} ${countOf(predictions.length, 'key is', 'keys are')} predicted; what you recall or open next will be held against ${predictions.length === 1 ? 'it' : 'them'}.`;
}

/** Whole percents, but never 0 or 100 for what is neither. */
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
