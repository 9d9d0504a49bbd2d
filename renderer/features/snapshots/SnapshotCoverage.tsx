import { Progress, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { snapshotQuery } from '../../api/snapshots.ts';

interface SnapshotCoverageProps {
  readonly id: string;
  /** How many keys are known. */
  readonly keys: number;
}

/** How many atoms of a snapshot are known. It lists them all, so this is a matter of counting. */
export function SnapshotCoverage({ id, keys }: SnapshotCoverageProps) {
  const snapshot = useQuery(snapshotQuery(id));
  if (snapshot.data === undefined) return null;
  const { atoms } = snapshot.data.report.facts;
  const words =
    keys < atoms
      ? `${countWords(keys)} of ${countOf(atoms, 'atom')} in the snapshot`
      : `All ${countOf(atoms, 'atom')} of the snapshot`;
  return (
    <Stack gap="2xs" px="md" py="sm" fz="sm">
      <span>{words}</span>
      <Progress value={atoms === 0 ? 100 : (100 * keys) / atoms} size="xs" aria-label={words} />
    </Stack>
  );
}
