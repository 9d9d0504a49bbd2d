import { ActionIcon, Box, Button, Group, TextInput, Title, Tooltip } from '@mantine/core';
import {
  IconArrowsDiff,
  IconListCheck,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Expectation } from '#shared/domain/expectation.ts';
import { longestRunName, type RecallRun, type RunSummary } from '#shared/domain/recallRun.ts';
import { runAsCsv, runAsJson } from '#shared/recall/exportRuns.ts';
import { anomaliesByHit } from '#shared/recall/recallAnomalies.ts';
import { countOf } from '#shared/text/phrases.ts';
import { hitAnomalyWords } from '#shared/text/recallWords.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { durationWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { runChanges, runQuery } from '../../api/recallRuns.ts';
import { askRecall, changeRecallView, compare } from '../../state/recallStore.ts';
import { IconButton, SmallButton } from '../../ui/Buttons.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { expectationFromHits } from './expectationDraft.ts';
import { csvOrJson, ExportMenu } from '../../ui/ExportMenu.tsx';
import { fileNameOf } from '../../ui/fileNames.ts';
import { AnomalyNotice } from './AnomalyNotice.tsx';
import { openAtomTab } from '../../state/tabStore.ts';
import classes from './Recall.module.css';
import { runBefore } from './runLists.ts';
import { ScoreBar } from './ScoreBar.tsx';

interface RunDetailsProps {
  readonly connectionId: ConnectionId;
  readonly summary: RunSummary;
  /** All saved runs, to find one to compare with. */
  readonly runs: readonly RunSummary[];
  readonly isRenaming: boolean;
  readonly onRename: (isRenaming: boolean) => void;
  readonly onRemove: () => void;
  readonly onExpect: (expectation: Expectation) => void;
}

/** One saved run and its actions. */
export function RunDetails(props: RunDetailsProps) {
  const { connectionId, summary, runs, isRenaming, onRename, onRemove, onExpect } = props;
  const { id, query, limit, at, elapsedMs, name, pinned, hitCount } = summary;
  const reading = useQuery(runQuery(connectionId, id));
  const run = reading.data;
  const changes = runChanges(connectionId);
  return (
    <Screen
      head={
        <Box component="header" className={classes.runHead}>
          {isRenaming ? (
            <Rename
              name={name}
              onDone={(typed) => {
                onRename(false);
                if (typed !== name) changes.rename(id, typed).catch(notifyFailure);
              }}
              onCancel={() => onRename(false)}
            />
          ) : (
            <h2 className={classes.runHeading}>{visibleLine(name ?? query)}</h2>
          )}
          <Group gap="md" mt="3xs" mb="sm" fz="sm" c="dimmed">
            {name !== null && <span>Query: {visibleLine(query)}</span>}
            <span>{momentWords(at)}</span>
            <span>
              {countOf(hitCount, 'hit')}, limit {countWords(limit)}
            </span>
            <span>{durationWords(elapsedMs)}</span>
          </Group>
          <Group gap="xs">
            <SmallButton icon={IconRefresh} onClick={() => askRecall(connectionId, query, limit)}>
              Run again
            </SmallButton>
            <SmallButton
              icon={IconArrowsDiff}
              onClick={() => changeRecallView(connectionId, (view) => compare(view, runBefore(runs, id), id))}
            >
              Compare…
            </SmallButton>
            <SmallButton
              icon={IconListCheck}
              disabled={run === undefined || run.hits.length === 0}
              onClick={() => {
                if (run !== undefined) onExpect(expectationFromHits(run, run.hits));
              }}
            >
              New expectation…
            </SmallButton>
            <ExportMenu
              label="this run"
              disabled={run === undefined}
              choices={csvOrJson}
              onExport={async (format) => {
                if (run === undefined) return;
                const text = format === 'csv' ? runAsCsv(run) : runAsJson(run);
                await saveFile(fileNameOf('run', name ?? query, format), text);
              }}
            />
            <Group gap="3xs">
              <Tooltip label={pinned ? 'Unpin (P)' : 'Pin: never delete automatically (P)'}>
                <ActionIcon
                  aria-label={pinned ? 'Unpin' : 'Pin'}
                  onClick={() => void changes.pin(id, !pinned).catch(notifyFailure)}
                >
                  {pinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
                </ActionIcon>
              </Tooltip>
              <IconButton
                label="Rename"
                tooltip="Rename (F2)"
                icon={IconPencil}
                onClick={() => onRename(true)}
              />
              <IconButton label="Delete" tooltip="Delete (Del)" icon={IconTrash} onClick={onRemove} />
            </Group>
          </Group>
        </Box>
      }
      scrolls
      bodyLabel="Hits of this run"
    >
      <QueryView query={reading} loading="Loading run" p={0}>
        {(read) => (
          <div className={classes.measured}>
            <RunBody run={read} onOpen={(key) => openAtomTab(connectionId, key)} />
          </div>
        )}
      </QueryView>
    </Screen>
  );
}

function Rename({
  name,
  onDone,
  onCancel,
}: {
  readonly name: string | null;
  readonly onDone: (name: string | null) => void;
  readonly onCancel: () => void;
}) {
  const [typed, setTyped] = useState(name ?? '');
  return (
    <Group
      component="form"
      gap="xs"
      wrap="nowrap"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(typed.trim() === '' ? null : typed.trim());
      }}
    >
      <TextInput
        flex={1}
        aria-label="Name of this run"
        placeholder="No name: the query is shown"
        maxLength={longestRunName}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
        }}
        autoFocus
      />
      <Button size="compact-sm" type="submit">
        Save
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onCancel}>
        Cancel
      </Button>
    </Group>
  );
}

function RunBody({ run, onOpen }: { readonly run: RecallRun; readonly onOpen: (key: string) => void }) {
  const { hits, hitsLeftOut, predictions, anomalies } = run;
  const odd = useMemo(() => anomaliesByHit(anomalies, hits.length), [anomalies, hits.length]);
  return (
    <>
      <AnomalyNotice anomalies={anomalies} />
      {hits.length === 0 ? (
        <Dimmed>The service found no atoms for this query.</Dimmed>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" data-numeric>
                Rank
              </th>
              <th scope="col">Key</th>
              <th scope="col">Score</th>
              <th scope="col" data-numeric>
                Version
              </th>
              <th scope="col">Verdict</th>
              <th scope="col" className={classes.hash}>
                Value (hash and size)
              </th>
            </tr>
          </thead>
          <tbody>
            {hits.map(({ key, score, version, verdict, value }, at) => (
              <tr key={`${at} ${key}`}>
                <td data-numeric>{at + 1}</td>
                <td className={classes.keyCell}>
                  <button type="button" className={classes.keyButton} onClick={() => onOpen(key)}>
                    <KeyText atomKey={key} />
                  </button>
                  {odd.has(at) && (
                    <span className={classes.anomaly}>{odd.get(at)?.map(hitAnomalyWords).join(' · ')}</span>
                  )}
                </td>
                <td>
                  <ScoreBar score={score} />
                </td>
                <td data-numeric>{version ?? '–'}</td>
                <td>
                  <VerdictBadge status={verdict} size="sm" withLabel={false} />
                </td>
                <td className={classes.hash}>
                  <HashChip hash={value.sha256} /> {sizeWords(value.bytes)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hitsLeftOut > 0 && (
        <Dimmed mt="2xs">{countOf(hitsLeftOut, 'more hit was', 'more hits were')} not saved.</Dimmed>
      )}
      <Title order={3} fz="sm" mt="lg" mb="2xs">
        Predicted next
      </Title>
      {predictions.length === 0 ? (
        <Dimmed>No predictions.</Dimmed>
      ) : (
        <ul className={classes.keys}>
          {predictions.map((key, at) => (
            <li key={`${at} ${key}`}>
              <button type="button" className={classes.keyButton} onClick={() => onOpen(key)}>
                <KeyText atomKey={key} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
