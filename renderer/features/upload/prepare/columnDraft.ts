import type { ColumnChange } from '#shared/domain/rowMapping.ts';
import { countOf } from '#shared/text/phrases.ts';
import type { ChangedCell } from './columnChanges.ts';

/** What is left to enter before a change can be added; null if nothing is. `isColumn`: it changes a whole column, not a property. */
export function missingWords({ from, name, steps }: ColumnChange, isColumn: boolean): string | null {
  if (from === '') return 'Choose a column.';
  if (name === '') return 'Enter a name.';
  for (const step of steps) {
    if (step.kind === 'replace' && step.find === '') return 'Enter the text to replace.';
    if ((step.kind === 'part' || step.kind === 'list') && step.separator === '')
      return 'Enter the separator.';
  }
  return isColumn && name === from && steps.length === 0 ? 'Enter another name, or add a step.' : null;
}

/** Whether a change fits the first rows. */
export function fitWords(cells: readonly Pick<ChangedCell, 'before' | 'after'>[], isColumn: boolean): string {
  const unfit = cells.filter(({ after }) => !after.fits).length;
  const rows = `the first ${countOf(cells.length, 'row')}`;
  if (unfit > 0) return `Does not fit ${unfit} of ${rows}. Such rows are blocked until you fix them.`;
  if (cells.length > 0 && cells.every(({ before }) => before === null))
    return `${cells.length === 1 ? 'The first row has no' : `None of ${rows} has a`} value here.${isColumn ? '' : ' Check the spelling.'}`;
  return cells.length === 1 ? 'Fits the first row' : `Fits all of ${rows}`;
}
