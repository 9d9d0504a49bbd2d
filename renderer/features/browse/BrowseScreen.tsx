import { Box, Button, Group, TextInput } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconKey, IconListSearch, IconPlus } from '@tabler/icons-react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TreeRow } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { locateInAtoms } from '../../api/catalogueRows.ts';
import { catalogueEntries } from '../../api/catalogueEntries.ts';
import { atomQuery } from '../../api/atoms.ts';
import { useCatalogueSummary } from '../../api/catalogueSummary.ts';
import { noteOpened } from '../../api/scoreboard.ts';
import { chunk } from '../../api/chunk.ts';
import { onEvent } from '../../api/onEvent.ts';
import { about } from '../../api/queryKeys.ts';
import { useTipWithKey } from '../../commands/useShortcut.ts';
import { showScreen, useActiveConnection } from '../../state/appStore.ts';
import { delimiterOf } from '../../state/browsePreferences.ts';
import { browseView, changeBrowseView, type BrowseView } from '../../state/browseStore.ts';
import { keyFilterOf, searchesValues } from '../../state/keyFilter.ts';
import { beginNewAtom } from '../../state/editorStore.ts';
import { goToPlace, useCanGo } from '../../state/placeStore.ts';
import { changeAtomTabs, previewAtom, useAtomTabs } from '../../state/tabStore.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { WriteButton } from '../../widgets/WriteButton.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Splitter } from '../../ui/Splitter.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { useOneLinePaste } from '../../ui/useOneLinePaste.ts';
import { AtomActionsProvider } from '../atomActions/AtomActions.tsx';
import { DraftsMenu, UnfinishedDrafts } from '../editor/DraftOffers.tsx';
import { Inspector } from '../inspector/Inspector.tsx';
import { UploadStrip } from '../upload/send/UploadSigns.tsx';
import { AtomTabStrip } from './AtomTabStrip.tsx';
import { liftFilter, revealAtom, showPath, toggleRow } from '../../state/browseView.ts';
import { findMatches } from './keyMatches.ts';
import { chainOf, rootPath } from '../../state/keyPaths.ts';
import { showInBrowse } from '../../state/showInBrowse.ts';
import { TablePane } from './TablePane.tsx';
import { TreePane } from './TreePane.tsx';
import { useTabCommands } from './useTabCommands.ts';

/** The known keys of a memory as a tree, the atoms below a path as a table, and the open atoms. */
export function BrowseScreen() {
  const connection = useActiveConnection();
  const { id } = connection;
  const client = useQueryClient();
  const tabs = useAtomTabs(id);
  const summary = useCatalogueSummary(id);
  const change = (step: (before: BrowseView) => BrowseView): void => changeBrowseView(id, step);
  useTabCommands(id);
  const newTip = useTipWithKey('Store a new atom', 'newAtom');
  useFreshReadings(id);

  // An atom shown by its tab or by Back is revealed in the tree and the table too.
  const { shown } = tabs;
  const isNothingKnown = summary.data?.keys === 0 && shown === null;
  useEffect(() => {
    const { cursor } = browseView(id);
    if (shown !== null && shown !== cursor) {
      changeBrowseView(id, (before) => revealAtom(before, shown, delimiterOf(id)));
    }
  }, [id, shown]);

  const lookUp = async (key: string): Promise<void> => {
    noteOpened(id, key);
    const { queryKey } = atomQuery(id, key);
    // A failed lookup is repeated; a reading stays until it is refreshed.
    if (client.getQueryState(queryKey)?.status === 'error')
      void client.resetQueries({ queryKey, exact: true });
    if (await isHidden(id, key)) change(liftFilter);
    showInBrowse(id, key);
  };

  const choose = (row: TreeRow): void => {
    if (row.entry !== null) {
      noteOpened(id, row.path);
      changeAtomTabs(id, (before) => previewAtom(before, row.path));
    }
    change((before) => {
      const revealed = row.entry === null ? before : revealAtom(before, row.path, delimiterOf(id));
      if (!row.hasChildren && row.path !== rootPath) return revealed;
      const chosen = showPath(revealed, row.path);
      return row.isOpen ? chosen : toggleRow(chosen, chainOf(row, delimiterOf(id)));
    });
  };

  return (
    <Screen
      head={
        <>
          <Toolbar
            end={
              <>
                <DraftsMenu connectionId={id} />
                <WriteButton
                  icon={IconPlus}
                  tooltip={newTip}
                  onClick={() => {
                    const { path } = browseView(id);
                    beginNewAtom(id, path === rootPath ? '' : `${path}${delimiterOf(id)}`);
                  }}
                >
                  New atom
                </WriteButton>
              </>
            }
          >
            <TrailButtons />
            {/* The panes show the error. */}
            <LookUpBox onLookUp={(key) => void lookUp(key).catch(() => undefined)} />
          </Toolbar>
          <UnfinishedDrafts key={id} connectionId={id} />
          {/* Without known keys there is no table to show it. */}
          {isNothingKnown && <UploadStrip connectionId={id} />}
          {summary.data !== undefined && summary.data.recoveredFrom !== null && (
            <Callout tone="warning" role="status" compact m="sm">
              The list of known keys was damaged, so the app started a new one. The damaged file was moved to{' '}
              {visibleLine(summary.data.recoveredFrom)}.
            </Callout>
          )}
        </>
      }
    >
      <AtomActionsProvider connection={connection}>
        <QueryView
          query={summary}
          loading="Loading known keys"
          rows={8}
          isEmpty={() => isNothingKnown}
          empty={<NothingKnown />}
        >
          {(data) => (
            <Splitter
              name="browse"
              panes={[
                {
                  label: 'Tree of known keys',
                  defaultSize: '250px',
                  min: '162px',
                  content: <TreePane connectionId={id} summary={data} shownKey={shown} onChoose={choose} />,
                },
                {
                  label: 'Atoms',
                  defaultSize: 1,
                  min: '216px',
                  content: <TablePane connectionId={id} summary={data} />,
                },
                {
                  label: 'Atom',
                  defaultSize: 1,
                  min: '296px',
                  content: (
                    <AtomTabStrip connectionId={id} view={tabs}>
                      <Inspector atomKey={shown} hint="Select a key on the left, or look up an exact key." />
                    </AtomTabStrip>
                  ),
                },
              ]}
            />
          )}
        </QueryView>
      </AtomActionsProvider>
    </Screen>
  );
}

/** Whether the filter hides a key. For a key that is not known yet, only the text of the filter counts. */
async function isHidden(connectionId: ConnectionId, key: string): Promise<boolean> {
  const delimiter = delimiterOf(connectionId);
  const filter = keyFilterOf(connectionId);
  if (!searchesValues(filter)) {
    if (filter.text !== '' && findMatches(key, filter, delimiter).length === 0) return true;
    const { text: _text, mode: _mode, ...conditions } = filter;
    if (Object.keys(conditions).length === 0) return false;
  }
  const sort = { column: 'key', direction: 'ascending' } as const;
  const query = { connectionId, filter, delimiter, path: rootPath, sort };
  return (await locateInAtoms({ query, key })).index === -1;
}

/** Back and forward through the screens and atoms that were shown. */
function TrailButtons() {
  const back = useTipWithKey('Back', 'back');
  const forward = useTipWithKey('Forward', 'forward');
  return (
    <Group gap="3xs" flex="none" wrap="nowrap">
      <IconButton
        label="Back"
        tooltip={back}
        icon={IconArrowLeft}
        disabled={!useCanGo(-1)}
        onClick={() => goToPlace(-1)}
      />
      <IconButton
        label="Forward"
        tooltip={forward}
        icon={IconArrowRight}
        disabled={!useCanGo(1)}
        onClick={() => goToPlace(1)}
      />
    </Group>
  );
}

function NothingKnown() {
  return (
    <EmptyState
      icon={IconListSearch}
      title="No known keys yet"
      description="A memory service can’t list its keys. Discover searches for them or imports them from a file. Every key that is recalled, predicted, looked up, or stored also becomes known."
      action={
        <Group gap="sm" justify="center">
          <Button onClick={() => showScreen('discover')}>Go to Discover</Button>
          <Button variant="default" onClick={() => showScreen('recall')}>
            Go to Recall
          </Button>
        </Group>
      }
    />
  );
}

/** After a read run, outdates the cached readings of atoms that it read, so that they are read again when next shown. */
function useFreshReadings(connectionId: ConnectionId): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onEvent('job', (job) => {
        if (job.connectionId !== connectionId || job.kind !== 'read' || job.endedAt === null) return;
        // If that fails, the cached readings stay; each is shown with its time.
        outdateReadings(client, connectionId).catch(() => undefined);
      }),
    [client, connectionId],
  );
}

const keysAtOnce = 1_000;

async function outdateReadings(client: QueryClient, connectionId: ConnectionId): Promise<void> {
  const kept = client.getQueryCache().findAll(about(['atom'], connectionId));
  for (const queries of chunk(kept, keysAtOnce)) {
    const keys = queries.map(({ queryKey }) => String(queryKey[2]));
    const entries = await catalogueEntries({ connectionId, keys });
    for (const [at, { queryKey, state }] of queries.entries()) {
      if ((entries[at]?.readAt ?? 0) > state.dataUpdatedAt) {
        await client.invalidateQueries({ queryKey, exact: true });
      }
    }
  }
}

/** A field for one key. It is not trimmed: whitespace is part of a key. */
function LookUpBox({ onLookUp }: { readonly onLookUp: (key: string) => void }) {
  const [key, setKey] = useState('');
  const paste = useOneLinePaste();
  return (
    <Box
      component="form"
      flex={1}
      maw={560}
      onSubmit={(event) => {
        event.preventDefault();
        if (key !== '') onLookUp(key);
      }}
    >
      <TextInput
        aria-label="Look up exact key"
        placeholder="Look up an exact key, such as v1.user.preference"
        value={key}
        onChange={(event) => {
          paste.clear();
          setKey(event.currentTarget.value);
        }}
        {...paste.handlers}
        error={paste.problem}
        leftSection={<IconKey size={15} aria-hidden />}
        rightSection={
          key !== '' && (
            <IconButton label="Look up" tooltip="Read this key (Enter)" icon={IconArrowRight} type="submit" />
          )
        }
        spellCheck={false}
        autoComplete="off"
      />
    </Box>
  );
}
