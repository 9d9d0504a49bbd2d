import { Button } from '@mantine/core';
import { IconMessageSearch, IconPlayerStop } from '@tabler/icons-react';
import { useQuery, useQueryClient, skipToken } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RecallReading } from '#shared/domain/atom.ts';
import { useKnownEntries } from '../../api/knownEntries.ts';
import { recallQuery } from '../../api/recall.ts';
import { makeRequestId } from '../../api/requestId.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { changeRecallView, startRun, useRecallView, type RecallView } from '../../state/recallStore.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ResizablePanes } from '../../ui/ResizablePanes.tsx';
import { AtomEditor } from '../editor/AtomEditor.tsx';
import { Inspector } from '../inspector/Inspector.tsx';
import { RecallBar } from './RecallBar.tsx';
import { parseLimit } from './recallLimit.ts';
import { NothingRecalled, RecallResults } from './RecallResults.tsx';
import classes from './RecallScreen.module.css';

/** Asks the memory in words: ranked hits with their proofs, and what the service expects next. */
export function RecallScreen() {
  const connection = useActiveConnection();
  const { id } = connection;
  const client = useQueryClient();
  const view = useRecallView(id);
  const recall = useQuery(
    view.run === null
      ? { queryKey: ['recall', id, ''], queryFn: skipToken }
      : recallQuery(client, id, view.run),
  );
  const change = (step: (view: RecallView) => RecallView): void => changeRecallView(id, step);
  const run = (query: string): void => {
    const limit = parseLimit(view.limit);
    if (limit !== null) change((before) => startRun(before, { id: makeRequestId(), query, limit }));
  };
  const reading: RecallReading | undefined = recall.data;
  const entries = useKnownEntries(id, reading?.predictions ?? noKeys);
  // The best hit is what was most likely asked for, and it came with the answer: no need to choose it.
  const selectedKey = view.selectedKey ?? reading?.atoms[0]?.key ?? null;

  return (
    <div className={classes.screen}>
      <RecallBar
        view={view}
        isRunning={recall.fetchStatus === 'fetching'}
        onType={(typed) => change((before) => ({ ...before, ...typed }))}
        onRun={run}
        onCancel={() => void client.cancelQueries({ queryKey: ['recall', id] })}
      />
      <div className={classes.body}>
        {reading !== undefined && isBare(reading) ? (
          <NothingRecalled />
        ) : reading !== undefined ? (
          <ResizablePanes
            name="recall"
            panes={[
              {
                label: 'Hits and predictions',
                defaultSize: 5,
                min: '300px',
                content: (
                  <RecallResults
                    reading={reading}
                    entries={entries}
                    selectedKey={selectedKey}
                    onSelect={(key) => change((before) => ({ ...before, selectedKey: key }))}
                  />
                ),
              },
              {
                label: 'Atom',
                defaultSize: 6,
                min: '320px',
                content: <Inspector atomKey={selectedKey} hint="Choose a prediction to look it up." />,
              },
            ]}
          />
        ) : recall.fetchStatus === 'fetching' ? (
          <LoadingState label="Recalling and checking the proofs" rows={8} />
        ) : recall.isError ? (
          <div className={classes.notice}>
            <ErrorNotice error={recall.error} onRetry={() => void recall.refetch()} />
          </div>
        ) : view.run !== null ? (
          <EmptyState
            icon={IconPlayerStop}
            title="Cancelled"
            description="The query was stopped before it was answered."
            action={
              <Button variant="default" size="compact-sm" onClick={() => void recall.refetch()}>
                Run it again
              </Button>
            }
          />
        ) : (
          <BeforeFirstQuery examples={connection.kind === 'demo' ? <Examples onRun={run} /> : undefined} />
        )}
      </div>
      <AtomEditor />
    </div>
  );
}

/** An answer with nothing to choose from and nothing to explain. */
function isBare({ atoms, predictions, oddities }: RecallReading): boolean {
  return atoms.length + predictions.length + oddities.length === 0;
}

const noKeys = [] as const;

function BeforeFirstQuery({ examples }: { readonly examples: ReactNode }) {
  return (
    <EmptyState
      icon={IconMessageSearch}
      title="Ask this memory"
      description="Recall finds atoms by what their keys mean. Each hit comes with its proof, and everything found becomes known in Browse."
      action={examples}
    />
  );
}

const exampleQueries = ['what does the user prefer', 'project deadlines', 'how to deploy a release'] as const;

function Examples({ onRun }: { readonly onRun: (query: string) => void }) {
  return (
    <div className={classes.examples}>
      {exampleQueries.map((query) => (
        <Button key={query} size="compact-sm" variant="default" onClick={() => onRun(query)}>
          {query}
        </Button>
      ))}
    </div>
  );
}
