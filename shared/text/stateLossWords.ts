import { stateParts, type StateLoss, type StatePart } from '../domain/stateLoss.ts';
import type { GroundLoss } from '../grounds/grounds.ts';
import { groundLabels } from './groundWords.ts';
import { listWords } from './phrases.ts';
import { visibleLine } from './visibleText.ts';

/** Losses in one line each. What is lost for one reason is named together. */
export function stateLossLines(losses: readonly Omit<StateLoss, 'at'>[]): readonly string[] {
  const parts = new Map<string, StatePart[]>();
  for (const loss of losses) {
    const why = whyWords(loss);
    parts.set(why, [...(parts.get(why) ?? []), loss.part]);
  }
  return [...parts].map(([why, lost]) => `${partsWords(lost)}: ${why}`);
}

function partsWords(parts: readonly StatePart[]): string {
  if (stateParts.every((part) => parts.includes(part))) return 'All saved data';
  const [first = '', ...others] = parts.map((part) => groundLabels[part]);
  return listWords([first, ...others.map((label) => label.toLowerCase())]);
}

function whyWords({ why, detail }: Pick<StateLoss, 'why' | 'detail'>): string {
  return `${lossWords[why]}${detail === '' ? '' : ` (${visibleLine(detail)})`}.`;
}

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
