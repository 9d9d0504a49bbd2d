import { Box, Group, Stack, TextInput, Title } from '@mantine/core';
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
import type { Expectation } from '#shared/domain/expectation.ts';
import { longestRunName, type RecallRun, type RunSummary } from '#shared/domain/recallRun.ts';
import { runAsCsv, runAsJson } from '#shared/recall/exportRuns.ts';
import { anomaliesByHit } from '#shared/recall/recallAnomalies.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { durationWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { changeRun, runQuery } from '../../api/recall.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { askRecall, showComparison } from '../../state/recallStore.ts';
import { IconButton, SmallButton } from '../../ui/Buttons.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { DataTable, type TableColumn } from '../../ui/lists/DataTable.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { expectationFromHits } from './expectationDraft.ts';
import { csvOrJson, ExportMenu } from '../../ui/ExportMenu.tsx';
import { exportFileName } from '#shared/text/exportFileName.ts';
import { contentName } from '../../ui/fileNames.ts';
import { HitAnomalies } from './HitList.tsx';
import { KeyLink } from './KeyLink.tsx';
import { AnomalyNotice } from './RecallResults.tsx';
import classes from './Recall.module.css';
import { runBefore } from './runLists.ts';
import { ScoreBar } from './ScoreBar.tsx';

interface RunDetailsProps {
  readonly summary: RunSummary;
  /** All saved runs, to find one to compare with. */
  readonly runs: readonly RunSummary[];
  readonly onRename: () => void;
  readonly onRemove: () => void;
  readonly onExpect: (expectation: Expectation) => void;
}

/** One saved run and its actions. */
export function RunDetails({ summary, runs, onRename, onRemove, onExpect }: RunDetailsProps) {
  const connection = useActiveConnection();
  const { id: connectionId } = connection;
  const { id, query, limit, at, elapsedMs, name, pinned, hitCount } = summary;
  const reading = useQuery(runQuery(connectionId, id));
  const run = reading.data;
  return (
    <Screen
      head={
        <Box component="header" px="md" py="sm" style={{ borderBottom: 'var(--hairline)' }}>
          <Title order={2} fz="lg" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{visibleLine(name ?? query)}</bdi>
          </Title>
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
              onClick={() => showComparison(connectionId, runBefore(runs, id), id)}
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
                await saveFile(
                  exportFileName(contentName('run', name ?? query), connection, run.at, format),
                  text,
                );
              }}
            />
            <Group gap="3xs">
              <IconButton
                label={pinned ? 'Unpin' : 'Pin'}
                tooltip={pinned ? 'Unpin (P)' : 'Pin: never delete automatically (P)'}
                icon={pinned ? IconPinnedOff : IconPin}
                onClick={() => void changeRun({ connectionId, id, pinned: !pinned }).catch(notifyFailure)}
              />
              <IconButton label="Rename" tooltip="Rename (F2)" icon={IconPencil} onClick={onRename} />
              <IconButton label="Delete" tooltip="Delete (Del)" icon={IconTrash} onClick={onRemove} />
            </Group>
          </Group>
        </Box>
      }
      scrolls
      bodyLabel="Hits of this run"
    >
      <QueryView query={reading} loading="Loading run" p={0}>
        {(read) => <RunBody run={read} />}
      </QueryView>
    </Screen>
  );
}

interface RenameDialogProps {
  readonly run: RunSummary;
  readonly onClose: () => void;
}

export function RenameRunDialog({ run: { id, name }, onClose }: RenameDialogProps) {
  const { id: connectionId } = useActiveConnection();
  const [typed, setTyped] = useState(name ?? '');
  return (
    <FormDialog
      title="Rename run"
      action="Rename"
      size={420}
      onSubmit={() => changeRun({ connectionId, id, name: typed.trim() === '' ? null : typed.trim() })}
      onClose={onClose}
    >
      <TextInput
        label="Name of this run"
        description="Without a name, the query is shown."
        maxLength={longestRunName}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}

type PastHit = RecallRun['hits'][number];

function RunBody({ run }: { readonly run: RecallRun }) {
  const { hits, hitsLeftOut, predictions, anomalies } = run;
  const columns = useMemo((): readonly TableColumn<PastHit>[] => {
    const odd = anomaliesByHit(anomalies, hits.length);
    return [
      { name: 'rank', header: 'Rank', width: '48px', isNumeric: true, render: (_hit, at) => at + 1 },
      {
        name: 'key',
        header: 'Key',
        render: ({ key }, at) => (
          <>
            <KeyLink atomKey={key} />
            <HitAnomalies anomalies={odd.get(at)} />
          </>
        ),
      },
      { name: 'score', header: 'Score', width: '14%', render: ({ score }) => <ScoreBar score={score} /> },
      {
        name: 'version',
        header: 'Version',
        width: '64px',
        isNumeric: true,
        render: ({ version }) => version ?? '–',
      },
      {
        name: 'verdict',
        header: 'Verdict',
        width: '64px',
        render: ({ verdict }) => <VerdictBadge status={verdict} size="sm" withLabel={false} />,
      },
      {
        name: 'value',
        header: 'Value (hash and size)',
        width: '192px',
        render: ({ value }) => (
          <>
            <HashChip hash={value.sha256} /> {sizeWords(value.bytes)}
          </>
        ),
      },
    ];
  }, [anomalies, hits.length]);
  return (
    <Stack gap="sm">
      <AnomalyNotice anomalies={anomalies} />
      {hits.length === 0 ? (
        <Dimmed>The service found no atoms for this query.</Dimmed>
      ) : (
        <DataTable label="Hits" className={classes.measured} columns={columns} rows={hits} />
      )}
      {hitsLeftOut > 0 && (
        <Dimmed>{countOf(hitsLeftOut, 'more hit was', 'more hits were')} not saved.</Dimmed>
      )}
      <Title order={3} fz="sm">
        Predicted next
      </Title>
      {predictions.length === 0 ? (
        <Dimmed>No predictions.</Dimmed>
      ) : (
        <ul className={classes.keys}>
          {predictions.map((key, at) => (
            <li key={`${at} ${key}`}>
              <KeyLink atomKey={key} />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
