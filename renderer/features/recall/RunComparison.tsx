import { Box, Group, Select, Switch, Title } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowsDiff,
  IconArrowsExchange,
  IconArrowUp,
  IconEqual,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { RecallRun, RunSummary } from '#shared/domain/recallRun.ts';
import {
  compareRuns,
  type HitChange,
  type RankedHit,
  type RankChange,
  type RunComparison as Compared,
} from '#shared/recall/compareRuns.ts';
import { comparisonAsCsv, comparisonAsJson } from '#shared/recall/exportRuns.ts';
import { countOf } from '#shared/text/phrases.ts';
import { caveatWords, comparisonWords, rankMoveWords, scoreWords } from '#shared/text/recallWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { runQuery } from '../../api/recall.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { changeRecallView, showComparison, useRecallView } from '../../state/recallStore.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { Comparison } from '../../ui/Comparison.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { DataTable, type TableColumn } from '../../ui/lists/DataTable.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { csvOrJson, ExportMenu } from '../../ui/ExportMenu.tsx';
import { exportFileName } from '#shared/text/exportFileName.ts';
import { queryKey } from '../../api/queryKeys.ts';
import { contentName } from '../../ui/fileNames.ts';
import { KeyLink } from './KeyLink.tsx';
import classes from './Recall.module.css';
import { pinnedFirst, runLine } from './runLists.ts';

/** Two saved runs, hit by hit. */
export function RunComparison({ runs }: { readonly runs: readonly RunSummary[] }) {
  const connection = useActiveConnection();
  const { id: connectionId } = connection;
  const { a: idA, b: idB } = useRecallView(connectionId, (view) => view.compared);
  const a = useRun(connectionId, idA);
  const b = useRun(connectionId, idB);
  const comparison = useMemo(
    () => (a.data === undefined || b.data === undefined ? null : compareRuns(a.data, b.data)),
    [a.data, b.data],
  );
  const choices = useMemo(
    () => pinnedFirst(runs).map((run) => ({ value: run.id, label: runLine(run) })),
    [runs],
  );
  if (runs.length < 2)
    return (
      <EmptyState
        icon={IconArrowsDiff}
        title="Nothing to compare yet"
        description="Run the query twice to compare. The comparison shows how hits, values, and verdicts changed."
      />
    );
  const select = (label: string, value: string | null, onChange: (id: string | null) => void) => (
    <Select
      flex={1}
      miw={0}
      label={label}
      placeholder="Choose a run"
      data={choices}
      value={value}
      onChange={onChange}
      searchable
      limit={100}
      maxDropdownHeight={320}
      nothingFoundMessage="No runs found"
      allowDeselect={false}
    />
  );
  return (
    <Screen
      head={
        <Toolbar>
          {select('Run A (earlier)', idA, (id) => showComparison(connectionId, id, idB))}
          <IconButton
            label="Swap sides"
            icon={IconArrowsExchange}
            mt="xl"
            onClick={() => showComparison(connectionId, idB, idA)}
          />
          {select('Run B (later)', idB, (id) => showComparison(connectionId, idA, id))}
          <Box mt="xl">
            <ExportMenu
              label="this comparison"
              disabled={comparison === null}
              choices={csvOrJson}
              onExport={async (format) => {
                if (comparison === null || a.data === undefined || b.data === undefined) return;
                const text =
                  format === 'csv'
                    ? comparisonAsCsv(comparison)
                    : comparisonAsJson(a.data, b.data, comparison);
                await saveFile(
                  exportFileName(contentName('compared', b.data.query), connection, Date.now(), format),
                  text,
                );
              }}
            />
          </Box>
        </Toolbar>
      }
      scrolls
      bodyLabel="Comparison"
    >
      {idA === null || idB === null ? (
        <EmptyState
          icon={IconArrowsDiff}
          title="Choose two runs"
          description="The comparison shows how ranks, scores, versions, values, and verdicts changed from A to B."
        />
      ) : (
        <QueryView query={a} loading="Loading both runs" p={0}>
          {(runA) => (
            <QueryView query={b} loading="Loading both runs" p={0}>
              {(runB) => comparison !== null && <ComparedHits a={runA} b={runB} comparison={comparison} />}
            </QueryView>
          )}
        </QueryView>
      )}
    </Screen>
  );
}

function useRun(connectionId: ConnectionId, id: string | null) {
  return useQuery(
    id === null
      ? { queryKey: queryKey('run', connectionId, ''), queryFn: skipToken }
      : runQuery(connectionId, id),
  );
}

interface ComparedProps {
  readonly a: RecallRun;
  readonly b: RecallRun;
  readonly comparison: Compared;
}

function ComparedHits({ a, b, comparison }: ComparedProps) {
  const { id: connectionId } = useActiveConnection();
  const onlyChanges = useRecallView(connectionId, (view) => view.onlyChanges);
  const { moves, predictions, caveats } = comparison;
  const shown = onlyChanges ? moves.filter(hasChanged) : moves;
  const predictionChanges = [
    ['new', predictions.came],
    ['gone', predictions.went],
    ['same', predictions.stayed],
  ] as const;
  const notes = [
    ...(a.id === b.id ? ['Both sides are the same run.'] : []),
    ...(b.at < a.at
      ? [
          `B (${momentWords(b.at)}) is older than A (${momentWords(a.at)}). Swap sides to compare in chronological order.`,
        ]
      : []),
    ...caveats.map(caveatWords),
  ];
  return (
    <Comparison
      tone="neutral"
      headline={comparisonWords(comparison)}
      sentences={[]}
      caveats={notes}
      sides={
        <Facts>
          {(
            [
              ['Run A', a],
              ['Run B', b],
            ] as const
          ).map(([label, run]) => (
            <Fact key={label} label={label}>
              {countOf(run.hits.length, 'hit')} ({momentWords(run.at)})
            </Fact>
          ))}
        </Facts>
      }
      limits={['Values are compared by their saved hashes.']}
    >
      <Group gap="lg">
        <Title order={2} fz="sm">
          Hits
        </Title>
        <Switch
          size="xs"
          label="Changes only"
          checked={onlyChanges}
          onChange={(event) => changeRecallView(connectionId, { onlyChanges: event.currentTarget.checked })}
        />
      </Group>
      {shown.length === 0 ? (
        <Dimmed>{moves.length === 0 ? 'Neither run has hits.' : 'No hits changed.'}</Dimmed>
      ) : (
        <DataTable label="Hits of both runs" className={classes.changes} columns={columns} rows={shown} />
      )}
      <Title order={2} fz="sm">
        Predictions
      </Title>
      {predictionChanges.every(([, keys]) => keys.length === 0) ? (
        <Dimmed>Neither run has predictions.</Dimmed>
      ) : (
        <ul className={classes.keys}>
          {predictionChanges.map(([kind, keys]) =>
            keys.map((key) => (
              <li key={`${kind} ${key}`}>
                <Move move={{ kind }} />
                <KeyText atomKey={key} />
              </li>
            )),
          )}
        </ul>
      )}
    </Comparison>
  );
}

function hasNewScore({ scoreChange }: HitChange): boolean {
  return scoreChange !== null && scoreChange !== 0;
}

function hasChanged(hit: HitChange): boolean {
  const { rank, versionChanged, valueChanged, verdictChanged } = hit;
  return rank.kind !== 'same' || hasNewScore(hit) || versionChanged || valueChanged || verdictChanged;
}

const marked = (isChanged: boolean) => ({ 'data-changed': isChanged || undefined });

const columns: readonly TableColumn<HitChange>[] = [
  { name: 'change', header: 'Change', width: '96px', render: ({ rank }) => <Move move={rank} /> },
  { name: 'rankA', header: 'Rank A', width: '64px', isNumeric: true, render: ({ a }) => a?.rank ?? '–' },
  { name: 'rankB', header: 'Rank B', width: '64px', isNumeric: true, render: ({ b }) => b?.rank ?? '–' },
  { name: 'key', header: 'Key', render: ({ key }) => <KeyLink atomKey={key} /> },
  {
    name: 'score',
    header: 'Score',
    width: '152px',
    isNumeric: true,
    cellData: (hit) => marked(hasNewScore(hit)),
    render: ({ a, b }) =>
      a === null || b === null ? scoreText((b ?? a)?.score ?? null) : scoreChangeText(a.score, b.score),
  },
  {
    name: 'version',
    header: 'Version',
    width: '76px',
    isNumeric: true,
    cellData: ({ versionChanged }) => marked(versionChanged),
    render: ({ a, b }) => change(versionText((a ?? b)?.version), versionText((b ?? a)?.version)),
  },
  {
    name: 'value',
    header: 'Value',
    width: '76px',
    cellData: ({ valueChanged }) => marked(valueChanged),
    render: ({ a, b, valueChanged }) => (a === null || b === null ? '–' : valueChanged ? 'changed' : 'same'),
  },
  {
    name: 'verdict',
    header: 'Verdict',
    width: '76px',
    cellData: ({ verdictChanged }) => marked(verdictChanged),
    render: ({ a, b, verdictChanged }) => (
      <Group gap="2xs" wrap="nowrap" display="inline-flex">
        <HitVerdict hit={verdictChanged ? a : null} />
        {verdictChanged && '→'}
        <HitVerdict hit={b ?? a} />
      </Group>
    ),
  },
];

function HitVerdict({ hit }: { readonly hit: RankedHit | null }) {
  return hit !== null && <VerdictBadge status={hit.verdict} size="sm" withLabel={false} />;
}

function change(before: string, after: string): string {
  return before === after ? after : `${before} → ${after}`;
}

/** With the difference, which may be smaller than the rounding of the scores. */
function scoreChangeText(before: number | null, after: number | null): string {
  if (before === null || after === null) return change(scoreText(before), scoreText(after));
  const difference = after - before;
  if (difference === 0) return scoreText(after);
  return `${scoreText(after)} (${difference > 0 ? '+' : '−'}${scoreWords(Math.abs(difference))})`;
}

function scoreText(score: number | null): string {
  return score === null ? 'none' : scoreWords(score);
}

function versionText(version: number | null | undefined): string {
  return String(version ?? '–');
}

const moveIcons = {
  new: IconPlus,
  gone: IconMinus,
  up: IconArrowUp,
  down: IconArrowDown,
  same: IconEqual,
} as const;

function Move({ move }: { readonly move: RankChange }) {
  const Glyph = moveIcons[move.kind];
  return (
    <span className={classes.move} data-move={move.kind}>
      <Glyph size={13} aria-hidden />
      {rankMoveWords(move)}
    </span>
  );
}
