import { Text } from '@mantine/core';
import type { JobOf, DiscoveryProgress } from '#shared/domain/job.ts';
import {
  discoveryEndWords,
  isListRefuted,
  isShownComplete,
  latestRequestWords,
  setAsideWords,
} from '#shared/text/discoveryWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { jobStateWords, JobStrip } from '../../widgets/JobStrip.tsx';
import classes from './Discover.module.css';

/** The progress of a discovery, or how it ended. */
export function DiscoveryJob({ job }: { readonly job: JobOf<'discovery'> }) {
  const { progress, state } = job;
  const { requests, settings, newKeys, newKeysBy, latest, end } = progress;
  const ending = end === null ? null : discoveryEndWords(end, progress);
  return (
    <JobStrip
      name="Discovery"
      job={job}
      done={requests}
      total={settings.budget}
      progressLabel={`${countWords(requests)} of ${countOf(settings.budget, 'request')} sent`}
      details={
        <>
          <YieldChart yields={progress.yields} />
          <Dimmed>
            {newKeysBy.listed > 0
              ? `New keys: ${countWords(newKeysBy.listed)} from the list of the service.`
              : `New keys: ${countWords(newKeysBy.recall)} by recall, ${countWords(newKeysBy.guess)} by pattern.`}{' '}
            {progress.wordsLeft > 0 &&
              `${countOf(progress.wordsLeft, 'word')} and combinations left to recall.`}
          </Dimmed>
          {progress.setAside > 0 && <Dimmed>{setAsideWords(progress.setAside)}</Dimmed>}
          {job.endedAt === null && latest !== null && (
            <Dimmed truncate>{visibleLine(latestRequestWords(latest))}</Dimmed>
          )}
          {ending !== null && (
            <Callout
              tone={
                end === null
                  ? 'neutral'
                  : isShownComplete(end)
                    ? 'good'
                    : isListRefuted(end)
                      ? 'danger'
                      : 'neutral'
              }
              title={ending.title}
              role="status"
            >
              {ending.words}
            </Callout>
          )}
        </>
      }
    >
      <strong>{jobStateWords[state.kind]}</strong>
      <span>
        {countWords(requests)} of {countOf(settings.budget, 'request')}
      </span>
      <span>{countOf(newKeys, 'new key')}</span>
      {progress.limit !== null && <span>{countOf(progress.limit, 'hit')} per recall</span>}
    </JobStrip>
  );
}

const width = 300;
const height = 36;

/** A bar chart of the new keys per request; nothing before the first request. */
function YieldChart({ yields }: { readonly yields: DiscoveryProgress['yields'] }) {
  const { newKeys, requestsEach } = yields;
  if (newKeys.length === 0) return null;
  const most = Math.max(1, ...newKeys);
  const places = Math.max(20, newKeys.length);
  const barWidth = width / places;
  const title = `New keys per ${requestsEach === 1 ? 'request' : countOf(requestsEach, 'request')}`;
  return (
    <figure className={classes.chart}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${newKeys.join(', ')}`}
      >
        {newKeys.map((count, index) => {
          const tall = count === 0 ? 1 : Math.max(2, (height * count) / most);
          return (
            <rect
              key={index}
              x={index * barWidth}
              y={height - tall}
              width={Math.max(1, barWidth - 1)}
              height={tall}
              data-empty={count === 0}
            />
          );
        })}
      </svg>
      <Text component="figcaption" size="xs" c="dimmed" mt="3xs">
        {title}, at most {countWords(most)}
      </Text>
    </figure>
  );
}
