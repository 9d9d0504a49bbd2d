import type { FilterMode, KeyState } from '#shared/domain/catalogueQuery.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { verdictNames } from '#shared/text/verdictNames.ts';
import type { Narrowing } from '../../state/browseStore.ts';

/** How the text of a filter is meant: the name of the mode, and what it does. */
export const modeWords: Readonly<Record<FilterMode, { readonly name: string; readonly hint: string }>> = {
  contains: { name: 'Contains', hint: 'anywhere in the key' },
  prefix: { name: 'Begins with', hint: 'at the beginning of the key' },
  glob: { name: 'Pattern', hint: '* within a segment, ** anything, ? one character' },
  segment: { name: 'Segment', hint: 'one whole segment' },
};

export const stateWords: Readonly<Record<KeyState, string>> = {
  ...verdictNames,
  unread: 'Not read yet',
  gone: 'Not returned',
};

/** Each condition of a filter beyond its text, in words, with the filter that is without it. */
export function conditionsOf(
  filter: Narrowing,
): readonly { readonly words: string; readonly without: Narrowing }[] {
  const { states = [], bookmarked, tag } = filter;
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
  ];
}

/** The filter with other states; none at all mean any. */
export function withStates({ states: _before, ...rest }: Narrowing, states: readonly KeyState[]): Narrowing {
  return states.length === 0 ? rest : { ...rest, states };
}

export function withBookmarked({ bookmarked: _before, ...rest }: Narrowing, isOn: boolean): Narrowing {
  return isOn ? { ...rest, bookmarked: true } : rest;
}

export function withTag({ tag: _before, ...rest }: Narrowing, tag: string | null): Narrowing {
  return tag === null ? rest : { ...rest, tag };
}
