import { Button, SegmentedControl } from '@mantine/core';
import { IconExternalLink, IconMessageSearch, IconPlayerStop } from '@tabler/icons-react';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { RecallReading } from '#shared/domain/atom.ts';
import type { Expectation } from '#shared/domain/expectation.ts';
import { countWords } from '#shared/text/sizes.ts';
import { rememberReadings } from '../../api/atoms.ts';
import { useExpectations } from '../../api/expectations.ts';
import { recallQuery } from '../../api/recall.ts';
import { useRuns } from '../../api/recallRuns.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import {
  askRecall,
  changeRecallView,
  compare,
  recallTabs,
  useRecallView,
  type RecallSelection,
  type RecallTab,
  type RecallView,
} from '../../state/recallStore.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { Splitter } from '../../ui/Splitter.tsx';
import { AtomEditor } from '../editor/AtomEditor.tsx';
import { Inspector } from '../inspector/Inspector.tsx';
import { ExpectationEditor, type EditedExpectation } from './ExpectationEditor.tsx';
import { expectationFromHits } from './expectationDraft.ts';
import { ExpectationsPane } from './ExpectationsPane.tsx';
import { openAtomTab } from '../../state/tabStore.ts';
import { RecallBar } from './RecallBar.tsx';
import { parseLimit } from './recallLimit.ts';
import { NothingRecalled, RecallResults } from './RecallResults.tsx';
import classes from './RecallScreen.module.css';
import { distinctQueries, runBefore } from './runLists.ts';
import { RunComparison } from './RunComparison.tsx';
import { RunHistory } from './RunHistory.tsx';

const tabWords: Readonly<Record<RecallTab, string>> = {
  answer: 'Answer',
  history: 'History',
  compare: 'Compare',
  expectations: 'Expectations',
};

/** Asks the memory in words, keeps what was answered, compares it, and holds it to what is expected. */
export function RecallScreen() {
  const connection = useActiveConnection();
  const { id } = connection;
  const client = useQueryClient();
  const view = useRecallView(id);
  const runs = useRuns(id);
  const expectations = useExpectations(id);
  const hitList = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<EditedExpectation | null>(null);
  const recall = useQuery(
    view.run === null
      ? { queryKey: ['recall', id, ''], queryFn: skipToken }
      : recallQuery(client, id, view.run),
  );
  const change = (step: (view: RecallView) => RecallView): void => changeRecallView(id, step);
  const run = (query: string): void => {
    const limit = parseLimit(view.limit);
    if (limit !== null) askRecall(id, query, limit);
  };
  const reading: RecallReading | undefined = recall.data;
  const kept = useMemo(() => runs.data?.runs ?? [], [runs.data]);
  const pastQueries = useMemo(() => distinctQueries(kept), [kept]);
  const earlier = reading === undefined ? null : runBefore(kept, reading.exchange.requestId);

  const select = (selection: RecallSelection): void => {
    change((before) => ({ ...before, selection }));
    // Of a key that comes twice, the inspector is to show the atom of this very hit.
    if (selection.kind === 'hit' && reading !== undefined) {
      const hit = reading.atoms[selection.at];
      const isRepeated = reading.atoms.some(({ key }, at) => key === hit?.key && at !== selection.at);
      if (hit !== undefined && isRepeated) rememberReadings(client, id, [hit]);
    }
  };
  const expect = (expectation: Expectation): void => setEdited({ id: null, expectation });

  return (
    <div className={classes.screen}>
      <RecallBar
        view={view}
        pastQueries={pastQueries}
        isRunning={recall.fetchStatus === 'fetching'}
        onType={(typed) => change((before) => ({ ...before, ...typed }))}
        onRun={run}
        onCancel={() => void client.cancelQueries({ queryKey: ['recall', id] })}
        onDown={() => hitList.current?.focus()}
      />
      <div className={classes.tabs}>
        <SegmentedControl
          size="xs"
          aria-label="What to show"
          data={recallTabs.map((value) => ({
            value,
            label: withCount(
              tabWords[value],
              { history: kept.length, expectations: expectations.data?.items.length ?? 0 },
              value,
            ),
          }))}
          value={view.tab}
          onChange={(value) => {
            const tab = recallTabs.find((name) => name === value);
            if (tab !== undefined) change((before) => ({ ...before, tab }));
          }}
        />
      </div>
      <div className={classes.body}>
        {view.tab === 'history' ? (
          <RunHistory connectionId={id} runs={runs} onExpect={expect} />
        ) : view.tab === 'compare' ? (
          <RunComparison connectionId={id} runs={kept} />
        ) : view.tab === 'expectations' ? (
          <ExpectationsPane connectionId={id} expectations={expectations} onEdit={setEdited} />
        ) : reading !== undefined && isBare(reading) ? (
          <NothingRecalled />
        ) : reading !== undefined && view.run !== null ? (
          <Splitter
            name="recall"
            panes={[
              {
                label: 'Hits and predictions',
                defaultSize: 5,
                min: '300px',
                content: (
                  <RecallResults
                    hitList={hitList}
                    connectionId={id}
                    run={view.run}
                    reading={reading}
                    selection={view.selection}
                    onSelect={select}
                    onCompare={
                      earlier === null
                        ? null
                        : () => change((before) => compare(before, earlier, reading.exchange.requestId))
                    }
                    onExpect={() => {
                      if (view.run !== null) expect(expectationFromHits(view.run, reading.atoms));
                    }}
                  />
                ),
              },
              {
                label: 'Atom',
                defaultSize: 6,
                min: '320px',
                content: (
                  <SelectedAtom
                    reading={reading}
                    selection={view.selection}
                    onOpen={(key) => openAtomTab(id, key)}
                  />
                ),
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
            title="Canceled"
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
      <ExpectationEditor connectionId={id} edited={edited} onClose={() => setEdited(null)} />
      <AtomEditor />
    </div>
  );
}

function withCount(
  label: string,
  counts: Readonly<Partial<Record<RecallTab, number>>>,
  tab: RecallTab,
): ReactNode {
  const count = counts[tab] ?? 0;
  return count === 0 ? label : `${label} (${countWords(count)})`;
}

interface SelectedAtomProps {
  readonly reading: RecallReading;
  readonly selection: RecallSelection;
  readonly onOpen: (key: string) => void;
}

function SelectedAtom({ reading, selection, onOpen }: SelectedAtomProps) {
  const key = selection.kind === 'prediction' ? selection.key : reading.atoms[selection.at]?.key;
  return (
    <div className={classes.atom}>
      {key !== undefined && (
        <div className={classes.atomBar}>
          <span>
            {selection.kind === 'prediction'
              ? 'Predicted'
              : `Hit ${countWords(selection.at + 1)} of ${countWords(reading.atoms.length)}`}
          </span>
          <Button
            size="compact-sm"
            variant="subtle"
            rightSection={<IconExternalLink size={14} aria-hidden />}
            onClick={() => onOpen(key)}
          >
            Open in Browse
          </Button>
        </div>
      )}
      <div className={classes.atomBody}>
        <Inspector atomKey={key ?? null} hint="Choose a prediction to look it up." />
      </div>
    </div>
  );
}

/** An answer with nothing to choose from and nothing to explain. */
function isBare({ atoms, predictions, anomalies }: RecallReading): boolean {
  return atoms.length + predictions.length + anomalies.length === 0;
}

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
