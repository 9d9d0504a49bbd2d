import { Text } from '@mantine/core';
import { IconBookmark, IconCopy, IconFilterOff, IconShieldCheck, IconTag, IconX } from '@tabler/icons-react';
import { useElementSize } from '@mantine/hooks';
import { memo, useMemo, useState } from 'react';
import type { CatalogueEntry, CatalogueSummary } from '#shared/domain/catalogue.ts';
import type { AtomsQuery, RowWindow } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { countOf, quoteText } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { useAtomRows } from '../../api/catalogueRows.ts';
import type { ViewportReading } from '../../api/viewportReader.ts';
import { useBrowsePreferences, useDelimiter } from '../../state/browsePreferences.ts';
import { changeBrowseView, useBrowseView, type BrowseView } from '../../state/browseStore.ts';
import {
  allSelected,
  countSelected,
  isSelected,
  keySelection,
  nothingSelected,
  toggleSelected,
} from '../../state/rowSelection.ts';
import { noteFocused, noteOpened } from '../../api/scoreboard.ts';
import { changeAtomTabs, keepAtom, previewAtom } from '../../state/tabStore.ts';
import { IconButton, SmallButton } from '../../ui/Buttons.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import type { ActionTarget } from '../atomActions/actionTarget.ts';
import { useAtomActions } from '../atomActions/AtomActions.tsx';
import { AtomMenuItems, AtomsMenu } from '../atomActions/AtomMenuItems.tsx';
import type { RowChoice } from '../../ui/lists/VirtualGrid.tsx';
import { AtomTable } from './AtomTable.tsx';
import classes from './Browse.module.css';
import { isFiltering, liftFilter, selectRow, showPath } from '../../state/browseView.ts';
import { searchesValues, useKeyFilter } from '../../state/keyFilter.ts';
import { ColumnMenu } from './ColumnMenu.tsx';
import { nothingFoundWords } from './filterWords.ts';
import { JobStrips } from './JobStrips.tsx';
import { rootPath } from '../../state/keyPaths.ts';
import { RowMenu } from './RowMenu.tsx';
import { columnsThatFit, pressColumn } from './tableColumns.ts';
import { useNow } from '../../ui/useTicks.ts';
import { useLatest } from '../../ui/useLatest.ts';
import { useShownParts, useTableColumns } from './useTableColumns.ts';
import { useViewportReading } from './useViewportReading.ts';
import kit from '../../ui/kit.module.css';

interface TablePaneProps {
  readonly connectionId: ConnectionId;
  readonly summary: CatalogueSummary;
}

/** Pixels of the pane beside the columns: the padding of the rows and the scroll bar. */
const besideColumns = 28;

/** The atoms below the selected path, and the actions on them. */
export function TablePane({ connectionId, summary }: TablePaneProps) {
  const view = useBrowseView(connectionId);
  const now = useNow();
  const { sort, readsInSight } = useBrowsePreferences();
  const delimiter = useDelimiter(connectionId);
  const { path, selection } = view;
  const filter = useKeyFilter(connectionId);
  const { columns, changeColumns, columnChanges } = useTableColumns(connectionId, searchesValues(filter));
  const show = useShownParts(columns);
  const query = useMemo<AtomsQuery>(
    () => ({ connectionId, filter, delimiter, path, sort, ...(show !== null && { show }) }),
    [connectionId, filter, delimiter, path, sort, show],
  );
  const window = useAtomRows(query, summary.revision);
  const { rows } = window;
  const change = (step: (before: BrowseView) => BrowseView): void => changeBrowseView(connectionId, step);

  const viewportReading = useViewportReading(connectionId, readsInSight);
  const onViewport = useLatest((viewport: RowWindow) => viewportReading.see(rows, viewport));

  const columnNames = useMemo(() => columns.map(({ name }) => name), [columns]);
  const [menuEntry, setMenuEntry] = useState<CatalogueEntry | null>(null);
  const count = countSelected(selection, rows.total);
  const selected: Extract<ActionTarget, { kind: 'many' }> = {
    kind: 'many',
    selection: keySelection(selection, query),
    count,
    which: 'selected',
    columns: columnNames,
  };

  const choose = (
    key: string,
    choice: RowChoice,
    how: { readonly range: readonly string[]; readonly passed: boolean },
  ): void => {
    if (choice === 'only') {
      change((before) => selectRow(before, key));
      if (how.passed) noteFocused(connectionId, key);
      else noteOpened(connectionId, key);
      changeAtomTabs(connectionId, (tabs) => previewAtom(tabs, key, how.passed ? 'passed' : 'chosen'));
      return;
    }
    change((before) => {
      const anchor = before.anchor ?? before.cursor;
      switch (choice) {
        case 'toggle':
          return { ...before, selection: toggleSelected(before.selection, key), cursor: key, anchor: key };
        case 'range':
          return { ...before, selection: { kind: 'some', keys: new Set(how.range) }, cursor: key, anchor };
        case 'move':
          return { ...before, cursor: key };
      }
    });
  };

  const { ref: paneRef, width } = useElementSize<HTMLDivElement>();
  const shownColumns = useMemo(
    () => columnsThatFit(columns, width === 0 ? Infinity : width - besideColumns),
    [columns, width],
  );

  const isAll = path === rootPath;
  const all = useMemo<ActionTarget>(
    () => ({
      kind: 'many',
      selection: { kind: 'query', query, except: [] },
      count: rows.total,
      which: isAll ? 'in all' : `in ${quoteText(path)}`,
      columns: columnNames,
    }),
    [query, rows.total, isAll, path, columnNames],
  );
  return (
    <div ref={paneRef} className={`${kit.screen} ${classes.tablePane}`}>
      <div className={classes.tableHead}>
        <h2 className={classes.tableTitle}>
          {isAll ? <span>All known keys</span> : <KeyText atomKey={path} />}
          <span className={classes.tableCount}>
            {countOf(rows.total, isFiltering(filter) ? 'matching atom' : 'atom')}
          </span>
        </h2>
        <div className={classes.tableActions}>
          {rows.total > 0 && <ReadButton query={query} total={rows.total} revision={rows.revision} />}
          <ColumnMenu
            connectionId={connectionId}
            columns={columns}
            shown={shownColumns}
            onChange={changeColumns}
          />
          {rows.total > 0 && <AtomsMenu target={all} label="More actions" />}
        </div>
      </div>
      <JobStrips connectionId={connectionId} />
      {count > 1 && (
        <SelectionBar
          target={selected}
          onClear={() => change((before) => ({ ...before, selection: nothingSelected, anchor: null }))}
        />
      )}
      {rows.error !== null && <ErrorNotice error={rows.error} onRetry={window.retry} />}
      {rows.query === null ? (
        rows.error === null && <LoadingState label="Loading atoms" rows={10} />
      ) : rows.total === 0 ? (
        <EmptyState
          icon={IconFilterOff}
          title="No atoms"
          description={
            searchesValues(filter)
              ? nothingFoundWords(filter)
              : `No known keys${isAll ? '' : ' below this prefix'}${
                  isFiltering(filter) ? ' match the filter' : ''
                }.`
          }
          action={
            <SmallButton onClick={() => change((before) => showPath(liftFilter(before), rootPath))}>
              Show all known keys
            </SmallButton>
          }
        />
      ) : (
        <RowMenu
          items={
            menuEntry !== null && (
              <AtomMenuItems
                target={
                  count > 1 && isSelected(selection, menuEntry.key)
                    ? selected
                    : { kind: 'atom', entry: menuEntry }
                }
              />
            )
          }
        >
          <AtomTable
            query={query}
            window={window}
            columns={shownColumns}
            selection={selection}
            cursor={view.cursor}
            anchor={view.anchor}
            revealed={view.revealed}
            now={now}
            onColumns={columnChanges}
            onSort={(column) => useBrowsePreferences.setState({ sort: pressColumn(sort, column) })}
            onChoose={choose}
            onSelectAll={() => change((before) => ({ ...before, selection: allSelected, anchor: null }))}
            onSelectNone={() => change((before) => ({ ...before, selection: nothingSelected, anchor: null }))}
            onKeep={(key) => changeAtomTabs(connectionId, (tabs) => keepAtom(tabs, key))}
            onMenu={setMenuEntry}
            onViewport={onViewport}
          />
        </RowMenu>
      )}
      <ViewportReadState reading={viewportReading.reading} />
    </div>
  );
}

interface SelectionBarProps {
  readonly target: Extract<ActionTarget, { kind: 'many' }>;
  readonly onClear: () => void;
}

/** The number of selected atoms, and the actions on them. */
function SelectionBar({ target, onClear }: SelectionBarProps) {
  const actions = useAtomActions();
  return (
    <div className={classes.selection} role="group" aria-label="Selected atoms">
      <span className={classes.selectionCount} role="status">
        {countWords(target.count)} selected
      </span>
      <SmallButton icon={IconShieldCheck} onClick={() => actions.read(target)}>
        Read and verify
      </SmallButton>
      <IconButton
        label="Bookmark"
        icon={IconBookmark}
        className={classes.spare ?? ''}
        onClick={() => actions.bookmark(target, true)}
      />
      <IconButton
        label="Tags"
        icon={IconTag}
        className={classes.spare ?? ''}
        onClick={() => actions.tag(target)}
      />
      <IconButton
        label="Copy keys"
        icon={IconCopy}
        className={classes.spare ?? ''}
        onClick={() => actions.copyKeys(target)}
      />
      <AtomsMenu target={target} label="More actions for selected atoms" />
      <IconButton
        size="sm"
        label="Clear selection"
        tooltip="Clear selection (Esc)"
        icon={IconX}
        onClick={onClear}
      />
    </div>
  );
}

interface ReadButtonProps {
  readonly query: AtomsQuery;
  readonly total: number;
  readonly revision: number;
}

/** Reads the unread atoms; if there are none, all atoms again. */
const ReadButton = memo(function ReadButton({ query, total, revision }: ReadButtonProps) {
  const actions = useAtomActions();
  const unreadQuery = useMemo<AtomsQuery>(() => onlyUnread(query), [query]);
  const { rows } = useAtomRows(unreadQuery, revision);
  const { states } = query.filter;
  const canBeUnread = states === undefined || states.includes('unread');
  const unread = canBeUnread && rows.query === unreadQuery ? rows.total : 0;
  const target = (selected: AtomsQuery, count: number): ActionTarget => ({
    kind: 'many',
    selection: { kind: 'query', query: selected, except: [] },
    count,
    which: '',
  });
  const onClick = useLatest(() =>
    actions.read(unread > 0 ? target(unreadQuery, unread) : target(query, total)),
  );
  return (
    <LastingButton icon={IconShieldCheck} onClick={onClick}>
      {unread > 0 ? `Read and verify ${countWords(unread)} unread` : 'Read and verify again'}
    </LastingButton>
  );
});

/** Rendered again only for other words: the numbers behind it change with each letter of the filter. */
const LastingButton = memo(SmallButton);

function onlyUnread({ show: _, ...query }: AtomsQuery): AtomsQuery {
  return { ...query, filter: { ...query.filter, states: ['unread'] } };
}

/** Whether visible atoms are being read; nothing if there are none to read. */
function ViewportReadState({ reading }: { readonly reading: ViewportReading }) {
  return (
    reading.kind !== 'resting' && (
      <Text role="status" className={classes.foot ?? ''} size="xs" c="dimmed" px="md" py="2xs">
        {readStateWords(reading)}
      </Text>
    )
  );
}

function readStateWords(reading: Exclude<ViewportReading, { kind: 'resting' }>): string {
  switch (reading.kind) {
    case 'reading':
      return `Reading ${countOf(reading.count, 'unread atom')}…`;
    case 'waiting':
      return `${errorWords(reading.error).title}. Visible atoms will be read after a pause.`;
    case 'stopped':
      return `${errorWords(reading.error).title}. Visible atoms are no longer read automatically.`;
  }
}
