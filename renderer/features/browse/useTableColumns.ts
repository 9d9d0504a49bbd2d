import { useCallback, useMemo } from 'react';
import type { ShownColumn } from '#shared/domain/browseLayout.ts';
import { isOfValues, type AtomColumn, type AtomsQuery } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { useBrowseLayout, useChangeBrowseLayout } from '../../api/browseLayout.ts';
import { useBrowsePreferences } from '../../state/browsePreferences.ts';
import type { ColumnChanges } from '../../ui/lists/GridHeader.tsx';
import { firstColumns, moveColumn, resizeColumn, withColumn } from './tableColumns.ts';

type ChangeColumns = (step: (before: readonly ShownColumn[]) => readonly ShownColumn[]) => void;

/**
 * The columns of the table of a connection.
 *
 * @param showsMatches whether values are searched, so that they must be shown
 */
export function useTableColumns(
  connectionId: ConnectionId,
  showsMatches: boolean,
): {
  readonly columns: readonly ShownColumn[];
  readonly changeColumns: ChangeColumns;
  readonly columnChanges: ColumnChanges<AtomColumn>;
} {
  const layout = useBrowseLayout(connectionId);
  const change = useChangeBrowseLayout(connectionId);
  const names = useBrowsePreferences((state) => state.columns);
  const first = useMemo(() => firstColumns(names), [names]);
  const chosen = layout.columns ?? first;
  const columns = useMemo(
    () =>
      showsMatches && !chosen.some(({ name }) => name === 'value')
        ? withColumn(chosen, 'value', true)
        : chosen,
    [chosen, showsMatches],
  );
  const changeColumns = useCallback<ChangeColumns>(
    (step) => change((before) => ({ ...before, columns: step(before.columns ?? first) })),
    [change, first],
  );
  const columnChanges = useMemo<ColumnChanges<AtomColumn>>(
    () => ({
      move: (name, to) => changeColumns((before) => moveColumn(before, name, to)),
      resize: (name, width) => changeColumns((before) => resizeColumn(before, name, width)),
    }),
    [changeColumns],
  );
  return { columns, changeColumns, columnChanges };
}

/** What the columns show of values; null for nothing. The same object for as long as it is the same. */
export function useShownParts(columns: readonly ShownColumn[]): NonNullable<AtomsQuery['show']> | null {
  const names = columns.map(({ name }) => name).filter(isOfValues);
  const text = JSON.stringify(names);
  return useMemo(() => {
    const shown = JSON.parse(text) as typeof names;
    if (shown.length === 0) return null;
    return { preview: true, fields: shown.filter((name) => name !== 'value') };
  }, [text]);
}
