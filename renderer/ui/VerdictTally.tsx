import { verdictStatuses, type VerdictCounts } from '#shared/merkle/verdict.ts';
import { countWords } from '#shared/text/sizes.ts';
import { VerdictBadge } from './VerdictBadge.tsx';
import classes from './VerdictTally.module.css';

/** How many have which verdict; nothing for a verdict that none has. */
export function VerdictTally({ counts }: { readonly counts: VerdictCounts }) {
  return verdictStatuses
    .filter((status) => counts[status] > 0)
    .map((status) => (
      <span key={status} className={classes.tally}>
        <VerdictBadge status={status} size="sm" withLabel={false} />
        {countWords(counts[status])}
      </span>
    ));
}
