import { Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { shareWords } from '#shared/text/scoreboardWords.ts';
import type { Tally } from '#shared/scoreboard/tally.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { Tip } from '../../ui/Tip.tsx';
import classes from './Scoreboard.module.css';

interface Point {
  readonly name: string;
  readonly tally: Tally;
}

interface RateChartProps {
  readonly points: readonly Point[];
  /** What a point is: `day`. */
  readonly what: string;
}

/** In the order of the cards above. Lines differ in dashes as well as in color, and no verdict uses these colors. */
const series = [
  { rate: 'atOne', label: 'First' },
  { rate: 'atThree', label: 'First three' },
  { rate: 'atAll', label: 'Any' },
] as const;

const height = 180;
const plot = { left: 40, right: 12, top: 10, bottom: 26 } as const;
/** Dots of more points would touch. */
const mostDots = 60;
/** Between names of points, in pixels. */
const nameWidth = 90;

/** Hit rates as lines. Points without predictions have no rate and are left out. */
export function RateChart({ points, what }: RateChartProps) {
  const { ref, width } = useElementSize();
  const shown = points.filter(({ tally }) => tally.predicted > 0);
  const last = shown.at(-1);
  if (last === undefined) return <Dimmed py="md">No predictions yet.</Dimmed>;
  const step = (width - plot.left - plot.right) / Math.max(1, shown.length - 1);
  const x = (at: number): number => plot.left + at * step;
  const y = (share: number): number => plot.top + (1 - share) * (height - plot.top - plot.bottom);
  const named = Math.max(1, Math.ceil(nameWidth / Math.max(step, 1)));
  return (
    <figure>
      <div ref={ref}>
        <svg className={classes.chart} width={width} height={height} aria-hidden>
          {[0, 0.5, 1].map((share) => (
            <g key={share}>
              <line
                className={classes.grid}
                x1={plot.left}
                x2={width - plot.right}
                y1={y(share)}
                y2={y(share)}
              />
              <text x={plot.left - 8} y={y(share)} textAnchor="end" dominantBaseline="middle">
                {share * 100}%
              </text>
            </g>
          ))}
          {/* The most important one is drawn last, on top. */}
          {[...series].reverse().map(({ rate }) => (
            <g key={rate} data-rate={rate}>
              <polyline
                className={classes.rate}
                points={shown
                  .map(({ tally }, at) => `${x(at)},${y(tally[rate] / tally.predicted)}`)
                  .join(' ')}
              />
              {shown.length <= mostDots &&
                shown.map(({ name, tally }, at) => (
                  <circle
                    key={name}
                    className={classes.dot}
                    cx={x(at)}
                    cy={y(tally[rate] / tally.predicted)}
                    r={3}
                  />
                ))}
            </g>
          ))}
          {shown.map(({ name }, at) =>
            // From the last one, because it is the one that matters.
            (shown.length - 1 - at) % named === 0 ? (
              <text
                key={name}
                x={x(at)}
                y={height - 6}
                textAnchor={
                  shown.length === 1
                    ? 'start'
                    : at === 0
                      ? 'start'
                      : at === shown.length - 1
                        ? 'end'
                        : 'middle'
                }
              >
                {name}
              </text>
            ) : null,
          )}
          {shown.map((point, at) => (
            <Tip key={point.name} label={`${point.name}: ${rateWordsOf(point)}`} isInstant>
              <rect
                className={classes.point}
                x={x(at) - step / 2}
                y={0}
                width={Math.max(step, 8)}
                height={height - plot.bottom}
              />
            </Tip>
          ))}
        </svg>
      </div>
      <Group gap="md" justify="center" fz="xs" c="dimmed" aria-hidden>
        {series.map(({ rate, label }) => (
          <Group key={rate} gap="2xs">
            <svg width={24} height={8} data-rate={rate}>
              <line className={classes.rate} x1={0} x2={24} y1={4} y2={4} />
            </svg>
            {label}
          </Group>
        ))}
      </Group>
      <Text component="figcaption" fz="xs" c="dimmed">
        One point per {what}. Latest ({last.name}): {rateWordsOf(last)}.
      </Text>
    </figure>
  );
}

/** Such as `first 3 of 8, first three 4 of 8, any 5 of 8`. */
function rateWordsOf({ tally: { predicted, atOne, atThree, atAll } }: Point): string {
  return `first ${shareWords(atOne, predicted)}, first three ${shareWords(atThree, predicted)}, any ${shareWords(atAll, predicted)}`;
}
