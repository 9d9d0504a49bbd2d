import { assertNever } from '../domain/result.ts';
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

/** How a predicted atom stands, in a word or three: `Verified`, `Not returned`. */
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
    default:
      return assertNever(status);
  }
}

/** `v3`; nothing where no version is known. */
export function versionWords(status: PredictionStatus): string {
  return status.kind === 'read' && status.version !== null ? `v${status.version}` : '';
}

/** Where an edge of a chain leads, for tables and for the ear. */
export const edgeKindWords: Readonly<Record<ChainEdgeKind, string>> = {
  onward: 'onward',
  across: 'to a key met before',
  loop: 'back, in a loop',
};

/** The same for a prediction that was for another key: it leads nowhere from the key that was asked about. */
export const strayWords = 'for another key';

/** Where the service took a key for another one: that, and what it means. Nothing where it did not. */
export function answeredForWords(node: ChainNode): string {
  if (!isAnsweredForAnother(node)) return '';
  const bestHit = node.answer?.bestHit ?? null;
  return bestHit === null
    ? 'The service recalled nothing for this key, so its predictions are not for this key.'
    : `The service answered for ${quoteText(bestHit)}, so its predictions are not for this key.`;
}

/** What asking for predictions means; said wherever it can be asked. */
export const askingWords =
  'The service gives predictions only with a recall. So each question is a recall with the key as its query, and the service may learn from being asked.';

const longestName = 400;

/** What a node is called where only text goes. */
export function nodeName({ kind, text }: ChainStart): string {
  return kind === 'query' ? `Query ${quoteText(text)}` : visibleLine(text.slice(0, longestName));
}

/** What is known of what follows a node. */
export function answerWords(node: ChainNode): string {
  const { answer, shown } = node;
  if (answer === null) return 'not asked';
  const count = answer.predictions.length;
  if (isAnsweredForAnother(node))
    return count === 0 ? 'answered for another key' : `${count} for another key`;
  if (count === 0) return 'nothing expected';
  return shown < count ? `${shown} of ${count} expected` : `${count} expected`;
}
