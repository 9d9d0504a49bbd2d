import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { runningWidth } from '#shared/domain/scoreboard.ts';
import type { DayTally, RunningTally, Tally } from '#shared/scoreboard/tally.ts';
import { rateWords, shareWords } from '#shared/text/scoreboardWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { loadOnUse } from '../../ui/loadOnUse.tsx';
import classes from './Scoreboard.module.css';

// With the library that draws it only loaded once a scoreboard is looked at.
const RateChart = loadOnUse(async () => (await import('./RateChart.tsx')).RateChart, 'Loading the chart');

const looks = ['days', 'running', 'table'] as const;
type Look = (typeof looks)[number];
const lookLabels: Readonly<Record<Look, string>> = {
  days: 'By day',
  running: `Running, ${runningWidth} steps`,
  table: 'Table',
};

interface RateHistoryProps {
  readonly days: readonly DayTally[];
  readonly running: readonly RunningTally[];
}

/** The hit rates over time; all that is kept, whatever span is counted above. */
export function RateHistory({ days, running }: RateHistoryProps) {
  // One day is one point: no line to look at.
  const [chosen, setLook] = useState<Look | null>(null);
  const look = chosen ?? (days.length > 1 ? 'days' : running.length > 1 ? 'running' : 'table');
  return (
    <section className={classes.history} aria-label="Hit rates over time">
      <div className={classes.historyHead}>
        <h3>Over time</h3>
        <SegmentedControl
          size="xs"
          aria-label="Show the hit rates"
          value={look}
          onChange={(name) => setLook(looks.find((known) => known === name) ?? 'days')}
          data={looks.map((name) => ({ value: name, label: lookLabels[name] }))}
        />
      </div>
      {look === 'table' ? (
        <DayTable days={days} />
      ) : look === 'running' && running.length === 0 ? (
        <p className={classes.none}>
          A running rate needs {runningWidth} steps with a prediction. There are fewer so far.
        </p>
      ) : (
        <RateChart
          points={
            look === 'days'
              ? days.map(({ day, tally }) => ({ name: day, tally }))
              : running.map(({ count, tally }) => ({ name: countWords(count), tally }))
          }
          what={look === 'days' ? 'day' : 'step with a prediction'}
        />
      )}
    </section>
  );
}

function DayTable({ days }: { readonly days: readonly DayTally[] }) {
  return (
    <div className={classes.scroll} role="region" aria-label="Hit rates by day" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" data-numeric>
              First
            </th>
            <th scope="col" data-numeric>
              First three
            </th>
            <th scope="col" data-numeric>
              Any
            </th>
            <th scope="col" data-numeric>
              Nothing predicted
            </th>
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map(({ day, tally }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <RateCell tally={tally} hits={tally.atOne} />
              <RateCell tally={tally} hits={tally.atThree} />
              <RateCell tally={tally} hits={tally.atAll} />
              <td data-numeric>{countWords(tally.silent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RateCell({ tally, hits }: { readonly tally: Tally; readonly hits: number }) {
  return (
    <td data-numeric>
      {rateWords(hits, tally.predicted)} <span>{shareWords(hits, tally.predicted)}</span>
    </td>
  );
}
