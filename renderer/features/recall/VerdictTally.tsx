import type { VerdictCounts } from '#shared/domain/recallRun.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import { countWords } from '#shared/text/sizes.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import classes from './VerdictTally.module.css';

const shown: readonly VerdictStatus[] = ['green', 'amber', 'red'];

/** How many hits have which verdict; nothing for a verdict that none has. */
export function VerdictTally({ counts }: { readonly counts: VerdictCounts }) {
  return shown
    .filter((status) => counts[status] > 0)
    .map((status) => (
      <span key={status} className={classes.tally}>
        <VerdictBadge status={status} size="sm" withLabel={false} />
        {countWords(counts[status])}
      </span>
    ));
}
