import { Progress } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { occupiedLeaves, type LeafMap } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { leafContradictionWords, leafMovesWords, versionReadingWords } from '#shared/text/coverageWords.ts';
import {
  coverageWords,
  emptyLeavesWords,
  percentWords,
  rangeSize,
  rangeWords,
  versionReadingTitle,
} from '#shared/text/leafWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { useLeafMap } from '../../api/leafMap.ts';
import { Callout } from '../../ui/Callout.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import classes from './DiscoverScreen.module.css';
import { LeafGrid } from './LeafGrid.tsx';

const mostCells = 600;
/** More of them would say no more, and push what is below out of sight. */
const mostRanges = 12;

/** Which leaves of the tree have a known atom, where the dark ones are, and what they may be. */
export function CoveragePanel({ connectionId }: { readonly connectionId: ConnectionId }) {
  const map = useLeafMap(connectionId, mostCells);
  return (
    <section className={classes.panel} aria-labelledby="coverage-title">
      <h2 id="coverage-title">Coverage</h2>
      <QueryView query={map} loading="Counting the known leaves" p={0}>
        {(data) => <Map map={data} />}
      </QueryView>
    </section>
  );
}

function Map({ map }: { readonly map: LeafMap }) {
  const { coverage, dark } = map;
  if (coverage.treeSize === null) {
    return (
      <EmptyState
        icon={IconMap2}
        title="No proof read yet"
        description="Each proof places its atom on a leaf of the tree. Once one was read, this shows which leaves have a known atom."
      />
    );
  }
  const occupied = String(occupiedLeaves(coverage.treeSize, coverage));
  const emptyWords = emptyLeavesWords(coverage);
  return (
    <>
      <p className={classes.figure}>
        <strong>{percentWords(coverage.knownLeaves, occupied)}</strong>
        <span>
          {countWords(coverage.knownLeaves)} of {countOf(occupied, 'leaf', 'leaves')} known
        </span>
      </p>
      <Progress
        size="md"
        value={(100 * coverage.knownLeaves) / Number(occupied)}
        aria-label={coverageWords(coverage)}
      />
      {emptyWords !== null && <p className={classes.words}>{emptyWords}</p>}
      <Contradictions map={map} />
      <h3>{versionReadingTitle(map.byVersions)}</h3>
      <p className={classes.words}>{versionReadingWords(map.byVersions)}</p>
      <h3>Leaf map</h3>
      <LeafGrid cells={map.cells} />
      {dark.leaves !== '0' && (
        <>
          <h3>Largest unknown ranges</h3>
          <ul className={classes.ranges}>
            {dark.longest.slice(0, mostRanges).map((range) => (
              <li key={range.start}>
                <span>{rangeWords(range)}</span>
                <span className={classes.dim}>{countOf(rangeSize(range), 'leaf', 'leaves')}</span>
              </li>
            ))}
          </ul>
          {dark.rangeCount > mostRanges && (
            <p className={classes.dim}>
              and {countWords(dark.rangeCount - mostRanges)} more, no longer than these
            </p>
          )}
        </>
      )}
    </>
  );
}

function Contradictions({ map }: { readonly map: LeafMap }) {
  const moves = leafMovesWords(map.moves);
  const more = map.contradictionCount - map.contradictions.length;
  return (
    <>
      {map.contradictions.length > 0 && (
        <Callout tone="danger" title={countOf(map.contradictionCount, 'contradiction')} order={3}>
          <ul>
            {map.contradictions.map((found) => (
              <li key={JSON.stringify(found)}>{leafContradictionWords(found)}</li>
            ))}
          </ul>
          {more > 0 && <p>and {countWords(more)} more</p>}
        </Callout>
      )}
      {moves !== null && (
        <Callout tone="warning" compact>
          {moves}
        </Callout>
      )}
    </>
  );
}
