import { ActionIcon, Box, Group, Popover, Progress, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { occupiedLeaves, type Coverage } from '#shared/domain/catalogue.ts';
import { emptyLeavesWords, knownWords } from '#shared/text/leafWords.ts';
import classes from './Browse.module.css';

/** The coverage of the tree, and why keys can be unknown. */
export function CoverageLine({ coverage }: { readonly coverage: Coverage }) {
  const { knownLeaves, treeSize } = coverage;
  const percent = treeSize === null ? 0 : (100 * knownLeaves) / Number(occupiedLeaves(treeSize, coverage));
  const words = knownWords(coverage);
  const emptyWords = emptyLeavesWords(coverage);
  return (
    <Box className={classes.foot} px="md" py="sm" fz="sm">
      <Group gap="xs" justify="space-between" wrap="nowrap" mb="2xs">
        <span>{words}</span>
        <Popover position="top-end" width={320} withArrow shadow="md">
          <Popover.Target>
            <ActionIcon size="sm" aria-label="About coverage">
              <IconInfoCircle size={15} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <Text size="sm">
              A memory service can’t list its keys. The tree shows the keys known so far: those from recalls,
              predictions, lookups and imports, and those that this app stored.
            </Text>
            <Text size="sm" mt="xs">
              A leaf is known once a proof has placed an atom at it. If the service gives every version its
              own leaf, nothing can read the leaves of older versions.
            </Text>
            {emptyWords !== null && (
              <Text size="sm" mt="xs">
                {emptyWords}
              </Text>
            )}
          </Popover.Dropdown>
        </Popover>
      </Group>
      <Progress value={percent} size="xs" aria-label={words} />
    </Box>
  );
}
