import { Menu } from '@mantine/core';
import { IconAlertTriangle, IconDots, IconHistory, IconPinFilled, IconSearch } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Expectation } from '#shared/domain/expectation.ts';
import type { RunsListing, RunSummary } from '#shared/domain/recallRun.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { agoWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { changeRun, removeRuns, restoreRuns } from '../../api/recall.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { askRecall, changeRecallView, useRecallView } from '../../state/recallStore.ts';
import { IconButton, SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { ListHandle } from '../../ui/lists/useVirtualRows.ts';
import { VirtualList } from '../../ui/lists/VirtualList.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { notifyUndo } from '../../ui/notifyUndo.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Splitter } from '../../ui/Splitter.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { useNow } from '../../ui/useTicks.ts';
import { VerdictTally } from '../../ui/VerdictTally.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { RenameRunDialog, RunDetails } from './RunDetails.tsx';
import classes from './Recall.module.css';
import { pinnedFirst, searchRuns } from './runLists.ts';

interface RunHistoryProps {
  readonly runs: UseQueryResult<RunsListing>;
  readonly onExpect: (expectation: Expectation) => void;
}

/** The saved runs, with the responses of their time. */
export function RunHistory({ runs, onExpect }: RunHistoryProps) {
  return (
    <QueryView
      query={runs}
      loading="Loading history"
      isEmpty={(listing) => listing.runs.length === 0}
      empty={
        <EmptyState
          icon={IconHistory}
          title="No runs yet"
          description={
            <>
              Every recall is saved here with its hits, so that you can compare it with a later one. Values
              are saved only as hashes.
              <SetAside path={runs.data?.recoveredFrom ?? null} />
            </>
          }
        />
      }
    >
      {(listing) => <Runs listing={listing} onExpect={onExpect} />}
    </QueryView>
  );
}

interface RunsProps {
  readonly listing: RunsListing;
  readonly onExpect: (expectation: Expectation) => void;
}

/** The arrow keys show a run; Enter runs it again, F2 renames, P pins, and Delete deletes it. */
function Runs({ listing, onExpect }: RunsProps) {
  const { id: connectionId } = useActiveConnection();
  const pastRun = useRecallView(connectionId, (view) => view.pastRun);
  const [typed, setTyped] = useState('');
  const [isRenaming, setIsRenaming] = useState(false);
  const list = useRef<ListHandle>(null);
  const now = useNow();
  const all = useMemo(() => pinnedFirst(listing.runs), [listing]);
  const found = useMemo(() => searchRuns(all, typed), [all, typed]);
  const selected = Math.max(
    found.findIndex(({ id }) => id === pastRun),
    0,
  );
  const shown = found[selected];
  const unpinned = all.filter(({ pinned }) => !pinned);
  const select = (run: RunSummary | undefined): void => {
    if (run !== undefined) changeRecallView(connectionId, { pastRun: run.id });
  };
  const remove = (removed: readonly RunSummary[]): void => {
    const below = found[selected + 1];
    const ids = removed.map(({ id }) => id);
    removeRuns({ connectionId, ids }).then(() => {
      if (removed.length === 1) select(below);
      notifyUndo(`${countOf(removed.length, 'run')} deleted.`, () => restoreRuns({ connectionId, ids }));
    }, notifyFailure);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (shown === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      F2: () => setIsRenaming(true),
      Delete: () => remove([shown]),
      p: () => void changeRun({ connectionId, id: shown.id, pinned: !shown.pinned }).catch(notifyFailure),
      Enter: () => askRecall(connectionId, shown.query, shown.limit),
    }[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <Splitter
      name="recall-history"
      panes={[
        {
          label: 'Runs',
          defaultSize: 5,
          min: '280px',
          content: (
            <Screen
              head={
                <>
                  <Toolbar>
                    <SearchField
                      label="Search runs"
                      flex={1}
                      miw={0}
                      placeholder="Names and queries"
                      text={typed}
                      onSearch={setTyped}
                    />
                    <Menu position="bottom-end">
                      <Menu.Target>
                        <IconButton label="More actions for runs" tooltip="More actions" icon={IconDots} />
                      </Menu.Target>
                      <Menu.Dropdown>
                        <Menu.Item disabled={unpinned.length === 0} onClick={() => remove(unpinned)}>
                          Delete unpinned runs ({countWords(unpinned.length)})
                        </Menu.Item>
                      </Menu.Dropdown>
                    </Menu>
                  </Toolbar>
                  <SetAside path={listing.recoveredFrom} />
                </>
              }
              foot={
                <Toolbar side="bottom">
                  <Dimmed size="xs">
                    Saved on this computer: queries, keys, scores, verdicts, and the hash and size of each
                    value. The newest 500 runs and all pinned runs are kept.
                  </Dimmed>
                </Toolbar>
              }
            >
              {shown === undefined ? (
                <EmptyState
                  icon={IconSearch}
                  title="No runs found"
                  description="No name or query contains these words."
                  action={<SmallButton onClick={() => setTyped('')}>Show all</SmallButton>}
                />
              ) : (
                <VirtualList
                  ref={list}
                  label="Runs"
                  rows={found}
                  rowHeight={48}
                  isMeasured
                  rowClassName={classes.run}
                  selected={selected}
                  onSelect={(index) => select(found[index])}
                  onKeyDown={onKeyDown}
                  renderRow={(run) => <RunRow run={run} now={now} />}
                />
              )}
            </Screen>
          ),
        },
        {
          label: 'Run',
          defaultSize: 7,
          min: '340px',
          content:
            shown === undefined ? (
              <EmptyState
                icon={IconHistory}
                title="No run selected"
                description="Select a run to see its hits."
              />
            ) : (
              <>
                <RunDetails
                  key={shown.id}
                  summary={shown}
                  runs={all}
                  onRename={() => {
                    // Gets the focus back, so that its keys act on this run again.
                    list.current?.focus();
                    setIsRenaming(true);
                  }}
                  onRemove={() => remove([shown])}
                  onExpect={onExpect}
                />
                {isRenaming && <RenameRunDialog run={shown} onClose={() => setIsRenaming(false)} />}
              </>
            ),
        },
      ]}
    />
  );
}

function SetAside({ path }: { readonly path: string | null }) {
  if (path === null) return null;
  return (
    <Callout tone="warning" role="status" compact m="sm">
      The saved runs were damaged, so the app started a new history. The damaged files were moved to{' '}
      {visibleLine(path)}.
    </Callout>
  );
}

function RunRow({ run, now }: { readonly run: RunSummary; readonly now: number }) {
  const { name, query, at, limit, hitCount, verdicts, anomalyCount, pinned } = run;
  return (
    <>
      <span className={classes.runTitle} title={visibleLine(query.slice(0, 2_000))}>
        {pinned && (
          <IconPinFilled
            size={13}
            style={{ flex: 'none' }}
            color="var(--accent-ink)"
            role="img"
            aria-label="Pinned"
          />
        )}
        <span className={classes.runName}>{visibleLine((name ?? query).slice(0, 200))}</span>
      </span>
      <span className={classes.runFacts}>
        {anomalyCount > 0 && (
          <Tip label="Response does not follow the API">
            <span className={classes.odd} role="img" aria-label="Response does not follow the API">
              <IconAlertTriangle size={13} aria-hidden />
            </span>
          </Tip>
        )}
        <VerdictTally counts={verdicts} />
      </span>
      <span className={classes.runWhen} title={momentWords(at)}>
        {name !== null && <bdi>{visibleLine(query.slice(0, 200))} · </bdi>}
        {agoWords(at, now)} · {countOf(hitCount, 'hit')}, limit {countWords(limit)}
      </span>
    </>
  );
}
