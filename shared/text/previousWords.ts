import type { NotKept, PreviousSummary } from '../domain/store.ts';
import { applying, countOf } from './phrases.ts';
import { visibleLine } from './visibleText.ts';

/** Which values from before a write cannot be stored again, and why. */
export function notKeptSentences(notKept: readonly NotKept[]): readonly string[] {
  return notKept.map(
    ({ atoms, why }) =>
      `The previous ${atoms === 1 ? 'value of 1 atom was' : `values of ${countOf(atoms, 'atom')} were`} not kept on this computer, because ${visibleLine(why)}.`,
  );
}

/** Says that values that were kept are gone or locked; null if none are. @param now how many can be read */
export function previousGoneSentence(kept: number, now: number): string | null {
  const gone = kept - now;
  if (gone <= 0) return null;
  const [which, they] =
    gone === 1 ? ['value of 1 atom', 'it was'] : [`values of ${countOf(gone, 'atom')}`, 'they were'];
  return `The previous ${which} cannot be stored again: ${they} deleted or had to make room for later ones, or the keychain is locked.`;
}

/** What to consider before previous values are stored again. @param changedSince atoms that have been stored again since the write */
export function previousCautions(
  { failed, unproven, unknown, notKept }: PreviousSummary,
  changedSince: number,
): readonly string[] {
  const they = (count: number): string => (count === 1 ? 'it was' : 'they were');
  return [
    ...applying([
      changedSince > 0 &&
        `${countOf(changedSince, 'atom no longer has the value', 'atoms no longer have the values')} that this write stored. Storing replaces later values.`,
      failed > 0 && `${countOf(failed, 'previous value')} failed verification when ${they(failed)} read.`,
      unproven > 0 &&
        `${countOf(unproven, 'previous value')} could not be checked when ${they(unproven)} read.`,
      unknown > 0 &&
        `${countOf(unknown, 'previous value')} ${unknown === 1 ? 'was' : 'were'} kept by an earlier version of Atom Explorer, which did not record whether ${they(unknown)} verified.`,
    ]),
    ...notKeptSentences(notKept),
  ];
}
