import { isLossOfRecord, stateParts, type StateLoss, type StatePart } from '../domain/stateLoss.ts';
import type { GroundLoss } from '../grounds/grounds.ts';
import { capitalized, listWords, quoteText } from './phrases.ts';
import { visibleLine } from './visibleText.ts';

type Lost = Omit<StateLoss, 'at'>;

/** Losses in one line each. What is lost for one reason is named together. */
export function stateLossLines(losses: readonly Lost[]): readonly string[] {
  return lossesByReason(losses).map(({ loss, parts }) =>
    isLossOfRecord(loss)
      ? recordLossWords(loss)
      : `${isEverything(parts) ? 'All saved data' : capitalized(namesOf(parts))}: ${lossReason(loss)}.`,
  );
}

/** The record alone is lost, so nothing is known about the parts. */
export function recordLossWords({ why }: Pick<StateLoss, 'why'>): string {
  return why === 'missing'
    ? 'There is no record of what was saved, so nothing shows whether the saved data is complete. This is normal once after an update.'
    : `The record of what was saved is ${lossWords[why]}, so nothing shows whether the saved data is complete.`;
}

/**
 * Why something is lost, without a period: `missing (57 entries recorded, 0 entries found)`. The detail may come from the file of another's
 * audit, so text that would end the parentheses is quoted.
 */
export function lossReason({ why, detail }: Pick<StateLoss, 'why' | 'detail'>): string {
  if (detail === '') return lossWords[why];
  return `${lossWords[why]} (${/[()“”]/.test(detail) ? quoteText(detail) : visibleLine(detail)})`;
}

/** The names of parts, in the middle of a sentence. */
export function namesOf(parts: readonly StatePart[]): string {
  return listWords(stateParts.filter((part) => parts.includes(part)).map((part) => partNames[part]));
}

/** Losses that have the same reason, in the order found. */
export function lossesByReason(
  losses: readonly Lost[],
): readonly { readonly loss: Lost; readonly parts: readonly StatePart[] }[] {
  const groups = new Map<string, { readonly loss: Lost; readonly parts: StatePart[] }>();
  for (const loss of losses) {
    const reason = lossReason(loss);
    const group = groups.get(reason) ?? { loss, parts: [] };
    groups.set(reason, group);
    group.parts.push(loss.part);
  }
  return [...groups.values()];
}

function isEverything(parts: readonly StatePart[]): boolean {
  return stateParts.every((part) => parts.includes(part));
}

const partNames: Readonly<Record<StatePart, string>> = {
  rules: 'hashing rules',
  pins: 'pinned roots',
  ledger: 'root ledger',
  knownKeys: 'earlier reads',
};

const lossWords: Readonly<Record<GroundLoss, string>> = {
  missing: 'missing',
  damaged: 'damaged or changed',
  older: 'an earlier copy',
  unsigned: 'no longer signed',
  'in-use': 'in use by another process',
  'newer-format': 'saved by a newer version of Atom Explorer',
  unreadable: 'unreadable',
  incomplete: 'incomplete',
  'from-the-claim': 'not from here',
  'not-recorded': 'not recorded',
  'other-origin': 'perhaps of another memory',
};
