import { Box, List, Title } from '@mantine/core';
import { IconArrowsDiff, IconListCheck, IconMoodEmpty } from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { RecallReading } from '#shared/domain/atom.ts';
import type { Expectation } from '#shared/domain/expectation.ts';
import type { RecallAnomaly } from '#shared/domain/recallAnomaly.ts';
import { answerAsCsv, answerAsJson } from '#shared/recall/exportRuns.ts';
import { serviceToExport } from '#shared/text/exportedAtom.ts';
import { countOf } from '#shared/text/phrases.ts';
import { anomalyWords } from '#shared/text/recallWords.ts';
import { durationWords } from '#shared/text/times.ts';
import type { AskedRun } from '../../api/recall.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { showComparison, type RecallSelection } from '../../state/recallStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { csvOrJson, ExportMenu } from '../../ui/ExportMenu.tsx';
import { exportFileName } from '#shared/text/exportFileName.ts';
import { worstInName } from '#shared/text/verdictInName.ts';
import { contentName } from '../../ui/fileNames.ts';
import type { ListHandle } from '../../ui/lists/useVirtualRows.ts';
import { EvidenceButton } from '../evidence/EvidenceButton.tsx';
import { PaneHead } from '../../ui/PaneHead.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { expectationFromHits } from './expectationDraft.ts';
import { HitList } from './HitList.tsx';
import { PredictionList } from './PredictionList.tsx';
import classes from './Recall.module.css';

interface RecallResultsProps {
  readonly hitList: RefObject<ListHandle | null>;
  readonly run: AskedRun;
  readonly reading: RecallReading;
  /** The previous saved run of the same query; null if there is none. */
  readonly earlier: string | null;
  readonly selection: RecallSelection;
  readonly onSelect: (selection: RecallSelection) => void;
  readonly onExpect: (expectation: Expectation) => void;
}

/** The ranked hits, and below them the predictions of the service. */
export function RecallResults(props: RecallResultsProps) {
  const { hitList, run, reading, earlier, selection, onSelect, onExpect } = props;
  const { atoms, predictions, anomalies, exchange } = reading;
  const connection = useActiveConnection();
  const isFromBestDown = !anomalies.some(({ kind }) => kind === 'out-of-order' || kind === 'no-score');
  const save = async (format: 'csv' | 'json'): Promise<void> => {
    const service = serviceToExport(connection);
    const text =
      format === 'csv' ? answerAsCsv(reading, service) : answerAsJson(run.query, run.limit, reading, service);
    await saveFile(
      exportFileName(
        contentName('recall', run.query),
        connection,
        exchange.startedAt,
        format,
        worstInName(atoms.map(({ verdict }) => verdict.status)),
      ),
      text,
    );
  };
  return (
    <Screen
      head={
        <>
          <Toolbar
            end={
              <>
                {earlier !== null && (
                  <SmallButton
                    icon={IconArrowsDiff}
                    onClick={() => showComparison(connection.id, earlier, exchange.requestId)}
                  >
                    Compare with previous run
                  </SmallButton>
                )}
                {atoms.length > 0 && (
                  <SmallButton icon={IconListCheck} onClick={() => onExpect(expectationFromHits(run, atoms))}>
                    New expectation…
                  </SmallButton>
                )}
                <EvidenceButton
                  connectionId={connection.id}
                  about={{ kind: 'run', query: run.query, requestId: exchange.requestId }}
                />
                <ExportMenu label="these hits" choices={csvOrJson} onExport={save} />
              </>
            }
          >
            <Title order={2} fz="md">
              {countOf(atoms.length, 'hit')}
            </Title>
            <Dimmed>
              {atoms.length > 1 && (isFromBestDown ? 'Best first, in ' : 'In the service’s order, in ')}
              {durationWords(exchange.elapsedMs)}
            </Dimmed>
          </Toolbar>
          <Box px="md" pt="sm">
            <AnomalyNotice anomalies={anomalies} />
            {atoms.length > 0 && (
              <Dimmed size="xs">
                “In common” is this app’s guess at why a key matched, based on the words of the key and the
                query. The service gives no reasons.
              </Dimmed>
            )}
          </Box>
        </>
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
              selectedKey={selection.kind === 'prediction' ? selection.key : null}
              onLookUp={(key) => onSelect({ kind: 'prediction', key })}
            />
          )}
        </section>
      }
    >
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
        />
      )}
    </Screen>
  );
}

/** How a response deviates from the API. The response is shown unchanged. */
export function AnomalyNotice({ anomalies }: { readonly anomalies: readonly RecallAnomaly[] }) {
  if (anomalies.length === 0) return null;
  return (
    <Callout tone="warning" role="status" title="Response does not follow the API" compact mb="sm">
      <List size="sm">
        {anomalyWords(anomalies).map((words) => (
          <List.Item key={words}>{words}</List.Item>
        ))}
      </List>
    </Callout>
  );
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
