import type { FilterMode, KeyState } from '#shared/domain/catalogueQuery.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { momentWords } from '#shared/text/times.ts';
import { verdictNames } from '#shared/text/verdictNames.ts';
import type { Narrowing } from '../../state/browseStore.ts';

/** Where the text of a filter must be found. */
export const modeWords: Readonly<Record<FilterMode, { readonly name: string; readonly hint: string }>> = {
  contains: { name: 'Contains', hint: 'anywhere in the key' },
  prefix: { name: 'Starts with', hint: 'at the start of the key' },
  glob: { name: 'Pattern', hint: '* within a segment, ** across segments, ? one character' },
  segment: { name: 'Segment', hint: 'one whole segment' },
};

export const stateWords: Readonly<Record<KeyState, string>> = {
  ...verdictNames,
  unread: 'Not read yet',
  gone: 'Not returned',
};

/** The conditions of a filter besides its text, each with its name and the filter without it. */
export function conditionsOf(
  filter: Narrowing,
): readonly { readonly words: string; readonly without: Narrowing }[] {
  const { states = [], bookmarked, tag, changed } = filter;
  return [
    ...states.map((state) => ({
      words: stateWords[state],
      without: withStates(
        filter,
        states.filter((other) => other !== state),
      ),
    })),
    ...(bookmarked === undefined ? [] : [{ words: 'Bookmarked', without: withBookmarked(filter, false) }]),
    ...(tag === undefined ? [] : [{ words: `Tag ${quoteText(tag)}`, without: withTag(filter, null) }]),
    ...(changed === undefined
      ? []
      : [{ words: `Changed since ${momentWords(changed.since)}`, without: withChanged(filter, null) }]),
  ];
}

/** @param states none for any state */
export function withStates({ states: _before, ...rest }: Narrowing, states: readonly KeyState[]): Narrowing {
  return states.length === 0 ? rest : { ...rest, states };
}

export function withBookmarked({ bookmarked: _before, ...rest }: Narrowing, isOn: boolean): Narrowing {
  return isOn ? { ...rest, bookmarked: true } : rest;
}

export function withTag({ tag: _before, ...rest }: Narrowing, tag: string | null): Narrowing {
  return tag === null ? rest : { ...rest, tag };
}

/** @param since epoch milliseconds; null for any */
export function withChanged({ changed: _before, ...rest }: Narrowing, since: number | null): Narrowing {
  return since === null ? rest : { ...rest, changed: { since } };
}
