import { Box, Group, Popover, Progress, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { occupiedLeaves, type CatalogueSummary, type Coverage } from '#shared/domain/catalogue.ts';
import type { TreeQuery, TreeRow } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { emptyLeavesWords, knownWords } from '#shared/text/leafWords.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { useTreeRows } from '../../api/catalogueRows.ts';
import type { ShownRows } from '../../api/rowWindow.ts';
import { useDelimiter } from '../../state/browsePreferences.ts';
import { changeBrowseView, useBrowseView, type BrowseView } from '../../state/browseStore.ts';
import { searchesValues, useKeyFilter } from '../../state/keyFilter.ts';
import { SnapshotCoverage } from '../snapshots/SnapshotCoverage.tsx';
import { changeAtomTabs, keepAtom } from '../../state/tabStore.ts';
import { IconButton, SmallButton } from '../../ui/Buttons.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import type { ActionTarget } from '../atomActions/actionTarget.ts';
import { AtomMenuItems } from '../atomActions/AtomMenuItems.tsx';
import { useActiveConnection } from '../../state/appStore.ts';
import classes from './Browse.module.css';
import { nothingFoundWords } from './filterWords.ts';
import { KeyFilterBar } from './KeyFilterBar.tsx';
import { KeyTree } from './KeyTree.tsx';
import { ValueCoverageLine } from './ValueCoverageLine.tsx';
import { RowMenu } from './RowMenu.tsx';
import {
  goOnOpening,
  isFiltering,
  liftFilter,
  openPaths,
  openPathsOf,
  toggleRow,
} from '../../state/browseView.ts';
import { chainOf, rootPath } from '../../state/keyPaths.ts';
import kit from '../../ui/kit.module.css';

interface TreePaneProps {
  readonly connectionId: ConnectionId;
  readonly summary: CatalogueSummary;
  /** The inspector shows it; null: none. */
  readonly shownKey: string | null;
  readonly onChoose: (row: TreeRow) => void;
}

/** The tree of known keys, with its filter and the coverage. */
export function TreePane({ connectionId, summary, shownKey, onChoose }: TreePaneProps) {
  const view = useBrowseView(connectionId);
  const paneRef = useRef<HTMLDivElement>(null);
  const filter = useKeyFilter(connectionId);
  const delimiter = useDelimiter(connectionId);
  const { kind, service } = useActiveConnection();
  const isSnapshot = kind === 'snapshot';
  const open = openPathsOf(view);
  const query = useMemo<TreeQuery>(
    () => ({ connectionId, filter, delimiter, open }),
    [connectionId, filter, delimiter, open],
  );
  const window = useTreeRows(query, summary.revision);
  const { rows } = window;
  const [menuRow, setMenuRow] = useState<TreeRow | null>(null);
  const change = (step: (view: BrowseView) => BrowseView): void => changeBrowseView(connectionId, step);
  useFirstOpening(connectionId, view, query, rows);
  const focusTree = useCallback(
    () => paneRef.current?.querySelector<HTMLElement>('[role="tree"]')?.focus(),
    [],
  );

  const isNothingFound =
    rows.query !== null && isFiltering(rows.query.filter) && rows.rowAt(0)?.keyCount === 0;
  return (
    <div ref={paneRef} className={kit.screen}>
      <KeyFilterBar connectionId={connectionId} tags={summary.tags} onLeave={focusTree} />
      {searchesValues(filter) && <ValueCoverageLine connectionId={connectionId} />}
      {rows.error !== null && <ErrorNotice error={rows.error} onRetry={window.retry} />}
      {isNothingFound ? (
        <Box flex={1} p="sm" c="dimmed" fz="sm" role="status">
          <p>{nothingFoundWords(rows.query?.filter ?? filter)}</p>
          <SmallButton mt="sm" onClick={() => change(liftFilter)}>
            Clear filter
          </SmallButton>
        </Box>
      ) : rows.query === null && rows.error === null ? (
        <LoadingState label="Loading known keys" rows={8} />
      ) : (
        <RowMenu items={menuRow !== null && <AtomMenuItems target={targetOfRow(menuRow, query)} />}>
          <KeyTree
            query={query}
            window={window}
            path={view.path}
            shownKey={shownKey}
            revealed={view.revealed}
            onToggle={(row) => change((before) => toggleRow(before, chainOf(row, delimiter)))}
            onOpen={(paths) => change((before) => openPaths(before, paths))}
            onChoose={onChoose}
            onKeep={(key) => changeAtomTabs(connectionId, (tabs) => keepAtom(tabs, key))}
            onMenu={setMenuRow}
          />
        </RowMenu>
      )}
      {isSnapshot ? (
        <SnapshotCoverage id={connectionId} keys={summary.keys} />
      ) : service?.dialect === 'open-server' ? (
        <Box className={classes.foot} px="md" py="sm" fz="sm" c="dimmed">
          The service lists its keys. Discover takes the whole list.
        </Box>
      ) : (
        <CoverageLine coverage={summary.coverage} />
      )}
    </div>
  );
}

/** The atom of a leaf; of a branch, all atoms below it. */
function targetOfRow({ path, entry, hasChildren, keyCount }: TreeRow, query: TreeQuery): ActionTarget {
  if (entry !== null && !hasChildren) return { kind: 'atom', entry };
  const { connectionId, filter, delimiter } = query;
  const sort = { column: 'key', direction: 'ascending' } as const;
  return {
    kind: 'many',
    selection: { kind: 'query', query: { connectionId, filter, delimiter, path, sort }, except: [] },
    count: keyCount,
    which: path === rootPath ? 'in all' : `in ${quoteText(path)}`,
  };
}

/** In a tree with more rows, only the user opens branches. */
const mostRowsToOpen = 8;

/** Opens a tree that is shown for the first time, from the root down to the first fork. */
function useFirstOpening(
  connectionId: ConnectionId,
  { isFresh, filter }: BrowseView,
  query: TreeQuery,
  rows: ShownRows<TreeQuery, TreeRow>,
): void {
  const isDue = isFresh && !isFiltering(filter) && rows.query === query;
  useEffect(() => {
    if (!isDue || rows.rowAt(0)?.hasChildren !== true) return;
    const last = rows.total > mostRowsToOpen ? undefined : rows.rowAt(rows.total - 1);
    const isOnlyWay = last?.siblings === 1 && last.hasChildren && !last.isOpen;
    changeBrowseView(connectionId, (view) =>
      goOnOpening(view, isOnlyWay ? chainOf(last, query.delimiter) : null),
    );
  }, [connectionId, isDue, query.delimiter, rows]);
}

/** The coverage of the tree, and why keys can be unknown. */
const CoverageLine = memo(function CoverageLine({ coverage }: { readonly coverage: Coverage }) {
  const { knownLeaves, treeSize } = coverage;
  const percent = treeSize === null ? 0 : (100 * knownLeaves) / Number(occupiedLeaves(treeSize, coverage));
  const words = knownWords(coverage);
  const emptyWords = emptyLeavesWords(coverage);
  return (
    <Box className={classes.foot} px="md" py="sm" fz="sm">
      <Group gap="xs" justify="space-between" wrap="nowrap" mb="2xs">
        <span>{words}</span>
        <Popover position="top-end" width={320} withArrow shadow="md">
          <Popover.Target>
            <IconButton size="sm" label="About coverage" icon={IconInfoCircle} />
          </Popover.Target>
          <Popover.Dropdown fz="sm">
            <p>
              A memory service can’t list its keys. The tree shows the keys known so far: those from recalls,
              predictions, lookups, and imports, and those that this app stored.
            </p>
            <Text inherit mt="xs">
              A leaf is known once a proof has placed an atom at it. If the service gives every version its
              own leaf, the leaves of older versions cannot be read.
            </Text>
            {emptyWords !== null && (
              <Text inherit mt="xs">
                {emptyWords}
              </Text>
            )}
          </Popover.Dropdown>
        </Popover>
      </Group>
      <Progress value={percent} size="xs" aria-label={words} />
    </Box>
  );
});
