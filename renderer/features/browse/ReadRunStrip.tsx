import { Button, CloseButton, Progress } from '@mantine/core';
import { countWords } from '#shared/text/sizes.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import { AppFailure } from '../../api/unwrap.ts';
import { useReadRunStore, type ReadRun } from '../../state/readRunStore.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import classes from './BrowseScreen.module.css';

interface ReadRunStripProps {
  readonly run: ReadRun;
  readonly onContinue: (keys: readonly string[]) => void;
}

/** How a "read and verify" run is going, or how it ended. */
export function ReadRunStrip({ run, onContinue }: ReadRunStripProps) {
  const drop = useReadRunStore((state) => state.drop);
  const { progress, end, keys } = run;
  const { done, total, missing } = progress;
  return (
    <div className={classes.run} role="status">
      <div className={classes.runLine}>
        <p>
          <span>
            {end === null ? 'Reading' : endWords[end.kind]} {countWords(done)} of {countWords(total)}
          </span>
          <Verdicts counts={progress.verdicts} />
          {missing.length > 0 && <span>{countWords(missing.length)} no longer there</span>}
        </p>
        {end === null ? (
          <Button size="compact-sm" variant="default" onClick={run.cancel}>
            Cancel
          </Button>
        ) : (
          <CloseButton size="sm" aria-label="Dismiss" onClick={() => drop(run.connectionId)} />
        )}
      </div>
      {end === null && (
        <Progress
          className={classes.runBar ?? ''}
          size="sm"
          value={total === 0 ? 100 : (100 * done) / total}
          aria-label="Atoms read"
          animated
        />
      )}
      {end?.kind === 'failed' && (
        <ErrorNotice error={new AppFailure(end.error)} onRetry={() => onContinue(keys.slice(done))} />
      )}
    </div>
  );
}

const endWords = { complete: 'Read', cancelled: 'Cancelled after', failed: 'Stopped after' } as const;
const shownVerdicts: readonly VerdictStatus[] = ['green', 'amber', 'red'];

function Verdicts({ counts }: { readonly counts: Readonly<Record<VerdictStatus, number>> }) {
  return shownVerdicts
    .filter((status) => counts[status] > 0)
    .map((status) => (
      <span key={status} className={classes.runVerdicts}>
        <VerdictBadge status={status} size="sm" withLabel={false} />
        {countWords(counts[status])}
      </span>
    ));
}
