import { Group, Paper, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { runningWidth } from '#shared/domain/scoreboard.ts';
import type { DayTally, RunningTally, Tally } from '#shared/scoreboard/tally.ts';
import { rateWords, shareWords } from '#shared/text/scoreboardWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { Segments } from '../../ui/Choices.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { DataTable, type TableColumn } from '../../ui/lists/DataTable.tsx';
import { RateChart } from './RateChart.tsx';

const looks = { days: 'By day', running: `Last ${runningWidth} steps`, table: 'Table' };
type Look = keyof typeof looks;

interface RateHistoryProps {
  readonly days: readonly DayTally[];
  readonly running: readonly RunningTally[];
}

/** The hit rates over time, of all saved steps. */
export function RateHistory({ days, running }: RateHistoryProps) {
  // A single day is a single point, which makes no line.
  const [chosen, setLook] = useState<Look | null>(null);
  const look = chosen ?? (days.length > 1 ? 'days' : running.length > 1 ? 'running' : 'table');
  return (
    <Paper component="section" withBorder radius="lg" p="md" aria-label="Hit rates over time">
      <Group justify="space-between" mb="sm">
        <Title order={3} fz="sm">
          Over time
        </Title>
        <Segments label="View" names={looks} value={look} onChange={setLook} />
      </Group>
      {look === 'table' ? (
        <DataTable
          label="Hit rates by day"
          columns={dayColumns}
          rows={[...days].reverse()}
          rowKey={({ day }) => day}
        />
      ) : look === 'running' && running.length === 0 ? (
        <Dimmed py="md">
          A running rate needs {runningWidth} steps with predictions. There are fewer so far.
        </Dimmed>
      ) : (
        <RateChart
          points={
            look === 'days'
              ? days.map(({ day, tally }) => ({ name: day, tally }))
              : running.map(({ count, tally }) => ({ name: countWords(count), tally }))
          }
          what={look === 'days' ? 'day' : 'step with predictions'}
        />
      )}
    </Paper>
  );
}

const dayColumns: readonly TableColumn<DayTally>[] = [
  { name: 'day', header: 'Day', isRowHeader: true, render: ({ day }) => day },
  rateColumn('First', ({ atOne }) => atOne),
  rateColumn('First three', ({ atThree }) => atThree),
  rateColumn('Any', ({ atAll }) => atAll),
  {
    name: 'silent',
    header: 'No predictions',
    isNumeric: true,
    render: ({ tally }) => countWords(tally.silent),
  },
];

function rateColumn(header: string, hitsOf: (tally: Tally) => number): TableColumn<DayTally> {
  return {
    name: header,
    header,
    isNumeric: true,
    render: ({ tally }) => (
      <>
        {rateWords(hitsOf(tally), tally.predicted)}{' '}
        <Text span inherit c="dimmed">
          {shareWords(hitsOf(tally), tally.predicted)}
        </Text>
      </>
    ),
  };
}
