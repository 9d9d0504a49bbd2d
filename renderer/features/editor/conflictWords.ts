import type { Draft } from '#shared/domain/draft.ts';
import type { AtomNow } from '#shared/domain/store.ts';
import { countOf } from '#shared/text/phrases.ts';
import type { MergedJson } from './mergeJson.ts';
import type { Merged } from './threeWayMerge.ts';

/** How the stored atom differs from what the write expected. */
export type Conflict = 'exists-now' | 'removed' | 'changed' | 'same-value' | 'already-yours';

export function conflictOf(base: Draft['base'], now: AtomNow, mine: string): Conflict {
  if (now === null) return 'removed';
  if (base === null) return 'exists-now';
  if (now.value === mine) return 'already-yours';
  return now.value === base.value ? 'same-value' : 'changed';
}

/** Describes the conflict in a title and a sentence. */
export function conflictWords(
  conflict: Conflict,
  { base, value: mine }: Pick<Draft, 'base' | 'value'>,
  now: AtomNow,
): { readonly title: string; readonly sentence: string } {
  const from = base === null || base.version === null ? 'the original' : `version ${base.version}`;
  const at = now === null || now.version === null ? '' : ` at version ${now.version}`;
  const isBehind = (now?.version ?? Infinity) < (base?.version ?? -Infinity);
  const odd = isBehind
    ? ' Versions only go up, so the atom was deleted and created again, or the service lost versions.'
    : '';
  // Without a version, only the value can be compared.
  const is = at === '' ? `It now has` : `The atom is now${at}, with`;
  switch (conflict) {
    case 'exists-now':
      return {
        title: 'An atom with this key already exists',
        sentence: `The key of your new atom is already in use${at}${now?.value === mine ? ', with exactly your text' : ''}. Nothing was sent.`,
      };
    case 'removed':
      return {
        title: 'The service no longer returns the atom',
        sentence: `You edited ${from}, but the service no longer returns it. Nothing was sent.`,
      };
    case 'already-yours':
      return {
        title: 'The service already has this text',
        sentence: `It is stored${at}, exactly as you typed it. Nothing was sent.`,
      };
    case 'same-value':
      return {
        title: isBehind
          ? 'The version went back'
          : at === ''
            ? 'The atom no longer has a version'
            : 'A newer version exists',
        sentence: `You edited ${from}. ${is} the value you started from. Nothing was sent.${odd}`,
      };
    case 'changed':
      return {
        title: isBehind ? 'The atom changed, and its version went back' : 'The atom changed in the meantime',
        sentence: `You edited ${from}. ${is} a different value. Nothing was sent.${odd}`,
      };
  }
}

/** Describes the result of merging JSON by property. @param open how many conflicts are not resolved */
export function mergeJsonWords({ takenOver, conflicts }: MergedJson, open: number): string {
  const taken =
    takenOver === 0
      ? 'No other changes from the service to merge'
      : `${countOf(takenOver, 'change')} from the service merged`;
  if (conflicts.length === 0)
    return `${taken}, no conflicts. Review the result: properties that merge cleanly can still contradict each other.`;
  return open === 0
    ? `${taken}; all conflicts are resolved.`
    : `${taken}. Both changed ${countOf(conflicts.length, 'property', 'properties')}. Choose ${conflicts.length === 1 ? 'which value' : 'which values'} to keep.`;
}

/** Describes the result of merging by line. */
export function mergeWords({ takenOver, conflicts }: Merged): string {
  const taken = `${countOf(takenOver, 'change')} from the service merged`;
  if (conflicts === 0) {
    return `${takenOver === 0 ? 'No changes from the service to merge' : taken}, no conflicts. Review the result: lines that merge cleanly can still contradict each other.`;
  }
  const marked = `${countOf(conflicts, 'conflict')} marked in the text. Resolve them before you store.`;
  return takenOver === 0 ? marked : `${taken}; ${marked}`;
}
