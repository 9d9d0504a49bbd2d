import { Group } from '@mantine/core';
import { verdictStatuses, type VerdictCounts } from '#shared/merkle/verdict.ts';
import { countWords } from '#shared/text/sizes.ts';
import { VerdictBadge } from './VerdictBadge.tsx';

/** How many atoms have each verdict; verdicts without atoms are left out. */
export function VerdictTally({ counts }: { readonly counts: VerdictCounts }) {
  return verdictStatuses
    .filter((status) => counts[status] > 0)
    .map((status) => (
      <Group key={status} display="inline-flex" gap="3xs" c="dimmed" fz="xs">
        <VerdictBadge status={status} size="sm" withLabel={false} />
        {countWords(counts[status])}
      </Group>
    ));
}
