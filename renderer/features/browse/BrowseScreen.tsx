import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { visibleLine } from '#shared/text/visibleText.ts';
import { atomQuery } from '../../api/atoms.ts';
import { useCatalogue } from '../../api/catalogue.ts';
import { noteMovedTo, noteOpened } from '../../api/scoreboard.ts';
import { useActiveConnection, useAppStore } from '../../state/appStore.ts';
import { changeBrowseView, useBrowseView, type BrowseView } from '../../state/browseStore.ts';
import { beginNewAtom } from '../../state/editorStore.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ResizablePanes } from '../../ui/ResizablePanes.tsx';
import { AtomEditor } from '../editor/AtomEditor.tsx';
import { WriteButton } from '../editor/WriteButton.tsx';
import { Inspector } from '../inspector/Inspector.tsx';
import { pressColumn } from './atomRows.ts';
import classes from './BrowseScreen.module.css';
import {
  openAtFirstSight,
  revealAtom,
  selectAtom,
  selectPrefix,
  setFilter,
  togglePath,
} from './browseView.ts';
import { rootPath, type TreeRow } from './treeRows.ts';
import { LookUpBox } from './LookUpBox.tsx';
import { TablePane } from './TablePane.tsx';
import { TreePane } from './TreePane.tsx';
import { useKnownKeys } from './useKnownKeys.ts';

/** The known part of a memory: its keys as a tree, the atoms below a prefix, and one atom with its proof. */
export function BrowseScreen() {
  const { id } = useActiveConnection();
  const client = useQueryClient();
  const view = useBrowseView(id);
  const catalogue = useCatalogue(id);
  const { entries, allKeys, keys, pattern, rows, tableEntries } = useKnownKeys(
    catalogue.data?.entries ?? noEntries,
    view,
  );
  const change = (step: (view: BrowseView) => BrowseView): void => changeBrowseView(id, step);

  useEffect(() => {
    if (allKeys.length > 0) changeBrowseView(id, (before) => openAtFirstSight(before, allKeys));
  }, [id, allKeys]);

  const lookUp = (key: string): void => {
    noteOpened(id, key);
    const { queryKey } = atomQuery(id, key);
    // A look-up that failed is asked again; a reading that is there stands until it is refreshed.
    if (client.getQueryState(queryKey)?.status === 'error')
      void client.resetQueries({ queryKey, exact: true });
    change((before) => revealAtom(before, key));
  };

  const choose = (row: TreeRow): void => {
    if (row.isKey) noteOpened(id, row.path);
    change((before) => {
      const revealed = row.isKey ? revealAtom(before, row.path) : before;
      if (!row.hasChildren && row.path !== rootPath) return revealed;
      const chosen = selectPrefix(revealed, row.path);
      return row.isExpanded ? chosen : togglePath(chosen, row.path);
    });
  };

  return (
    <div className={classes.screen}>
      <div className={classes.toolbar}>
        <LookUpBox onLookUp={lookUp} />
        <div className={classes.toolbarEnd}>
          <WriteButton
            label="New atom"
            icon="add"
            onClick={() => beginNewAtom(id, view.prefix === rootPath ? '' : `${view.prefix}.`)}
          />
        </div>
      </div>
      {catalogue.data !== undefined && catalogue.data.recoveredFrom !== null && (
        <p className={classes.recovered} role="status">
          The list of known keys was damaged and has been begun anew. The damaged one was kept at{' '}
          {visibleLine(catalogue.data.recoveredFrom)}.
        </p>
      )}
      <div className={classes.panes}>
        {catalogue.data === undefined ? (
          catalogue.isError ? (
            <ErrorNotice error={catalogue.error} onRetry={() => void catalogue.refetch()} />
          ) : (
            <LoadingState label="Reading the known keys" rows={8} />
          )
        ) : allKeys.length === 0 && view.selectedKey === null ? (
          <NothingKnown />
        ) : (
          <ResizablePanes
            name="browse"
            panes={[
              {
                label: 'Tree of known keys',
                defaultSize: '250px',
                min: '180px',
                content: (
                  <TreePane
                    view={view}
                    rows={rows}
                    keys={keys}
                    entries={entries}
                    pattern={pattern}
                    coverage={catalogue.data.coverage}
                    onFilter={(text) => change((before) => setFilter(before, text))}
                    onToggle={(path) => change((before) => togglePath(before, path))}
                    onChoose={choose}
                  />
                ),
              },
              {
                label: 'Atoms',
                defaultSize: 1,
                min: '220px',
                content: (
                  <TablePane
                    connectionId={id}
                    view={view}
                    entries={tableEntries}
                    pattern={pattern}
                    onSort={(column) =>
                      change((before) => ({ ...before, sort: pressColumn(before.sort, column) }))
                    }
                    onSelect={(key) => {
                      noteMovedTo(id, key);
                      change((before) => selectAtom(before, key));
                    }}
                    onLookEverywhere={() => change((before) => selectPrefix(setFilter(before, ''), rootPath))}
                  />
                ),
              },
              {
                label: 'Atom',
                defaultSize: 1,
                min: '320px',
                content: (
                  <Inspector
                    atomKey={view.selectedKey}
                    hint="Choose a key on the left, or look one up by its exact name."
                  />
                ),
              },
            ]}
          />
        )}
      </div>
      <AtomEditor />
    </div>
  );
}

const noEntries = [] as const;

function NothingKnown() {
  const show = useAppStore((state) => state.show);
  return (
    <EmptyState
      icon={IconListSearch}
      title="No key is known yet"
      description="A memory service can’t list its keys. Recall finds atoms by what they are about; each atom found, predicted, looked up or stored becomes known here."
      action={<Button onClick={() => show('recall')}>Go to Recall</Button>}
    />
  );
}
