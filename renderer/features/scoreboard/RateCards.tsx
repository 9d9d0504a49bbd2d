import { IconAlertTriangle } from '@tabler/icons-react';
import { likelyShare, type Tally } from '#shared/scoreboard/tally.ts';
import { countOf } from '#shared/text/phrases.ts';
import { fewObservations, likelyWords, rateWords, shareWords } from '#shared/text/scoreboardWords.ts';
import classes from './Scoreboard.module.css';

/** The hit rates, each with what it is of and how much that says. */
export function RateCards({ tally }: { readonly tally: Tally }) {
  const { predicted, silent, atOne, atThree, atAll } = tally;
  return (
    <section aria-label="Hit rates">
      <dl className={classes.cards}>
        <RateCard label="First prediction" hint="hit rate at 1" hits={atOne} of={predicted} />
        <RateCard label="First three" hint="hit rate at 3" hits={atThree} of={predicted} />
        <RateCard label="Any prediction" hint="hit rate at all" hits={atAll} of={predicted} />
      </dl>
      {predicted < fewObservations && (
        <p className={classes.few}>
          <IconAlertTriangle size={14} aria-hidden />
          {predicted === 0
            ? 'Nothing was predicted for any of these steps, so there is no rate.'
            : `Only ${countOf(predicted, 'step')} with a prediction: the rates may be far from what many more would show. The bars show where that would most likely lie (95\u00a0%).`}
        </p>
      )}
      {silent > 0 && predicted > 0 && (
        <p className={classes.silent}>
          Nothing was predicted for {countOf(silent, 'further step')}; {silent === 1 ? 'it is' : 'they are'}{' '}
          in no rate.
        </p>
      )}
    </section>
  );
}

interface RateCardProps {
  readonly label: string;
  readonly hint: string;
  readonly hits: number;
  readonly of: number;
}

function RateCard({ label, hint, hits, of }: RateCardProps) {
  const { low, high } = likelyShare(hits, of);
  return (
    <div className={classes.card}>
      <dt>
        {label} <span>{hint}</span>
      </dt>
      <dd>
        <span className={classes.rate}>{rateWords(hits, of)}</span>
        <span className={classes.share}>{shareWords(hits, of)}</span>
        {of > 0 && (
          <span className={classes.likely}>
            <span className={classes.likelyTrack} aria-hidden>
              <span
                className={classes.likelyRange}
                style={{ left: `${100 * low}%`, width: `${100 * (high - low)}%` }}
              />
              <span className={classes.likelyMark} style={{ left: `${(100 * hits) / of}%` }} />
            </span>
            most likely {likelyWords(hits, of)}
          </span>
        )}
      </dd>
    </div>
  );
}
