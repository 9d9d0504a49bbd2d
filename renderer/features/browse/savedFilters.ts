import { mostSavedFilters, type BrowseLayout, type SavedFilter } from '#shared/domain/browseLayout.ts';
import type { KeyFilter } from '#shared/domain/catalogueQuery.ts';
import { quoteText } from '#shared/text/phrases.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { changeBrowseView } from '../../state/browseStore.ts';
import { setFilter } from '../../state/browseView.ts';
import { changeSearch } from '../../state/keyFilter.ts';
import { conditionsOf, modeWords } from './filterWords.ts';

/** With a filter under a name, in the order of names. It replaces one of the same name. */
export function withSavedFilter(layout: BrowseLayout, saved: SavedFilter): BrowseLayout {
  const others = layout.filters.filter(({ name }) => name !== saved.name);
  const filters = [...others, saved].sort((one, other) => one.name.localeCompare(other.name));
  return filters.length > mostSavedFilters ? layout : { ...layout, filters };
}

export function withoutSavedFilter(layout: BrowseLayout, name: string): BrowseLayout {
  return { ...layout, filters: layout.filters.filter((saved) => saved.name !== name) };
}

/** Another name that is in use is left as it is. */
export function renameSavedFilter(layout: BrowseLayout, name: string, to: string): BrowseLayout {
  const saved = layout.filters.find((one) => one.name === name);
  if (saved === undefined || layout.filters.some((one) => one.name === to)) return layout;
  return withSavedFilter(withoutSavedFilter(layout, name), { ...saved, name: to });
}

/** Shows what a saved filter finds. */
export function applyFilter(id: ConnectionId, filter: KeyFilter): void {
  const { mode, where = 'keys', matchCase = false, wholeWord = false, ...narrowing } = filter;
  changeSearch({ filterMode: mode, searchIn: where, matchCase, wholeWord });
  changeBrowseView(id, (view) => setFilter(view, narrowing));
}

/** `Starts with “v1.”, Failed`, `“dark” in values, whole word`. */
export function filterWords(filter: KeyFilter): string {
  const { text, mode, where = 'keys', matchCase, wholeWord } = filter;
  const place = { keys: '', values: ' in values', both: ' in keys and values' }[where];
  const kind = where === 'values' ? '' : `${modeWords[mode].name} `;
  return [
    ...(text === '' ? [] : [`${kind}${quoteText(text)}${place}`]),
    ...(matchCase === true ? ['match case'] : []),
    ...(wholeWord === true ? ['whole word'] : []),
    ...conditionsOf(filter).map(({ words }) => words),
  ].join(', ');
}
