import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
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
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { expectationFromHits } from './expectationDraft.ts';
import { csvOrJson, ExportMenu } from '../../ui/ExportMenu.tsx';
import { fileNameOf } from '../../ui/fileNames.ts';
import { AnomalyNotice } from './AnomalyNotice.tsx';
import { openAtomTab } from '../../state/tabStore.ts';
import classes from './RunDetails.module.css';
import { runBefore } from './runLists.ts';
import { ScoreBar } from './ScoreBar.tsx';

interface RunDetailsProps {
  readonly connectionId: ConnectionId;
  readonly summary: RunSummary;
  /** All that are kept, to find one to compare with. */
  readonly runs: readonly RunSummary[];
  readonly isRenaming: boolean;
  readonly onRename: (isRenaming: boolean) => void;
  readonly onRemove: () => void;
  readonly onExpect: (expectation: Expectation) => void;
}

/** One run of the past, and what can be done with it. */
export function RunDetails(props: RunDetailsProps) {
  const { connectionId, summary, runs, isRenaming, onRename, onRemove, onExpect } = props;
  const { id, query, limit, at, elapsedMs, name, pinned, hitCount } = summary;
  const { data: run, error, isError, refetch } = useQuery(runQuery(connectionId, id));
  const changes = runChanges(connectionId);
  return (
    <div className={classes.details}>
      <header className={classes.header}>
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
          <h2 className={classes.title}>{visibleLine(name ?? query)}</h2>
        )}
        <p className={classes.facts}>
          {name !== null && <span>asked “{visibleLine(query)}”</span>}
          <span>{momentWords(at)}</span>
          <span>
            {countOf(hitCount, 'hit')}, limit {countWords(limit)}
          </span>
          <span>in {durationWords(elapsedMs)}</span>
        </p>
        <div className={classes.actions}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={() => askRecall(connectionId, query, limit)}
          >
            Run again
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowsDiff size={14} aria-hidden />}
            onClick={() => changeRecallView(connectionId, (view) => compare(view, runBefore(runs, id), id))}
          >
            Compare…
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconListCheck size={14} aria-hidden />}
            disabled={run === undefined || run.hits.length === 0}
            onClick={() => {
              if (run !== undefined) onExpect(expectationFromHits(run, run.hits));
            }}
          >
            Expect these…
          </Button>
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
          <div className={classes.icons}>
            <Tooltip label={pinned ? 'Unpin (P)' : 'Pin: keep whatever the number of runs (P)'}>
              <ActionIcon
                aria-label={pinned ? 'Unpin' : 'Pin'}
                onClick={() => void changes.pin(id, !pinned).catch(notifyFailure)}
              >
                {pinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
              </ActionIcon>
            </Tooltip>
            <Tooltip label="Rename (F2)">
              <ActionIcon aria-label="Rename" onClick={() => onRename(true)}>
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
            <Tooltip label="Delete (Del)">
              <ActionIcon aria-label="Delete" onClick={onRemove}>
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </div>
        </div>
      </header>
      <div className={classes.body} tabIndex={0} role="region" aria-label="Hits of this run">
        {isError ? (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        ) : run === undefined ? (
          <LoadingState label="Reading the run" />
        ) : (
          <RunBody run={run} onOpen={(key) => openAtomTab(connectionId, key)} />
        )}
      </div>
    </div>
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
    <form
      className={classes.rename}
      onSubmit={(event) => {
        event.preventDefault();
        onDone(typed.trim() === '' ? null : typed.trim());
      }}
    >
      <TextInput
        className={classes.renameField ?? ''}
        aria-label="Name of this run"
        placeholder="No name: the query stands for it"
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
    </form>
  );
}

function RunBody({ run, onOpen }: { readonly run: RecallRun; readonly onOpen: (key: string) => void }) {
  const { hits, hitsLeftOut, predictions, anomalies } = run;
  const odd = useMemo(() => anomaliesByHit(anomalies, hits.length), [anomalies, hits.length]);
  return (
    <>
      <AnomalyNotice anomalies={anomalies} />
      {hits.length === 0 ? (
        <p className={classes.none}>The service found no atom for this query.</p>
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
              <th scope="col">Verdict then</th>
              <th scope="col" className={classes.value}>
                Value, as hash and size
              </th>
            </tr>
          </thead>
          <tbody>
            {hits.map(({ key, score, version, verdict, value }, at) => (
              <tr key={`${at} ${key}`}>
                <td data-numeric>{at + 1}</td>
                <td className={classes.keyCell}>
                  <button type="button" className={classes.key} onClick={() => onOpen(key)}>
                    <KeyText atomKey={key} />
                  </button>
                  {odd.has(at) && (
                    <span className={classes.odd}>{odd.get(at)?.map(hitAnomalyWords).join(' · ')}</span>
                  )}
                </td>
                <td>
                  <ScoreBar score={score} />
                </td>
                <td data-numeric>{version ?? '–'}</td>
                <td>
                  <VerdictBadge status={verdict} size="sm" withLabel={false} />
                </td>
                <td className={classes.value}>
                  <HashChip hash={value.sha256} /> {sizeWords(value.bytes)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hitsLeftOut > 0 && (
        <p className={classes.none}>{countOf(hitsLeftOut, 'hit')} further down the answer are not kept.</p>
      )}
      <h3 className={classes.subtitle}>Predicted next</h3>
      {predictions.length === 0 ? (
        <p className={classes.none}>Nothing in particular.</p>
      ) : (
        <ul className={classes.keys}>
          {predictions.map((key, at) => (
            <li key={`${at} ${key}`}>
              <button type="button" className={classes.key} onClick={() => onOpen(key)}>
                <KeyText atomKey={key} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
