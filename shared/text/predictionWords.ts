import {
  isAnsweredForAnother,
  type ChainEdgeKind,
  type ChainNode,
  type ChainStart,
} from '../predictions/chain.ts';
import type { PredictionStatus } from '../predictions/predictionStatus.ts';
import { quoteText } from './phrases.ts';
import { shortVerdictNames } from './verdictNames.ts';
import { visibleLine } from './visibleText.ts';

/** The status of a predicted atom in one to three words: `Verified`, `Not returned`. */
export function statusWords(status: PredictionStatus): string {
  switch (status.kind) {
    case 'unread':
      return 'Not read';
    case 'reading':
      return 'Reading';
    case 'read':
      return shortVerdictNames[status.verdict];
    case 'absent':
      return 'Not returned';
    case 'failed':
      return 'Could not read';
  }
}

/** `v3`; empty if no version is known. */
export function versionWords(status: PredictionStatus): string {
  return status.kind === 'read' && status.version !== null ? `v${status.version}` : '';
}

/** Where an edge of a chain leads, for tables and screen readers. */
export const edgeKindWords: Readonly<Record<ChainEdgeKind, string>> = {
  onward: 'onward',
  across: 'to a key seen before',
  loop: 'loops back',
};

/** The same for a prediction for a different key: it does not follow from the requested key. */
export const strayWords = 'for a different key';

/** Explains predictions for a different key than the requested one; empty if they are for this key. */
export function answeredForWords(node: ChainNode): string {
  if (!isAnsweredForAnother(node)) return '';
  const bestHit = node.answer?.bestHit ?? null;
  return bestHit === null
    ? 'The recall found nothing for this key, so the predictions are not for this key.'
    : `The best hit was ${quoteText(bestHit)}, so the predictions are for that key, not for this one.`;
}

/** What requesting predictions means; shown wherever it is possible. */
export const askingWords =
  'The service returns predictions only with a recall. So each request is a recall with the key as its query, and the service may learn from it.';

const longestName = 400;

/** The name of a node where only plain text is possible. */
export function nodeName({ kind, text }: ChainStart): string {
  return kind === 'query' ? `Query ${quoteText(text)}` : visibleLine(text.slice(0, longestName));
}

/** What is known about the predictions after a node. */
export function answerWords(node: ChainNode): string {
  const { answer, shown } = node;
  if (answer === null) return 'not requested';
  const count = answer.predictions.length;
  if (isAnsweredForAnother(node)) return count === 0 ? 'for a different key' : `${count} for a different key`;
  if (count === 0) return 'no predictions';
  return shown < count ? `${shown} of ${count} predicted` : `${count} predicted`;
}
