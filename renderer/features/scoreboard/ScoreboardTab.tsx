import { SegmentedControl, Tabs } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconTargetArrow } from '@tabler/icons-react';
import { useState } from 'react';
import type { Scoreboard } from '#shared/domain/scoreboard.ts';
import { countOf } from '#shared/text/phrases.ts';
import { openStepWords } from '#shared/text/scoreboardWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useScoreboard } from '../../api/scoreboard.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { EdgeTable } from './EdgeTable.tsx';
import { HowItCounts } from './HowItCounts.tsx';
import { ObservationTable } from './ObservationTable.tsx';
import { RateCards } from './RateCards.tsx';
import { RateHistory } from './RateHistory.tsx';
import { ScoreboardActions } from './ScoreboardActions.tsx';
import classes from './Scoreboard.module.css';

/** What counts: all that is kept, or the latest so many. */
const spans = { all: null, '100': 100, '20': 20 } as const;
type Span = keyof typeof spans;
const spanLabels: Readonly<Record<Span, string>> = { all: 'All', '100': 'Last 100', '20': 'Last 20' };
const spanNames = ['all', '100', '20'] as const;

/** How well the predictions did, as observed in this app. */
export function ScoreboardTab() {
  const connection = useActiveConnection();
  const [span, setSpan] = useState<Span>('all');
  const [filter, setFilter] = useState('');
  const [settledFilter] = useDebouncedValue(filter, 150);
  const query = useScoreboard(connection.id, spans[span], settledFilter);
  const board = query.data;
  if (board === undefined) {
    return query.isError ? (
      <div className={classes.notice}>
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      </div>
    ) : (
      <LoadingState label="Reading the scoreboard" rows={6} />
    );
  }
  const isEmpty = board.kept.predicted + board.kept.silent === 0;
  return (
    <div className={classes.screen}>
      <div className={classes.content}>
        <header className={classes.head}>
          <div className={classes.title}>
            <h2>Observed in this app</h2>
            <p>{headWords(board)}</p>
          </div>
          {!isEmpty && (
            <>
              <SegmentedControl
                size="xs"
                aria-label="What counts"
                value={span}
                onChange={(chosen) => setSpan(spanNames.find((name) => name === chosen) ?? 'all')}
                data={spanNames.map((name) => ({ value: name, label: spanLabels[name] }))}
              />
              <ScoreboardActions connection={connection} />
            </>
          )}
        </header>
        {board.recoveredFrom !== null && (
          <p className={classes.recovered} role="status">
            The scoreboard was damaged and has been begun anew. The damaged one was kept at{' '}
            {visibleLine(board.recoveredFrom)}.
          </p>
        )}
        {isEmpty ? (
          <NothingYet board={board} />
        ) : (
          <>
            <RateCards tally={board.latest} />
            {board.open !== null && (
              <p className={classes.open}>{openStepWords(board.open.key, board.open.predictions)}</p>
            )}
            <RateHistory days={board.days} running={board.running} />
            <Tabs defaultValue="edges" keepMounted={false}>
              <Tabs.List aria-label="Details">
                <Tabs.Tab value="edges">From key to key</Tabs.Tab>
                <Tabs.Tab value="steps">Latest steps</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="edges">
                <EdgeTable edges={board.edges} total={board.edgeCount} filter={filter} onFilter={setFilter} />
              </Tabs.Panel>
              <Tabs.Panel value="steps">
                <ObservationTable observations={board.newest} />
              </Tabs.Panel>
            </Tabs>
          </>
        )}
        <HowItCounts />
      </div>
    </div>
  );
}

function headWords({ kept, since }: Scoreboard): string {
  const count = countOf(kept.predicted + kept.silent, 'step');
  return since === null
    ? 'The service’s predictions against what you recalled or opened next. Not the service’s own statistics.'
    : `${count} since ${momentWords(since).slice(0, 16)}. Not the service’s own statistics.`;
}

function NothingYet({ board }: { readonly board: Scoreboard }) {
  return (
    <EmptyState
      icon={IconTargetArrow}
      title="Nothing counted yet"
      description={
        board.open === null
          ? 'Recall something, then recall or open what you need next: what was predicted is held against it.'
          : openStepWords(board.open.key, board.open.predictions)
      }
    />
  );
}
