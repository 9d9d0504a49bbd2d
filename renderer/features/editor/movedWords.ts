import type { Draft } from '#shared/domain/draft.ts';
import type { AtomNow } from '#shared/domain/store.ts';
import { countOf } from '#shared/text/phrases.ts';
import type { Merged } from './threeWayMerge.ts';

/** How an atom is not as the write took for granted. */
export type Move = 'exists-now' | 'gone' | 'changed' | 'same-value' | 'already-yours';

export function moveOf(base: Draft['base'], now: AtomNow, mine: string): Move {
  if (now === null) return 'gone';
  if (base === null) return 'exists-now';
  if (now.value === mine) return 'already-yours';
  return now.value === base.value ? 'same-value' : 'changed';
}

/** What happened, in a title and a sentence. */
export function moveWords(
  move: Move,
  { base, value: mine }: Pick<Draft, 'base' | 'value'>,
  now: AtomNow,
): { readonly title: string; readonly sentence: string } {
  const from = base === null || base.version === null ? 'what you began with' : `version ${base.version}`;
  const at = now === null || now.version === null ? '' : ` at version ${now.version}`;
  switch (move) {
    case 'exists-now':
      return {
        title: 'There is an atom with this key',
        sentence: `You began a new atom, and it exists${at}${now?.value === mine ? ', with the very text that you have here' : ''}. Nothing was sent.`,
      };
    case 'gone':
      return {
        title: 'The atom is gone',
        sentence: `You edited ${from}, and the service does not have the atom any more. Nothing was sent.`,
      };
    case 'already-yours':
      return {
        title: 'The service has this very text already',
        sentence: `It is stored${at}, exactly as you typed it. Nothing was sent.`,
      };
    case 'same-value':
      return {
        title: 'There is a newer version',
        sentence: `You edited ${from}. The atom is now${at}, with the value you began with. Nothing was sent.`,
      };
    case 'changed':
      return {
        title: 'The atom was changed meanwhile',
        sentence: `You edited ${from}. The atom is now${at}, with another value. Nothing was sent.`,
      };
  }
}

/** What merging came to. */
export function mergeWords({ takenOver, conflicts }: Merged): string {
  const taken = `${countOf(takenOver, 'change')} of theirs taken over`;
  return conflicts === 0
    ? `${taken}, nothing in conflict. Look it over: lines that fit may still contradict.`
    : `${taken}; ${countOf(conflicts, 'conflict')} marked in the text, for you to settle.`;
}
