import { Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { likelyShare, type Tally } from '#shared/scoreboard/tally.ts';
import { countOf } from '#shared/text/phrases.ts';
import { fewObservations, likelyWords, rateWords, shareWords } from '#shared/text/scoreboardWords.ts';
import { Callout } from '../../ui/Callout.tsx';
import classes from './Scoreboard.module.css';
import { Dimmed } from '../../ui/Dimmed.tsx';

/** The hit rates, each with its sample size and likely range. */
export function RateCards({ tally }: { readonly tally: Tally }) {
  const { predicted, silent, atOne, atThree, atAll } = tally;
  return (
    <section aria-label="Hit rates">
      <SimpleGrid component="dl" cols={3} spacing="md">
        <RateCard label="First prediction" hint="hit rate at 1" hits={atOne} of={predicted} />
        <RateCard label="First three" hint="hit rate at 3" hits={atThree} of={predicted} />
        <RateCard label="Any prediction" hint="hit rate at any rank" hits={atAll} of={predicted} />
      </SimpleGrid>
      {predicted < fewObservations && (
        <Callout tone="warning" compact mt="sm">
          {predicted === 0
            ? 'None of these steps had a prediction, so there is no hit rate.'
            : `Only ${countOf(predicted, 'step')} had predictions, so the rates may change a lot. The bars show the range in which the rate most likely lies (95%).`}
        </Callout>
      )}
      {silent > 0 && predicted > 0 && (
        <Dimmed mt="sm">
          {countOf(silent, 'more step')} had no predictions and {silent === 1 ? 'is' : 'are'} not included in
          the rates.
        </Dimmed>
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
    <Paper withBorder radius="lg" px="md" pt="sm" pb="md">
      <Text component="dt" size="sm" fw={600}>
        {label}{' '}
        <Text span inherit c="dimmed" fw={400}>
          {hint}
        </Text>
      </Text>
      <Group component="dd" gap="sm" align="baseline" className={classes.numbers ?? ''}>
        <Text span fz="1.625rem" fw={600}>
          {rateWords(hits, of)}
        </Text>
        <Dimmed span>{shareWords(hits, of)}</Dimmed>
        {of > 0 && (
          <Dimmed span size="xs" w="100%">
            <span className={classes.likelyTrack} aria-hidden>
              <span
                className={classes.likelyRange}
                style={{ left: `${100 * low}%`, width: `${100 * (high - low)}%` }}
              />
              <span className={classes.likelyMark} style={{ left: `${(100 * hits) / of}%` }} />
            </span>
            likely {likelyWords(hits, of)}
          </Dimmed>
        )}
      </Group>
    </Paper>
  );
}
