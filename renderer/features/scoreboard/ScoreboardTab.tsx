import { Box, Group, Stack, Tabs, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFilter, IconTargetArrow } from '@tabler/icons-react';
import { useState } from 'react';
import type { Scoreboard } from '#shared/domain/scoreboard.ts';
import type { Edge } from '#shared/scoreboard/edges.ts';
import type { Observation } from '#shared/scoreboard/observation.ts';
import { countOf } from '#shared/text/phrases.ts';
import { openStepWords, outcomeWords, scoreboardRules, shareWords } from '#shared/text/scoreboardWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useScoreboard } from '../../api/scoreboard.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { Segments } from '../../ui/Choices.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { DataTable, type TableColumn } from '../../ui/lists/DataTable.tsx';
import { RateCards } from './RateCards.tsx';
import { RateHistory } from './RateHistory.tsx';
import { ScoreboardActions } from './ScoreboardActions.tsx';
import classes from './Scoreboard.module.css';

const spans = { all: 'All', last100: 'Last 100', last20: 'Last 20' } as const;
const spanSizes = { all: null, last100: 100, last20: 20 } as const;

/** How well the predictions did, as observed by this app. */
export function ScoreboardTab() {
  const connection = useActiveConnection();
  /** How many of the latest steps count. */
  const [span, setSpan] = useState<keyof typeof spans>('all');
  const [filter, setFilter] = useState('');
  const [settledFilter] = useDebouncedValue(filter, 150);
  const query = useScoreboard(connection.id, spanSizes[span], settledFilter);
  return (
    <Screen scrolls>
      <QueryView query={query} loading="Loading scoreboard" rows={6}>
        {(board) => (
          <Stack maw={1080} mih="100%" mx="auto" gap="md">
            <Group gap="sm">
              <Box flex={1} miw={240}>
                <Title order={2} fz="lg">
                  Observed by this app
                </Title>
                <Dimmed>{headWords(board)}</Dimmed>
              </Box>
              {!isEmpty(board) && (
                <>
                  <Segments label="Steps to count" names={spans} value={span} onChange={setSpan} />
                  <ScoreboardActions connection={connection} />
                </>
              )}
            </Group>
            {board.recoveredFrom !== null && (
              <Callout tone="warning" role="status" compact>
                The scoreboard file was damaged, so the app started a new scoreboard. The damaged file was
                moved to {visibleLine(board.recoveredFrom)}.
              </Callout>
            )}
            {isEmpty(board) ? (
              <EmptyState
                icon={IconTargetArrow}
                title="Nothing counted yet"
                description={
                  board.open === null
                    ? 'Run a recall, then recall or open what you need next. The predictions of the recall are compared with that step.'
                    : openStepWords(board.open.key, board.open.predictions)
                }
              />
            ) : (
              <Counted board={board} filter={filter} onFilter={setFilter} />
            )}
            <details className={classes.rules}>
              <summary>How steps are counted</summary>
              {scoreboardRules.map((rule) => (
                <Text key={rule} size="sm" maw="78ch" mt="xs">
                  {rule}
                </Text>
              ))}
            </details>
          </Stack>
        )}
      </QueryView>
    </Screen>
  );
}

interface CountedProps {
  readonly board: Scoreboard;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
}

function Counted({ board, filter, onFilter }: CountedProps) {
  const { edges, edgeCount } = board;
  return (
    <>
      <RateCards tally={board.latest} />
      {board.open !== null && (
        <Dimmed style={{ overflowWrap: 'anywhere' }}>
          {openStepWords(board.open.key, board.open.predictions)}
        </Dimmed>
      )}
      <RateHistory days={board.days} running={board.running} />
      <Tabs defaultValue="edges" keepMounted={false}>
        <Tabs.List aria-label="Details">
          <Tabs.Tab value="edges">Key pairs</Tabs.Tab>
          <Tabs.Tab value="steps">Latest steps</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="edges">
          <Group gap="md" py="sm">
            <TextInput
              w={240}
              size="xs"
              aria-label="Filter keys"
              placeholder="Filter keys"
              value={filter}
              onChange={(event) => onFilter(event.currentTarget.value)}
              leftSection={<IconFilter size={13} aria-hidden />}
            />
            <Dimmed>
              {countOf(edgeCount, 'pair')}
              {edges.length < edgeCount &&
                `, first ${countWords(edges.length)} shown; the export contains all`}
            </Dimmed>
          </Group>
          {edges.length === 0 ? (
            <Dimmed py="md">No key contains this text.</Dimmed>
          ) : (
            <DataTable
              label="Key pairs"
              columns={pairColumns}
              rows={edges}
              rowKey={({ from, to }) => JSON.stringify([from, to])}
            />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="steps">
          <DataTable label="Latest steps" columns={stepColumns} rows={board.newest} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function isEmpty({ kept }: Scoreboard): boolean {
  return kept.predicted + kept.silent === 0;
}

function headWords({ kept, since }: Scoreboard): string {
  const count = countOf(kept.predicted + kept.silent, 'step');
  return since === null
    ? 'Compares the service’s predictions with what you recalled or opened next. These are not statistics of the service.'
    : `${count} since ${momentWords(since)}. These are not statistics of the service.`;
}

/** How often one key was predicted after another, and how often it came. */
const pairColumns: readonly TableColumn<Edge>[] = [
  { name: 'from', header: 'After', render: ({ from }) => <KeyText atomKey={from} /> },
  { name: 'to', header: 'Key', render: ({ to }) => <KeyText atomKey={to} /> },
  {
    name: 'predicted',
    header: 'Predicted',
    title: 'Share of the steps after the first key for which the second key was predicted',
    isNumeric: true,
    width: '112px',
    render: ({ predicted, steps }) => shareWords(predicted, steps),
  },
  {
    name: 'came',
    header: 'Came next',
    title: 'Share of the steps after the first key in which the second key came next',
    isNumeric: true,
    width: '112px',
    render: ({ came, steps }) => shareWords(came, steps),
  },
  {
    name: 'both',
    header: 'Correct',
    title: 'How often it came next when it was predicted',
    isNumeric: true,
    width: '112px',
    render: ({ both, predicted }) => (predicted === 0 ? '–' : shareWords(both, predicted)),
  },
];

/** The latest steps one by one, so that anyone can verify the rates. */
const stepColumns: readonly TableColumn<Observation>[] = [
  { name: 'at', header: 'Time', width: '212px', render: ({ at }) => momentWords(at) },
  { name: 'from', header: 'After', render: ({ from }) => <KeyText atomKey={from} /> },
  { name: 'next', header: 'Next step', render: ({ next }) => <KeyText atomKey={next} /> },
  {
    name: 'outcome',
    header: 'Prediction',
    width: '190px',
    render: outcomeWords,
    cellTitle: predictionTitle,
  },
];

/** The first predictions, in order. */
function predictionTitle({ predictions }: Observation): string {
  return predictions
    .slice(0, 10)
    .map((key, at) => `${at + 1}. ${visibleLine(key.slice(0, 200))}`)
    .join('\n');
}
