import { ActionIcon, Button, Menu, TextInput, Tooltip } from '@mantine/core';
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
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { notifyUndo } from '../../ui/notifyUndo.tsx';
import { Splitter } from '../../ui/Splitter.tsx';
import { useNow } from '../../ui/useNow.ts';
import { RunDetails } from './RunDetails.tsx';
import classes from './RunHistory.module.css';
import { pinnedFirst, searchRuns } from './runLists.ts';
import { useListKeys } from './useListKeys.ts';
import { VerdictTally } from '../../ui/VerdictTally.tsx';

interface RunHistoryProps {
  readonly connectionId: ConnectionId;
  readonly runs: UseQueryResult<RunsListing>;
  readonly onExpect: (expectation: Expectation) => void;
}

/** The recalls of the past, as they were answered then. */
export function RunHistory({ connectionId, runs, onExpect }: RunHistoryProps) {
  const { pastRun } = useRecallView(connectionId);
  const [typed, setTyped] = useState('');
  const [renaming, setRenaming] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const all = useMemo(() => pinnedFirst(runs.data?.runs ?? []), [runs.data]);
  const found = useMemo(() => searchRuns(all, typed), [all, typed]);
  if (runs.data === undefined)
    return runs.isError ? (
      <div className={classes.notice}>
        <ErrorNotice error={runs.error} onRetry={() => void runs.refetch()} />
      </div>
    ) : (
      <LoadingState label="Reading the runs of the past" />
    );
  const { recoveredFrom } = runs.data;
  if (all.length === 0)
    return (
      <EmptyState
        icon={IconHistory}
        title="No runs yet"
        description={
          <>
            Every recall is kept here with its hits, over restarts, so that it can be compared with a later
            one. Values are not kept, only their hashes.
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
  const remove = (gone: readonly RunSummary[]): void => {
    const next = shown === null ? undefined : found[found.indexOf(shown) + 1];
    changes.remove(gone.map(({ id }) => id)).then(() => {
      if (gone.length === 1 && next !== undefined) select(next.id);
      notifyUndo(`${countOf(gone.length, 'run was', 'runs were')} deleted.`, changes.restore);
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
            <div className={classes.pane}>
              <div className={classes.search}>
                <TextInput
                  className={classes.searchField ?? ''}
                  aria-label="Search runs"
                  placeholder="Search names and queries"
                  leftSection={<IconSearch size={14} aria-hidden />}
                  value={typed}
                  onChange={(event) => setTyped(event.currentTarget.value)}
                />
                <Menu position="bottom-end">
                  <Menu.Target>
                    <ActionIcon aria-label="More about runs">
                      <IconDots size={16} aria-hidden />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item disabled={unpinned.length === 0} onClick={() => remove(unpinned)}>
                      Delete all that are not pinned ({countWords(unpinned.length)})
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              </div>
              <SetAside path={recoveredFrom} />
              {found.length === 0 ? (
                <EmptyState
                  icon={IconSearch}
                  title="No run matches"
                  description="Neither name nor query holds these words."
                  action={
                    <Button size="compact-sm" variant="default" onClick={() => setTyped('')}>
                      Show all
                    </Button>
                  }
                />
              ) : (
                <RunList ref={list} runs={found} shown={shown} onSelect={select} onKey={onKey} />
              )}
              <p className={classes.footnote}>
                Kept on this machine: queries, keys, scores and verdicts. Of values only hash and size. The
                newest 500, and all that are pinned.
              </p>
            </div>
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
                description="Choose a run of the past."
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
                  // Where the keys of the list act on the next run.
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
    <p className={classes.setAside} role="status">
      The runs kept before were damaged. They were set aside, and new ones begun: {visibleLine(path)}
    </p>
  );
}

interface RunListProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly runs: readonly RunSummary[];
  readonly shown: RunSummary | null;
  readonly onSelect: (id: string) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** Moving shows a run; Enter runs it again, F2 renames, P pins, Delete deletes. */
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
      className={classes.list}
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
        {pinned && <IconPinFilled size={13} role="img" aria-label="Pinned" />}
        <span className={classes.runName}>{visibleLine((name ?? query).slice(0, 200))}</span>
      </span>
      <span className={classes.runFacts}>
        {anomalyCount > 0 && (
          <Tooltip label="Unexpected in this answer">
            <span className={classes.odd} role="img" aria-label="Unexpected in this answer">
              <IconAlertTriangle size={13} aria-hidden />
            </span>
          </Tooltip>
        )}
        <VerdictTally counts={verdicts} />
      </span>
      <span className={classes.runWhen} title={momentWords(at)}>
        {name !== null && <span className={classes.runQuery}>{visibleLine(query.slice(0, 200))} · </span>}
        {agoWords(at, now)} · {countOf(hitCount, 'hit')}, limit {countWords(limit)}
      </span>
    </>
  );
}
