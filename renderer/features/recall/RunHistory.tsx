import { ActionIcon, Menu, TextInput, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconDots, IconHistory, IconPinFilled, IconSearch } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Expectation } from '#shared/domain/expectation.ts';
import type { RunsListing, RunSummary } from '#shared/domain/recallRun.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { agoWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { runChanges } from '../../api/recallRuns.ts';
import { askRecall, changeRecallView, useRecallView } from '../../state/recallStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { notifyUndo } from '../../ui/notifyUndo.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Splitter } from '../../ui/Splitter.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { useNow } from '../../ui/useTicks.ts';
import { RunDetails } from './RunDetails.tsx';
import classes from './Recall.module.css';
import { pinnedFirst, searchRuns } from './runLists.ts';
import { useListKeys } from './useListKeys.ts';
import { VerdictTally } from '../../ui/VerdictTally.tsx';

interface RunHistoryProps {
  readonly connectionId: ConnectionId;
  readonly runs: UseQueryResult<RunsListing>;
  readonly onExpect: (expectation: Expectation) => void;
}

/** The saved runs, with the responses of their time. */
export function RunHistory({ connectionId, runs, onExpect }: RunHistoryProps) {
  const pastRun = useRecallView(connectionId, (view) => view.pastRun);
  const [typed, setTyped] = useState('');
  const [renaming, setRenaming] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const all = useMemo(() => pinnedFirst(runs.data?.runs ?? []), [runs.data]);
  const found = useMemo(() => searchRuns(all, typed), [all, typed]);
  if (runs.data === undefined)
    return (
      <QueryView query={runs} loading="Loading history">
        {() => null}
      </QueryView>
    );
  const { recoveredFrom } = runs.data;
  if (all.length === 0)
    return (
      <EmptyState
        icon={IconHistory}
        title="No runs yet"
        description={
          <>
            Every recall is saved here with its hits, so that you can compare it with a later one. Values are
            saved only as hashes.
            <SetAside path={recoveredFrom} />
          </>
        }
      />
    );
  const shown = found.find(({ id }) => id === pastRun) ?? found[0] ?? null;
  const changes = runChanges(connectionId);
  const select = (id: string): void => {
    setRenaming(false);
    changeRecallView(connectionId, (before) => ({ ...before, pastRun: id }));
  };
  const remove = (removed: readonly RunSummary[]): void => {
    const next = shown === null ? undefined : found[found.indexOf(shown) + 1];
    changes.remove(removed.map(({ id }) => id)).then(() => {
      if (removed.length === 1 && next !== undefined) select(next.id);
      notifyUndo(`${countOf(removed.length, 'run')} deleted.`, changes.restore);
    }, notifyFailure);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (shown === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      F2: () => setRenaming(true),
      Delete: () => remove([shown]),
      p: () => void changes.pin(shown.id, !shown.pinned).catch(notifyFailure),
      Enter: () => askRecall(connectionId, shown.query, shown.limit),
    }[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const unpinned = all.filter(({ pinned }) => !pinned);
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
                    <TextInput
                      flex={1}
                      miw={0}
                      aria-label="Search runs"
                      placeholder="Names and queries"
                      leftSection={<IconSearch size={14} aria-hidden />}
                      value={typed}
                      onChange={(event) => setTyped(event.currentTarget.value)}
                    />
                    <Menu position="bottom-end">
                      <Menu.Target>
                        <ActionIcon aria-label="More actions for runs">
                          <IconDots size={16} aria-hidden />
                        </ActionIcon>
                      </Menu.Target>
                      <Menu.Dropdown>
                        <Menu.Item disabled={unpinned.length === 0} onClick={() => remove(unpinned)}>
                          Delete unpinned runs ({countWords(unpinned.length)})
                        </Menu.Item>
                      </Menu.Dropdown>
                    </Menu>
                  </Toolbar>
                  <SetAside path={recoveredFrom} />
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
              {found.length === 0 ? (
                <EmptyState
                  icon={IconSearch}
                  title="No runs found"
                  description="No name or query contains these words."
                  action={<SmallButton onClick={() => setTyped('')}>Show all</SmallButton>}
                />
              ) : (
                <RunList ref={list} runs={found} shown={shown} onSelect={select} onKey={onKey} />
              )}
            </Screen>
          ),
        },
        {
          label: 'Run',
          defaultSize: 7,
          min: '340px',
          content:
            shown === null ? (
              <EmptyState
                icon={IconHistory}
                title="No run selected"
                description="Select a run to see its hits."
              />
            ) : (
              <RunDetails
                key={shown.id}
                connectionId={connectionId}
                summary={shown}
                runs={all}
                isRenaming={renaming}
                onRename={(isRenaming) => {
                  setRenaming(isRenaming);
                  // So that the keys of the list act on this run again.
                  if (!isRenaming) list.current?.focus();
                }}
                onRemove={() => remove([shown])}
                onExpect={onExpect}
              />
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

interface RunListProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly runs: readonly RunSummary[];
  readonly shown: RunSummary | null;
  readonly onSelect: (id: string) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** The arrow keys show a run; Enter runs it again, F2 renames, P pins and Delete deletes it. */
function RunList({ ref, runs, shown, onSelect, onKey }: RunListProps) {
  const listId = useId();
  const take = (index: number): void => {
    const run = runs[index];
    if (run !== undefined) onSelect(run.id);
  };
  const selected = shown === null ? -1 : runs.indexOf(shown);
  const { onKeyDown, setActive } = useListKeys({
    count: runs.length,
    selected,
    onTake: take,
    takesOnMove: true,
  });
  return (
    <div
      ref={ref}
      className={`${classes.list} ${classes.runs}`}
      role="listbox"
      aria-label="Runs"
      aria-activedescendant={`${listId}-${selected}`}
      tabIndex={0}
      onKeyDown={(event) => {
        onKey(event);
        if (!event.defaultPrevented) onKeyDown(event);
      }}
    >
      {runs.map((run, index) => (
        <div
          key={run.id}
          id={`${listId}-${index}`}
          className={classes.run}
          role="option"
          aria-selected={index === selected}
          data-active={index === selected || undefined}
          onClick={() => {
            setActive(index);
            take(index);
          }}
        >
          <RunRow run={run} />
        </div>
      ))}
    </div>
  );
}

function RunRow({ run }: { readonly run: RunSummary }) {
  const { name, query, at, limit, hitCount, verdicts, anomalyCount, pinned } = run;
  const now = useNow();
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
          <Tooltip label="Response does not follow the API">
            <span className={classes.odd} role="img" aria-label="Response does not follow the API">
              <IconAlertTriangle size={13} aria-hidden />
            </span>
          </Tooltip>
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
