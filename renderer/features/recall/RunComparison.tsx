import { ActionIcon, Select, Switch, Tooltip } from '@mantine/core';
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
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { csvOrJson, ExportMenu } from '../../ui/ExportMenu.tsx';
import { fileNameOf } from '../../ui/fileNames.ts';
import { openAtomTab } from '../../state/tabStore.ts';
import classes from './RunComparison.module.css';
import { pinnedFirst, runLine } from './runLists.ts';

interface RunComparisonProps {
  readonly connectionId: ConnectionId;
  readonly runs: readonly RunSummary[];
}

/** Any two runs of the past, hit by hit. */
export function RunComparison({ connectionId, runs }: RunComparisonProps) {
  const { compared } = useRecallView(connectionId);
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
        description="Two runs are wanted. Recall the same words again after something changed, and see here what moved."
      />
    );
  return (
    <div className={classes.screen}>
      <div className={classes.bar}>
        <RunSelect
          label="Run A, the earlier"
          choices={choices}
          value={compared.a}
          onChoose={(id) => choose(id, compared.b)}
        />
        <Tooltip label="Swap sides">
          <ActionIcon
            className={classes.swap ?? ''}
            aria-label="Swap sides"
            onClick={() => choose(compared.b, compared.a)}
          >
            <IconArrowsExchange size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <RunSelect
          label="Run B, the later"
          choices={choices}
          value={compared.b}
          onChoose={(id) => choose(compared.a, id)}
        />
        <div className={classes.export}>
          <ExportMenu
            label="this comparison"
            disabled={comparison === null}
            choices={csvOrJson}
            onExport={async (format) => {
              if (comparison === null || a.data === undefined || b.data === undefined) return;
              const text =
                format === 'csv' ? comparisonAsCsv(comparison) : comparisonAsJson(a.data, b.data, comparison);
              await saveFile(fileNameOf('compared', b.data.query, format), text);
            }}
          />
        </div>
      </div>
      {failed !== null ? (
        <div className={classes.notice}>
          <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />
        </div>
      ) : compared.a === null || compared.b === null ? (
        <EmptyState
          icon={IconArrowsDiff}
          title="Choose two runs"
          description="What moved from A to B is shown: ranks, scores, versions, values and verdicts."
        />
      ) : comparison === null || a.data === undefined || b.data === undefined ? (
        <LoadingState label="Reading both runs" />
      ) : (
        <ComparisonBody connectionId={connectionId} a={a.data} b={b.data} comparison={comparison} />
      )}
    </div>
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
      className={classes.select ?? ''}
      label={label}
      placeholder="Choose a run"
      data={choices}
      value={value}
      onChange={onChoose}
      searchable
      limit={100}
      maxDropdownHeight={320}
      nothingFoundMessage="No run matches"
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
  return (
    <div className={classes.body} role="region" aria-label="Comparison" tabIndex={0}>
      <p className={classes.summary} role="status">
        {comparisonWords(comparison)}
      </p>
      {a.id === b.id && <p className={classes.caveat}>Both sides are the same run.</p>}
      {b.at < a.at && (
        <p className={classes.caveat}>
          B ({momentWords(b.at)}) is older than A ({momentWords(a.at)}): swap the sides to read it forwards.
        </p>
      )}
      {caveats.map((caveat) => (
        <p key={caveat} className={classes.caveat}>
          {caveatWords(caveat)}
        </p>
      ))}
      <div className={classes.tableHead}>
        <h2 className={classes.subtitle}>Hits</h2>
        <Switch
          size="xs"
          label="Only what changed"
          checked={onlyChanges}
          onChange={(event) => setOnlyChanges(event.currentTarget.checked)}
        />
      </div>
      {shown.length === 0 ? (
        <p className={classes.none}>
          {moves.length === 0 ? 'Neither run found anything.' : 'No hit changed.'}
        </p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Move</th>
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
      <h2 className={classes.subtitle}>Predictions</h2>
      {predictions.came.length + predictions.went.length + predictions.stayed.length === 0 ? (
        <p className={classes.none}>Neither run came with a prediction.</p>
      ) : (
        <ul className={classes.predictions}>
          {predictions.came.map((key) => (
            <Predicted key={key} atomKey={key} change="new" />
          ))}
          {predictions.went.map((key) => (
            <Predicted key={key} atomKey={key} change="gone" />
          ))}
          {predictions.stayed.map((key) => (
            <Predicted key={key} atomKey={key} change="same" />
          ))}
        </ul>
      )}
      <p className={classes.none}>
        Values are compared by their hashes; they are not kept. {countOf(a.hits.length, 'hit')} of A,{' '}
        {countOf(b.hits.length, 'hit')} of B.
      </p>
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
        <button type="button" className={classes.key} onClick={() => onOpen(key)}>
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
        <span className={classes.verdicts}>
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

/** With the difference, which may be too small to show in the scores as they are rounded. */
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

function Predicted({
  atomKey,
  change: kind,
}: {
  readonly atomKey: string;
  readonly change: 'new' | 'gone' | 'same';
}) {
  return (
    <li>
      <Move move={{ kind }} />
      <KeyText atomKey={atomKey} />
    </li>
  );
}
