import { Box, Group, Select, Switch, Text, Title } from '@mantine/core';
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
import { useMemo, useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { RecallRun, RunSummary } from '#shared/domain/recallRun.ts';
import {
  compareRuns,
  type HitChange,
  type RankChange,
  type RunComparison as Comparison,
} from '#shared/recall/compareRuns.ts';
import { comparisonAsCsv, comparisonAsJson } from '#shared/recall/exportRuns.ts';
import { countOf } from '#shared/text/phrases.ts';
import { caveatWords, comparisonWords, rankMoveWords, scoreWords } from '#shared/text/recallWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { runQuery } from '../../api/recallRuns.ts';
import { changeRecallView, compare, useRecallView } from '../../state/recallStore.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { csvOrJson, ExportMenu } from '../../ui/ExportMenu.tsx';
import { fileNameOf } from '../../ui/fileNames.ts';
import { openAtomTab } from '../../state/tabStore.ts';
import classes from './Recall.module.css';
import { pinnedFirst, runLine } from './runLists.ts';

interface RunComparisonProps {
  readonly connectionId: ConnectionId;
  readonly runs: readonly RunSummary[];
}

/** Two saved runs, hit by hit. */
export function RunComparison({ connectionId, runs }: RunComparisonProps) {
  const compared = useRecallView(connectionId, (view) => view.compared);
  const a = useRun(connectionId, compared.a);
  const b = useRun(connectionId, compared.b);
  const choose = (nextA: string | null, nextB: string | null): void =>
    changeRecallView(connectionId, (view) => compare(view, nextA, nextB));
  const comparison = useMemo(
    () => (a.data === undefined || b.data === undefined ? null : compareRuns(a.data, b.data)),
    [a.data, b.data],
  );
  const choices = useMemo(
    () => pinnedFirst(runs).map((run) => ({ value: run.id, label: runLine(run) })),
    [runs],
  );
  const failed = a.isError ? a : b.isError ? b : null;
  if (runs.length < 2)
    return (
      <EmptyState
        icon={IconArrowsDiff}
        title="Nothing to compare yet"
        description="Run the query twice to compare. The comparison shows how hits, values and verdicts changed."
      />
    );
  return (
    <Screen
      head={
        <Toolbar>
          <RunSelect
            label="Run A (earlier)"
            choices={choices}
            value={compared.a}
            onChoose={(id) => choose(id, compared.b)}
          />
          <IconButton
            label="Swap sides"
            icon={IconArrowsExchange}
            mt="xl"
            onClick={() => choose(compared.b, compared.a)}
          />
          <RunSelect
            label="Run B (later)"
            choices={choices}
            value={compared.b}
            onChoose={(id) => choose(compared.a, id)}
          />
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
                await saveFile(fileNameOf('compared', b.data.query, format), text);
              }}
            />
          </Box>
        </Toolbar>
      }
    >
      {failed !== null ? (
        <Box p="md">
          <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />
        </Box>
      ) : compared.a === null || compared.b === null ? (
        <EmptyState
          icon={IconArrowsDiff}
          title="Choose two runs"
          description="The comparison shows how ranks, scores, versions, values and verdicts changed from A to B."
        />
      ) : comparison === null || a.data === undefined || b.data === undefined ? (
        <LoadingState label="Loading both runs" />
      ) : (
        <ComparisonBody connectionId={connectionId} a={a.data} b={b.data} comparison={comparison} />
      )}
    </Screen>
  );
}

function useRun(connectionId: ConnectionId, id: string | null) {
  return useQuery(
    id === null
      ? { queryKey: ['runs', connectionId, 'run', ''], queryFn: skipToken }
      : runQuery(connectionId, id),
  );
}

interface RunSelectProps {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | null;
  readonly onChoose: (id: string | null) => void;
}

function RunSelect({ label, choices, value, onChoose }: RunSelectProps) {
  return (
    <Select
      flex={1}
      miw={0}
      label={label}
      placeholder="Choose a run"
      data={choices}
      value={value}
      onChange={onChoose}
      searchable
      limit={100}
      maxDropdownHeight={320}
      nothingFoundMessage="No runs found"
      allowDeselect={false}
    />
  );
}

interface ComparisonBodyProps {
  readonly connectionId: ConnectionId;
  readonly a: RecallRun;
  readonly b: RecallRun;
  readonly comparison: Comparison;
}

function ComparisonBody({ connectionId, a, b, comparison }: ComparisonBodyProps) {
  const [onlyChanges, setOnlyChanges] = useState(false);
  const { moves, predictions, caveats } = comparison;
  const shown = onlyChanges ? moves.filter(hasChanged) : moves;
  const open = (key: string): void => openAtomTab(connectionId, key);
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
    <div className={classes.comparison} role="region" aria-label="Comparison" tabIndex={0}>
      <Text fw={600} role="status">
        {comparisonWords(comparison)}
      </Text>
      {notes.length > 0 && (
        <Callout tone="warning" compact mt="xs">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Callout>
      )}
      <Group gap="lg" mt="md" mb="2xs">
        <Title order={2} fz="sm">
          Hits
        </Title>
        <Switch
          size="xs"
          label="Changes only"
          checked={onlyChanges}
          onChange={(event) => setOnlyChanges(event.currentTarget.checked)}
        />
      </Group>
      {shown.length === 0 ? (
        <Dimmed>{moves.length === 0 ? 'Neither run has hits.' : 'No hits changed.'}</Dimmed>
      ) : (
        <table className={`${classes.table} ${classes.changes}`}>
          <thead>
            <tr>
              <th scope="col">Change</th>
              <th scope="col" data-numeric>
                Rank A
              </th>
              <th scope="col" data-numeric>
                Rank B
              </th>
              <th scope="col">Key</th>
              <th scope="col" data-numeric>
                Score
              </th>
              <th scope="col" data-numeric>
                Version
              </th>
              <th scope="col">Value</th>
              <th scope="col">Verdict</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((move, at) => (
              <MoveRow key={`${at} ${move.key}`} move={move} onOpen={open} />
            ))}
          </tbody>
        </table>
      )}
      <Title order={2} fz="sm" mt="md" mb="2xs">
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
      <Dimmed mt="sm">
        Run A has {countOf(a.hits.length, 'hit')}, run B has {countOf(b.hits.length, 'hit')}. Values are
        compared by their saved hashes.
      </Dimmed>
    </div>
  );
}

function hasChanged({ rank, scoreChange, versionChanged, valueChanged, verdictChanged }: HitChange): boolean {
  const hasNewScore = scoreChange !== null && scoreChange !== 0;
  return rank.kind !== 'same' || hasNewScore || versionChanged || valueChanged || verdictChanged;
}

function MoveRow({ move, onOpen }: { readonly move: HitChange; readonly onOpen: (key: string) => void }) {
  const { key, a, b, rank, scoreChange, versionChanged, valueChanged, verdictChanged } = move;
  const both = a !== null && b !== null;
  const present = b ?? a;
  return (
    <tr>
      <td>
        <Move move={rank} />
      </td>
      <td data-numeric>{a?.rank ?? '–'}</td>
      <td data-numeric>{b?.rank ?? '–'}</td>
      <td className={classes.keyCell}>
        <button type="button" className={classes.keyButton} onClick={() => onOpen(key)}>
          <KeyText atomKey={key} />
        </button>
      </td>
      <td data-numeric data-changed={(scoreChange !== null && scoreChange !== 0) || undefined}>
        {both ? scoreChangeText(a.score, b.score) : scoreText(present?.score ?? null)}
      </td>
      <td data-numeric data-changed={versionChanged || undefined}>
        {both
          ? change(versionText(a.version), versionText(b.version))
          : versionText(present?.version ?? null)}
      </td>
      <td data-changed={valueChanged || undefined}>{both ? (valueChanged ? 'changed' : 'same') : '–'}</td>
      <td data-changed={verdictChanged || undefined}>
        <span className={classes.inline}>
          {verdictChanged && a !== null && (
            <>
              <VerdictBadge status={a.verdict} size="sm" withLabel={false} /> →
            </>
          )}
          {present !== null && <VerdictBadge status={present.verdict} size="sm" withLabel={false} />}
        </span>
      </td>
    </tr>
  );
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

function versionText(version: number | null): string {
  return version === null ? '–' : String(version);
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
