import { Button, Group } from '@mantine/core';
import { IconExternalLink, IconMessageSearch, IconPlayerStop } from '@tabler/icons-react';
import { skipToken, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useRef, useState, type RefObject } from 'react';
import type { RecallReading } from '#shared/domain/atom.ts';
import type { Expectation } from '#shared/domain/expectation.ts';
import type { RunSummary } from '#shared/domain/recallRun.ts';
import { countWords } from '#shared/text/sizes.ts';
import { rememberReadings } from '../../api/atoms.ts';
import { recallQuery, useExpectations, useRuns } from '../../api/recall.ts';
import { queryKey } from '../../api/queryKeys.ts';
import { useCommand } from '../../commands/registry.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import {
  askRecall,
  changeRecallView,
  recallViewOf,
  useRecallView,
  type RecallSelection,
  type RecallTab,
} from '../../state/recallStore.ts';
import { openAtomTab } from '../../state/tabStore.ts';
import { Segments } from '../../ui/Choices.tsx';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { ListHandle } from '../../ui/lists/useVirtualRows.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Splitter } from '../../ui/Splitter.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { AtomActionsProvider } from '../atomActions/AtomActions.tsx';
import { Inspector } from '../inspector/Inspector.tsx';
import { ExpectationEditor, type EditedExpectation } from './ExpectationEditor.tsx';
import { ExpectationsPane } from './ExpectationsPane.tsx';
import { RecallBar } from './RecallBar.tsx';
import { parseLimit } from './recallLimit.ts';
import { NothingRecalled, RecallResults } from './RecallResults.tsx';
import { runBefore } from './runLists.ts';
import { RunComparison } from './RunComparison.tsx';
import { RunHistory } from './RunHistory.tsx';

const noRuns: readonly RunSummary[] = [];

/** Recalls, the history of recalls, their comparison, and expectations. */
export function RecallScreen() {
  const { id } = useActiveConnection();
  const tab = useRecallView(id, (view) => view.tab);
  const runs = useRuns(id);
  const expectations = useExpectations(id);
  const hitList = useRef<ListHandle>(null);
  const [edited, setEdited] = useState<EditedExpectation | null>(null);
  const saved = runs.data?.runs ?? noRuns;
  const run = (query: string): void => {
    const limit = parseLimit(recallViewOf(id).limit);
    if (limit !== null) askRecall(id, query, limit);
  };
  const asked = useRecallView(id, (view) => view.run);
  useCommand('readAgain', asked && (() => askRecall(id, asked.query, asked.limit)));
  const expect = (expectation: Expectation): void => setEdited({ id: null, expectation });
  const labeled = (label: string, count: number): string =>
    count === 0 ? label : `${label} (${countWords(count)})`;
  const tabLabels: Readonly<Record<RecallTab, string>> = {
    answer: 'Hits',
    history: labeled('History', saved.length),
    compare: 'Compare',
    expectations: labeled('Expectations', expectations.data?.items.length ?? 0),
  };
  return (
    <Screen
      head={
        <>
          <RecallBar runs={saved} onRun={run} onDown={() => hitList.current?.focus()} />
          <Toolbar>
            <Segments
              label="View"
              names={tabLabels}
              value={tab}
              onChange={(chosen) => changeRecallView(id, { tab: chosen })}
            />
          </Toolbar>
        </>
      }
    >
      {tab === 'history' ? (
        <RunHistory runs={runs} onExpect={expect} />
      ) : tab === 'compare' ? (
        <RunComparison runs={saved} />
      ) : tab === 'expectations' ? (
        <ExpectationsPane expectations={expectations} onEdit={setEdited} />
      ) : (
        <Results runs={saved} hitList={hitList} onRun={run} onExpect={expect} />
      )}
      {edited !== null && <ExpectationEditor edited={edited} onClose={() => setEdited(null)} />}
    </Screen>
  );
}

interface ResultsProps {
  readonly runs: readonly RunSummary[];
  readonly hitList: RefObject<ListHandle | null>;
  readonly onRun: (query: string) => void;
  readonly onExpect: (expectation: Expectation) => void;
}

/** The latest recall. It does not depend on what is typed into the query field. */
function Results({ runs, hitList, onRun, onExpect }: ResultsProps) {
  const { id, kind } = useActiveConnection();
  const client = useQueryClient();
  const run = useRecallView(id, (view) => view.run);
  const selection = useRecallView(id, (view) => view.selection);
  const recall: UseQueryResult<RecallReading> = useQuery(
    run === null
      ? { queryKey: queryKey('recall', id, ''), queryFn: skipToken }
      : recallQuery(client, id, run),
  );
  const reading = recall.data;
  const earlier = useMemo(
    () => (reading === undefined ? null : runBefore(runs, reading.exchange.requestId)),
    [runs, reading],
  );
  if (run === null)
    return (
      <EmptyState
        icon={IconMessageSearch}
        title="Search by meaning"
        description="Recall finds atoms by the meaning of their keys. Each hit comes with its proof, and every key it returns is added to the known keys."
        action={kind === 'demo' && <Examples onRun={onRun} />}
      />
    );
  if (reading === undefined && recall.fetchStatus !== 'fetching' && !recall.isError)
    return (
      <EmptyState
        icon={IconPlayerStop}
        title="Canceled"
        description="You canceled the recall before the service responded."
        action={<SmallButton onClick={() => void recall.refetch()}>Run again</SmallButton>}
      />
    );
  const isRetrying = recall.isError && recall.fetchStatus === 'fetching';
  const select = (chosen: RecallSelection, { atoms }: RecallReading): void => {
    changeRecallView(id, { selection: chosen });
    // If a response repeats a key, the inspector shows the atom of the selected hit.
    const hit = chosen.kind === 'hit' ? atoms[chosen.at] : undefined;
    const isRepeated = atoms.some((other) => other.key === hit?.key && other !== hit);
    if (hit !== undefined && isRepeated) rememberReadings(client, id, [hit]);
  };
  return (
    <QueryView
      query={{ ...recall, isError: recall.isError && !isRetrying }}
      loading="Waiting for the hits and checking their proofs"
      rows={8}
      isEmpty={({ atoms, predictions, anomalies }) =>
        atoms.length + predictions.length + anomalies.length === 0
      }
      empty={<NothingRecalled />}
    >
      {(shown) => (
        <Splitter
          name="recall"
          panes={[
            {
              label: 'Hits and predictions',
              defaultSize: 5,
              min: '300px',
              content: (
                <RecallResults
                  reading={shown}
                  onSelect={(chosen) => select(chosen, shown)}
                  {...{ hitList, run, earlier, selection, onExpect }}
                />
              ),
            },
            {
              label: 'Atom',
              defaultSize: 6,
              min: '320px',
              content: <SelectedAtom reading={shown} selection={selection} />,
            },
          ]}
        />
      )}
    </QueryView>
  );
}

interface SelectedAtomProps {
  readonly reading: RecallReading;
  readonly selection: RecallSelection;
}

function SelectedAtom({ reading, selection }: SelectedAtomProps) {
  const connection = useActiveConnection();
  const { id } = connection;
  const key = selection.kind === 'prediction' ? selection.key : reading.atoms[selection.at]?.key;
  return (
    <Screen
      head={
        key !== undefined && (
          <Toolbar
            end={
              <Button
                size="compact-sm"
                variant="subtle"
                rightSection={<IconExternalLink size={14} aria-hidden />}
                onClick={() => openAtomTab(id, key)}
              >
                Open in Browse
              </Button>
            }
          >
            <Dimmed>
              {selection.kind === 'prediction'
                ? 'Prediction'
                : `Hit ${countWords(selection.at + 1)} of ${countWords(reading.atoms.length)}`}
            </Dimmed>
          </Toolbar>
        )
      }
    >
      <AtomActionsProvider connection={connection}>
        <Inspector atomKey={key ?? null} hint="Select a prediction to read it." />
      </AtomActionsProvider>
    </Screen>
  );
}

const exampleQueries = ['what does the user prefer', 'project deadlines', 'how to deploy a release'] as const;

function Examples({ onRun }: { readonly onRun: (query: string) => void }) {
  return (
    <Group gap="sm" justify="center">
      {exampleQueries.map((query) => (
        <SmallButton key={query} onClick={() => onRun(query)}>
          {query}
        </SmallButton>
      ))}
    </Group>
  );
}
