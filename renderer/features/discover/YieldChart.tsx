import type { DiscoveryProgress } from '#shared/domain/job.ts';
import { countOf } from '#shared/text/phrases.ts';
import classes from './DiscoverScreen.module.css';

const width = 300;
const height = 36;

/** New keys over the requests, as bars; nothing before the first request. */
export function YieldChart({ yields }: { readonly yields: DiscoveryProgress['yields'] }) {
  const { newKeys, requestsEach } = yields;
  if (newKeys.length === 0) return null;
  const most = Math.max(1, ...newKeys);
  const places = Math.max(20, newKeys.length);
  const barWidth = width / places;
  const each = requestsEach === 1 ? 'each request' : `each ${countOf(requestsEach, 'request')}`;
  return (
    <figure className={classes.chart}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`New keys of ${each}: ${newKeys.join(', ')}`}
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
      <figcaption>
        New keys of {each}, at most {countOf(most, 'key')}
      </figcaption>
    </figure>
  );
}
