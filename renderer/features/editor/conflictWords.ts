import type { Draft } from '#shared/domain/draft.ts';
import type { AtomNow } from '#shared/domain/store.ts';
import { countOf } from '#shared/text/phrases.ts';
import type { MergedJson } from './mergeJson.ts';
import type { Merged } from './threeWayMerge.ts';

/** How an atom is not as the write took for granted. */
export type Conflict = 'exists-now' | 'removed' | 'changed' | 'same-value' | 'already-yours';

export function conflictOf(base: Draft['base'], now: AtomNow, mine: string): Conflict {
  if (now === null) return 'removed';
  if (base === null) return 'exists-now';
  if (now.value === mine) return 'already-yours';
  return now.value === base.value ? 'same-value' : 'changed';
}

/** What happened, in a title and a sentence. */
export function conflictWords(
  conflict: Conflict,
  { base, value: mine }: Pick<Draft, 'base' | 'value'>,
  now: AtomNow,
): { readonly title: string; readonly sentence: string } {
  const from = base === null || base.version === null ? 'what you began with' : `version ${base.version}`;
  const at = now === null || now.version === null ? '' : ` at version ${now.version}`;
  const isBehind = (now?.version ?? Infinity) < (base?.version ?? -Infinity);
  const odd = isBehind ? ' Versions only go up: it was deleted and made anew, or the service lost some.' : '';
  // Without a version there is only the value to tell by.
  const is = at === '' ? `It now has` : `The atom is now${at}, with`;
  switch (conflict) {
    case 'exists-now':
      return {
        title: 'There is an atom with this key',
        sentence: `You began a new atom, and it exists${at}${now?.value === mine ? ', with the very text that you have here' : ''}. Nothing was sent.`,
      };
    case 'removed':
      return {
        title: 'The service did not return the atom',
        sentence: `You edited ${from}, and the service did not return it now. Nothing was sent.`,
      };
    case 'already-yours':
      return {
        title: 'The service has this very text already',
        sentence: `It is stored${at}, exactly as you typed it. Nothing was sent.`,
      };
    case 'same-value':
      return {
        title: isBehind
          ? 'The version went back'
          : at === ''
            ? 'The atom has no version any more'
            : 'There is a newer version',
        sentence: `You edited ${from}. ${is} the value you began with. Nothing was sent.${odd}`,
      };
    case 'changed':
      return {
        title: isBehind
          ? 'The atom was changed, and its version went back'
          : 'The atom was changed meanwhile',
        sentence: `You edited ${from}. ${is} another value. Nothing was sent.${odd}`,
      };
  }
}

/** What merging JSON by member came to. @param open conflicts that are not settled */
export function mergeJsonWords({ takenOver, conflicts }: MergedJson, open: number): string {
  const taken =
    takenOver === 0
      ? 'No other change of theirs to take over'
      : `${countOf(takenOver, 'change')} of theirs taken over`;
  if (conflicts.length === 0)
    return `${taken}, nothing in conflict. Look it over: members that fit may still contradict.`;
  return open === 0
    ? `${taken}; every conflict is settled.`
    : `${taken}. Both changed ${countOf(conflicts.length, 'member')}: choose which value stands.`;
}

/** What merging came to. */
export function mergeWords({ takenOver, conflicts }: Merged): string {
  const taken = `${countOf(takenOver, 'change')} of theirs taken over`;
  if (conflicts === 0) {
    return `${takenOver === 0 ? 'Nothing of theirs to take over' : taken}, nothing in conflict. Look it over: lines that fit may still contradict.`;
  }
  const marked = `${countOf(conflicts, 'conflict')} marked in the text, for you to settle.`;
  return takenOver === 0 ? marked : `${taken}; ${marked}`;
}
