import { Box, Title } from '@mantine/core';
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
import { SmallButton } from '../../ui/Buttons.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { csvOrJson, ExportMenu } from '../../ui/ExportMenu.tsx';
import { fileNameOf } from '../../ui/fileNames.ts';
import { HitList } from './HitList.tsx';
import { AnomalyNotice } from './AnomalyNotice.tsx';
import { openAtomTab } from '../../state/tabStore.ts';
import { PredictionList } from './PredictionList.tsx';
import { PaneHead } from '../../ui/PaneHead.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import classes from './Recall.module.css';

interface RecallResultsProps {
  readonly hitList: RefObject<HTMLDivElement | null>;
  readonly connectionId: ConnectionId;
  readonly run: RecallRun;
  readonly reading: RecallReading;
  readonly selection: RecallSelection;
  readonly onSelect: (selection: RecallSelection) => void;
  /** Compares with the previous run of the same query; null if there is none. */
  readonly onCompare: (() => void) | null;
  readonly onExpect: () => void;
}

/** The ranked hits, and below them the predictions of the service. */
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
    <Screen
      head={
        <Toolbar
          end={
            <>
              {onCompare !== null && (
                <SmallButton icon={IconArrowsDiff} onClick={onCompare}>
                  Compare with previous run
                </SmallButton>
              )}
              {atoms.length > 0 && (
                <SmallButton icon={IconListCheck} onClick={onExpect}>
                  New expectation…
                </SmallButton>
              )}
              <ExportMenu label="these hits" choices={csvOrJson} onExport={save} />
            </>
          }
        >
          <Title order={2} fz="md">
            {countOf(atoms.length, 'hit')}
          </Title>
          <Dimmed>
            {atoms.length > 1 &&
              (isFromBestDown(anomalies) ? 'Best first, in ' : 'In the service’s order, in ')}
            {durationWords(exchange.elapsedMs)}
          </Dimmed>
        </Toolbar>
      }
      foot={
        <section className={classes.predictions} aria-label="Predictions">
          <PaneHead title="Predicted next" note="By the service, not proven" />
          {predictions.length === 0 ? (
            <Dimmed p="md">The service returned no predictions.</Dimmed>
          ) : (
            <PredictionList
              key={exchange.requestId}
              keys={predictions}
              query={run.query}
              entries={entries}
              selectedKey={selection.kind === 'prediction' ? selection.key : null}
              onLookUp={(key) => onSelect({ kind: 'prediction', key })}
            />
          )}
        </section>
      }
    >
      <div className={classes.hits}>
        <Box px="md" pt="sm">
          <AnomalyNotice anomalies={anomalies} />
          {atoms.length > 0 && (
            <Dimmed size="xs">
              “In common” is this app’s guess at why a key matched, based on the words of the key and the
              query. The service gives no reasons.
            </Dimmed>
          )}
        </Box>
        {atoms.length === 0 ? (
          <NothingRecalled />
        ) : (
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
        )}
      </div>
    </Screen>
  );
}

function isFromBestDown(anomalies: readonly RecallAnomaly[]): boolean {
  return !anomalies.some(({ kind }) => kind === 'out-of-order' || kind === 'no-score');
}

export function NothingRecalled() {
  return (
    <EmptyState
      icon={IconMoodEmpty}
      title="No hits"
      description="The service found no atoms for this query. Try other words. Recall matches the meaning of keys, not of values."
    />
  );
}
