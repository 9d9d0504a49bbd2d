import { Text } from '@mantine/core';
import type { DiscoveryProgress } from '#shared/domain/job.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import classes from './Discover.module.css';

const width = 300;
const height = 36;

/** A bar chart of the new keys per request; nothing before the first request. */
export function YieldChart({ yields }: { readonly yields: DiscoveryProgress['yields'] }) {
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
