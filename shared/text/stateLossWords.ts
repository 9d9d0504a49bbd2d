import type { StateLoss } from '../domain/stateLoss.ts';
import type { GroundLoss } from '../grounds/grounds.ts';
import { groundLabels } from './groundWords.ts';
import { visibleLine } from './visibleText.ts';

/** A loss in one line, such as in a list. */
export function stateLossWords({ part, why, detail }: Omit<StateLoss, 'at'>): string {
  return `${groundLabels[part]}: ${lossWords[why]}${detail === '' ? '' : ` (${visibleLine(detail)})`}.`;
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
