import { useEffect } from 'react';
import type { TreeQuery, TreeRow } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ShownRows } from '../../api/rowWindow.ts';
import { changeBrowseView, type BrowseView } from '../../state/browseStore.ts';
import { chainOf } from '../../state/keyPaths.ts';
import { goOnOpening, isFiltering } from '../../state/browseView.ts';

/** Past this, a chain without a fork is for the user to open. */
const mostRows = 8;

/** Opens a tree that was never looked at, down from the root for as long as there is only one way on. */
export function useFirstOpening(
  connectionId: ConnectionId,
  { isFresh, filter }: BrowseView,
  query: TreeQuery,
  rows: ShownRows<TreeQuery, TreeRow>,
): void {
  const isDue = isFresh && !isFiltering(filter) && rows.query === query;
  useEffect(() => {
    if (!isDue || rows.rowAt(0)?.hasChildren !== true) return;
    const last = rows.total > mostRows ? undefined : rows.rowAt(rows.total - 1);
    const isOnlyWay = last?.siblings === 1 && last.hasChildren && !last.isOpen;
    changeBrowseView(connectionId, (view) =>
      goOnOpening(view, isOnlyWay ? chainOf(last, query.delimiter) : null),
    );
  }, [connectionId, isDue, query.delimiter, rows]);
}
