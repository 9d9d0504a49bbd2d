import { assertNever } from '../domain/result.ts';
import type { ChainEdgeKind, ChainNode } from '../predictions/chain.ts';
import type { PredictionStanding } from '../predictions/standing.ts';
import { quoteText } from './phrases.ts';
import { shortVerdictNames } from './verdictNames.ts';
import { visibleLine } from './visibleText.ts';

/** How a predicted atom stands, in a word or three: `Verified`, `Not there`. */
export function standingWords(standing: PredictionStanding): string {
  switch (standing.kind) {
    case 'unread':
      return 'Not read';
    case 'reading':
      return 'Reading';
    case 'read':
      return shortVerdictNames[standing.verdict];
    case 'absent':
      return 'Not there';
    case 'failed':
      return 'Could not read';
    default:
      return assertNever(standing);
  }
}

/** `v3`; nothing where no version is known. */
export function versionWords(standing: PredictionStanding): string {
  return standing.kind === 'read' && standing.version !== null ? `v${standing.version}` : '';
}

/** Where an edge of a chain leads, for tables and for the ear. */
export const edgeKindWords: Readonly<Record<ChainEdgeKind, string>> = {
  onward: 'onward',
  across: 'to a key met before',
  loop: 'back, in a loop',
};

/** What asking for predictions means; said wherever it can be asked. */
export const askingWords =
  'The service gives predictions only with a recall. So each question is a recall with the key as its query, and the service may learn from being asked.';

const longestName = 400;

/** What a node is called where only text goes. */
export function nodeName({ kind, text }: ChainNode): string {
  return kind === 'query' ? `Query ${quoteText(text)}` : visibleLine(text.slice(0, longestName));
}

/** What is known of what follows a node. */
export function answerWords({ answer, shown }: ChainNode): string {
  if (answer === null) return 'not asked';
  const count = answer.predictions.length;
  if (count === 0) return 'nothing expected';
  return shown < count ? `${shown} of ${count} expected` : `${count} expected`;
}
