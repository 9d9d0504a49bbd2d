import { isLossOfRecord, type AcceptedLosses } from '../domain/stateLoss.ts';
import { listWords } from './phrases.ts';
import { lossesByReason, lossReason, namesOf } from './stateLossWords.ts';

/** Acceptances that are named, newest first. */
const mostNamed = 3;

/**
 * What the user accepted as lost, which later results were not compared with: one text for each acceptance. The record keeps
 * them for good.
 */
export function acceptedLossLines(accepted: readonly AcceptedLosses[]): readonly string[] {
  const shown = accepted.slice(0, mostNamed).map(acceptedWords);
  const rest = accepted.length - mostNamed;
  return rest > 0 ? [...shown, `Earlier acceptances of a loss: ${rest}.`] : shown;
}

function acceptedWords({ at, losses }: AcceptedLosses): string {
  const lost = lossesByReason(losses).map(({ loss, parts }) => {
    if (isLossOfRecord(loss))
      return loss.why === 'missing'
        ? 'there was no record of what was saved'
        : 'the record of what was saved was unusable';
    const isOne = parts.length === 1 && parts[0] === 'ledger';
    return `the ${namesOf(parts)} ${isOne ? 'was' : 'were'} lost: ${lossReason(loss)}`;
  });
  return `On ${dayOf(at)}, it was accepted that ${listWords(lost)}. Nothing from before was compared.`;
}

/** In UTC, as reports have it. */
function dayOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? 'an unknown day' : date.toISOString().slice(0, 10);
}
