import { Button } from '@mantine/core';
import { IconArrowsDiff, IconListCheck, IconMoodEmpty } from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { RecallReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { RecallAnomaly } from '#shared/domain/recallAnomaly.ts';
import { answerAsCsv, answerAsJson } from '#shared/recall/exportRuns.ts';
import { serviceToExport } from '#shared/text/exportedAtom.ts';
import { countOf } from '#shared/text/phrases.ts';

import { durationWords } from '#shared/text/times.ts';
import { useCatalogueEntries } from '../../api/catalogueEntries.ts';
import type { RecallRun } from '../../api/recall.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import type { RecallSelection } from '../../state/recallStore.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { csvOrJson, ExportMenu } from '../../ui/ExportMenu.tsx';
import { fileNameOf } from '../../ui/fileNames.ts';
import { HitList } from './HitList.tsx';
import { AnomalyNotice } from './AnomalyNotice.tsx';
import { openAtomTab } from '../../state/tabStore.ts';
import { PredictionList } from './PredictionList.tsx';
import classes from './RecallScreen.module.css';

interface RecallResultsProps {
  readonly hitList: RefObject<HTMLDivElement | null>;
  readonly connectionId: ConnectionId;
  readonly run: RecallRun;
  readonly reading: RecallReading;
  readonly selection: RecallSelection;
  readonly onSelect: (selection: RecallSelection) => void;
  /** Compares with the run of the same question before this one; null where there is none. */
  readonly onCompare: (() => void) | null;
  readonly onExpect: () => void;
}

/** Ranked hits above, what the service expects next below. */
export function RecallResults(props: RecallResultsProps) {
  const { hitList, connectionId, run, reading, selection, onSelect, onCompare, onExpect } = props;
  const { atoms, predictions, anomalies, exchange } = reading;
  const entries = useCatalogueEntries(connectionId, predictions);
  const connection = useActiveConnection();
  const save = async (format: 'csv' | 'json'): Promise<void> => {
    const service = serviceToExport(connection);
    const text =
      format === 'csv' ? answerAsCsv(reading, service) : answerAsJson(run.query, run.limit, reading, service);
    await saveFile(fileNameOf('recall', run.query, format), text);
  };
  return (
    <div className={classes.results}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {countOf(atoms.length, 'hit')}
          <span className={classes.headFacts}>
            {atoms.length > 1 &&
              (isFromBestDown(anomalies) ? 'best first, ' : 'as the service ranked them, ')}
            in {durationWords(exchange.elapsedMs)}
          </span>
        </h2>
        <div className={classes.actions}>
          {onCompare !== null && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconArrowsDiff size={14} aria-hidden />}
              onClick={onCompare}
            >
              Compare with the run before
            </Button>
          )}
          {atoms.length > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconListCheck size={14} aria-hidden />}
              onClick={onExpect}
            >
              Expect these…
            </Button>
          )}
          <ExportMenu label="this answer" choices={csvOrJson} onExport={save} />
        </div>
      </div>
      <div className={classes.hits}>
        <div className={classes.anomalies}>
          <AnomalyNotice anomalies={anomalies} />
        </div>
        {atoms.length === 0 ? (
          <NothingRecalled />
        ) : (
          <>
            <p className={classes.guess}>
              “In common” is this app’s own guess at why a key matched, from the words of both. The service
              gives no reasons.
            </p>
            <HitList
              ref={hitList}
              key={exchange.requestId}
              query={run.query}
              hits={atoms}
              anomalies={anomalies}
              selected={selection.kind === 'hit' ? selection.at : -1}
              onSelect={(at) => onSelect({ kind: 'hit', at })}
              onOpen={(key) => openAtomTab(connectionId, key)}
            />
          </>
        )}
      </div>
      <section className={classes.predictions} aria-label="Predictions">
        <h2 className={classes.head}>
          Expected next
          <span className={classes.headFacts}>the service’s guess, not proven</span>
        </h2>
        {predictions.length === 0 ? (
          <p className={classes.none}>The service expects nothing in particular.</p>
        ) : (
          <PredictionList
            key={exchange.requestId}
            keys={predictions}
            entries={entries}
            selectedKey={selection.kind === 'prediction' ? selection.key : null}
            onLookUp={(key) => onSelect({ kind: 'prediction', key })}
          />
        )}
      </section>
    </div>
  );
}

function isFromBestDown(anomalies: readonly RecallAnomaly[]): boolean {
  return !anomalies.some(({ kind }) => kind === 'out-of-order' || kind === 'no-score');
}

/** Other words are all that helps. */
export function NothingRecalled() {
  return (
    <EmptyState
      icon={IconMoodEmpty}
      title="Nothing recalled"
      description="The service found no atom for this query. Other words may do better: recall matches the meaning of keys, not of values."
    />
  );
}
