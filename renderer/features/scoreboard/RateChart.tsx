import '@mantine/charts/styles.layer.css';

import { LineChart } from '@mantine/charts';
import { Text } from '@mantine/core';
import { shareWords } from '#shared/text/scoreboardWords.ts';
import type { Tally } from '#shared/scoreboard/tally.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';

interface RateChartProps {
  readonly points: readonly { readonly name: string; readonly tally: Tally }[];
  /** What a point is: `day`. */
  readonly what: string;
}

/** Lines differ in dashes as well as in color, and no verdict uses these colors. */
const series = [
  { name: 'atAll', label: 'Any', color: 'var(--ink-dim)', strokeDasharray: '2 4' },
  { name: 'atThree', label: 'First three', color: 'iris.4', strokeDasharray: '6 4' },
  { name: 'atOne', label: 'First', color: 'iris.6' },
];

/** Hit rates as lines. Points without predictions have no rate and are left out. */
export function RateChart({ points, what }: RateChartProps) {
  const shown = points.filter(({ tally }) => tally.predicted > 0);
  if (shown.length === 0) return <Dimmed py="md">No predictions yet.</Dimmed>;
  const data = shown.map(({ name, tally: { predicted, atOne, atThree, atAll } }) => ({
    name,
    atOne: (100 * atOne) / predicted,
    atThree: (100 * atThree) / predicted,
    atAll: (100 * atAll) / predicted,
  }));
  const last = shown.at(-1);
  return (
    <figure>
      <LineChart
        h={180}
        data={data}
        dataKey="name"
        series={series}
        curveType="linear"
        withLegend
        legendProps={{
          verticalAlign: 'bottom',
          height: 28,
          // In the order of the cards above; the lines are drawn in reverse, with the most important on top.
          itemSorter: ({ dataKey }) => -series.findIndex(({ name }) => name === dataKey),
        }}
        yAxisProps={{ domain: [0, 100], ticks: [0, 50, 100], width: 46 }}
        valueFormatter={(value) => `${Math.round(value)}%`}
        lineChartProps={{ accessibilityLayer: false }}
        lineProps={{ isAnimationActive: false }}
        dotProps={{ r: shown.length > 60 ? 0 : 3 }}
        aria-hidden
      />
      <Text component="figcaption" fz="xs" c="dimmed">
        One point per {what}
        {last !== undefined &&
          `. Latest (${last.name}): first ${shareWords(last.tally.atOne, last.tally.predicted)}, any ${shareWords(last.tally.atAll, last.tally.predicted)}`}
        .
      </Text>
    </figure>
  );
}
