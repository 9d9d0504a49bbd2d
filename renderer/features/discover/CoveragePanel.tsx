import { Group, Progress, Text, Title } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { occupiedLeaves, type LeafMap } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { shardedCoverageWords } from '#shared/text/dialectWords.ts';
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
import { useLeafMap } from '../../api/catalogueSummary.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import classes from './Discover.module.css';
import { LeafGrid } from './LeafGrid.tsx';

const maxCells = 600;
/** More ranges would push the rest of the screen out of view and tell nothing new. */
const maxRanges = 12;

/** Which leaves of the tree have a known atom, and what the unknown ones may be. */
export function CoveragePanel({ connectionId }: { readonly connectionId: ConnectionId }) {
  const map = useLeafMap(connectionId, maxCells);
  const isSharded = useActiveConnection().service?.dialect === 'open-server';
  return (
    <Panel title="Coverage">
      <QueryView
        query={map}
        loading="Counting the known leaves"
        p={0}
        isEmpty={({ coverage }) => coverage.treeSize === null}
        empty={
          <EmptyState
            icon={IconMap2}
            title={isSharded ? 'No leaf map' : 'No proof read yet'}
            description={
              isSharded
                ? shardedCoverageWords
                : 'Each proof shows the position of its atom in the tree. After the first proof, this panel shows which leaves have a known atom.'
            }
          />
        }
      >
        {(data) => <Map map={data} />}
      </QueryView>
    </Panel>
  );
}

function Map({ map }: { readonly map: LeafMap }) {
  const { coverage, unknown: unknownLeaves } = map;
  const occupied = String(occupiedLeaves(coverage.treeSize ?? '0', coverage));
  const emptyWords = emptyLeavesWords(coverage);
  return (
    <>
      <Group gap="sm" align="baseline">
        <span className={classes.figure}>{percentWords(coverage.knownLeaves, occupied)}</span>
        <Text span c="dimmed">
          {countWords(coverage.knownLeaves)} of {countOf(occupied, 'leaf', 'leaves')} known
        </Text>
      </Group>
      <Progress
        size="md"
        value={(100 * coverage.knownLeaves) / Number(occupied)}
        aria-label={coverageWords(coverage)}
      />
      {emptyWords !== null && <Text size="sm">{emptyWords}</Text>}
      <Contradictions map={map} />
      <Heading>{versionReadingTitle(map.byVersions)}</Heading>
      <Text size="sm">{versionReadingWords(map.byVersions)}</Text>
      <Heading>Leaf map</Heading>
      <LeafGrid cells={map.cells} />
      {unknownLeaves.leaves !== '0' && (
        <>
          <Heading>Largest unknown ranges</Heading>
          <ul className={classes.ranges}>
            {unknownLeaves.longest.slice(0, maxRanges).map((range) => (
              <li key={range.start}>
                <span>{rangeWords(range)}</span>
                <Text span inherit c="dimmed">
                  {countOf(rangeSize(range), 'leaf', 'leaves')}
                </Text>
              </li>
            ))}
          </ul>
          {unknownLeaves.rangeCount > maxRanges && (
            <Dimmed>
              and {countWords(unknownLeaves.rangeCount - maxRanges)} more of the same size or smaller
            </Dimmed>
          )}
        </>
      )}
    </>
  );
}

function Heading({ children }: { readonly children: string }) {
  return (
    <Title order={3} fz="sm" mt="sm" mb="-2xs">
      {children}
    </Title>
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
