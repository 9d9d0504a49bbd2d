import { ActionIcon, Popover, Progress, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { occupiedLeaves, type Coverage } from '#shared/domain/catalogue.ts';
import { emptyLeavesWords, knownWords } from '#shared/text/leafWords.ts';
import classes from './BrowseScreen.module.css';

/** How much of the tree has been seen, and why that is all there is to see. */
export function CoverageLine({ coverage }: { readonly coverage: Coverage }) {
  const { knownLeaves, treeSize } = coverage;
  const percent = treeSize === null ? 0 : (100 * knownLeaves) / Number(occupiedLeaves(treeSize, coverage));
  const words = knownWords(coverage);
  const emptyWords = emptyLeavesWords(coverage);
  return (
    <div className={classes.coverage}>
      <div className={classes.coverageLine}>
        <span>{words}</span>
        <Popover position="top-end" width={320} withArrow shadow="md">
          <Popover.Target>
            <ActionIcon size="sm" aria-label="What this means">
              <IconInfoCircle size={15} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <Text size="sm">
              A memory service can’t list its keys. The tree shows the keys known so far: from recall,
              predictions, look-ups and what was stored here.
            </Text>
            <Text size="sm" mt="xs">
              A leaf counts as known once a proof placed an atom on it. Where each version has a leaf of its
              own, older versions leave leaves that no read can reach.
            </Text>
            {emptyWords !== null && (
              <Text size="sm" mt="xs">
                {emptyWords}
              </Text>
            )}
          </Popover.Dropdown>
        </Popover>
      </div>
      <Progress className={classes.coverageBar ?? ''} value={percent} size="xs" aria-label={words} />
    </div>
  );
}
