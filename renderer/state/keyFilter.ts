import { useMemo } from 'react';
import type { KeyFilter } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { useBrowsePreferences } from './browsePreferences.ts';
import {
  browseView,
  browseViewIds,
  changeBrowseView,
  useBrowseView,
  type Narrowing,
  type SearchOption,
} from './browseStore.ts';
import { nothingSelected } from './rowSelection.ts';

type SearchSettings = Pick<
  ReturnType<typeof useBrowsePreferences.getState>,
  'filterMode' | 'searchIn' | 'matchCase' | 'wholeWord'
>;

/** The whole filter of Browse, for queries. The same object for as long as it is the same. */
export function useKeyFilter(id: ConnectionId): KeyFilter {
  const filter = useBrowseView(id, (view) => view.filter);
  const filterMode = useBrowsePreferences((state) => state.filterMode);
  const searchIn = useBrowsePreferences((state) => state.searchIn);
  const matchCase = useBrowsePreferences((state) => state.matchCase);
  const wholeWord = useBrowsePreferences((state) => state.wholeWord);
  return useMemo(
    () => withSettings(filter, { filterMode, searchIn, matchCase, wholeWord }),
    [filter, filterMode, searchIn, matchCase, wholeWord],
  );
}

/** The current one, for code that runs outside of rendering. */
export function keyFilterOf(id: ConnectionId): KeyFilter {
  return withSettings(browseView(id).filter, useBrowsePreferences.getState());
}

/**
 * Changes how the text of filters is searched, for all connections. What is selected as all results of a text is then not selected
 * any more: they are others now.
 */
export function changeSearch(settings: Partial<SearchSettings>): void {
  useBrowsePreferences.setState(settings);
  for (const id of browseViewIds())
    changeBrowseView(id, (view) =>
      view.filter.text !== '' && view.selection.kind === 'allBut'
        ? { ...view, selection: nothingSelected, anchor: null }
        : view,
    );
}

/** Whether a filter searches values. */
export function searchesValues({ text, where = 'keys' }: Pick<KeyFilter, 'text' | 'where'>): boolean {
  return text !== '' && where !== 'keys';
}

/** Options that change nothing are left out, so that they do not make another query. */
function withSettings(filter: Narrowing, settings: SearchSettings): KeyFilter {
  const { filterMode: mode, searchIn: where, matchCase, wholeWord } = settings;
  if (!searchesValues({ ...filter, where })) return { ...filter, mode };
  const options: Pick<KeyFilter, Exclude<SearchOption, 'mode'>> = {
    where,
    ...(matchCase && { matchCase }),
    ...(wholeWord && { wholeWord }),
  };
  return { ...filter, mode, ...options };
}
