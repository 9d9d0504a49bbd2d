import type { FilterMode, KeyFilter, KeyState, SearchPlace } from '#shared/domain/catalogueQuery.ts';
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

export const placeWords: Readonly<Record<SearchPlace, { readonly name: string; readonly hint: string }>> = {
  keys: { name: 'Keys', hint: 'every known key' },
  values: { name: 'Values', hint: 'values read in this session or kept in the history' },
  both: { name: 'Both', hint: 'keys and values' },
};

export const stateWords: Readonly<Record<KeyState, string>> = {
  ...verdictNames,
  unread: 'Not read yet',
  gone: 'Not returned',
};

export function nothingFoundWords({ text, where = 'keys' }: Pick<KeyFilter, 'text' | 'where'>): string {
  if (text === '' || where === 'keys')
    return 'No known keys match this filter. Unknown keys are not searched.';
  return where === 'values'
    ? 'No match in the values that were searched.'
    : 'No match in the known keys and the values that were searched.';
}

/** The conditions of a filter besides its text, each with its name and the filter without it. */
export function conditionsOf(
  filter: Narrowing,
): readonly { readonly words: string; readonly without: Narrowing }[] {
  const { states = [], bookmarked, tags = [], changed } = filter;
  return [
    ...states.map((state) => ({
      words: stateWords[state],
      without: withStates(
        filter,
        states.filter((other) => other !== state),
      ),
    })),
    ...(bookmarked === undefined ? [] : [{ words: 'Bookmarked', without: withBookmarked(filter, false) }]),
    ...tags.map((tag) => ({ words: `Tag ${quoteText(tag)}`, without: withTag(filter, tag, false) })),
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

export function withTag({ tags: before = [], ...rest }: Narrowing, tag: string, isOn: boolean): Narrowing {
  const others = before.filter((one) => one !== tag);
  const tags = isOn ? [...others, tag] : others;
  return tags.length === 0 ? rest : { ...rest, tags };
}

/** @param since epoch milliseconds; null for any */
export function withChanged({ changed: _before, ...rest }: Narrowing, since: number | null): Narrowing {
  return since === null ? rest : { ...rest, changed: { since } };
}
