import { CloseButton, Progress } from '@mantine/core';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { assertNever } from '#shared/domain/result.ts';
import { mostNodes, type Chain } from '#shared/predictions/chain.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { AppFailure } from '../../api/unwrap.ts';
import { changeChainView, type ChainView, type FollowRun } from '../../state/chainStore.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import classes from './ChainTab.module.css';

interface FollowStripProps {
  readonly connectionId: ConnectionId;
  readonly view: ChainView;
  readonly chain: Chain;
}

/** How the questions are going, or how they ended. */
export function FollowStrip({ connectionId, view, chain }: FollowStripProps) {
  const { run } = view;
  if (run === null) return null;
  const dismiss = (): void => changeChainView(connectionId, (before) => ({ ...before, run: null }));
  return (
    <div className={classes.strip} role="status">
      <div className={classes.stripLine}>
        <p>
          {endWords(run)} {countOf(run.requests, 'request')} of {countWords(run.budget)};{' '}
          {countOf(chain.nodes.size, 'node')}.
          {chain.leftOut > 0 &&
            ` ${countOf(chain.leftOut, 'prediction')} left out: a chain holds ${countWords(mostNodes)} nodes at most. Begin another one further on.`}
        </p>
        {run.end !== null && <CloseButton size="sm" aria-label="Dismiss" onClick={dismiss} />}
      </div>
      {run.end === null && (
        <Progress
          className={classes.stripBar ?? ''}
          size="sm"
          value={(100 * run.requests) / run.budget}
          aria-label="Requests used"
        />
      )}
      {run.end?.kind === 'failed' && <ErrorNotice error={new AppFailure(run.end.error)} />}
    </div>
  );
}

function endWords({ end }: FollowRun): string {
  if (end === null) return 'Asking:';
  switch (end.kind) {
    case 'complete':
      return 'Followed with';
    case 'spent':
      return 'Stopped, for the requests are used up:';
    case 'full':
      return 'Stopped, for the chain is full:';
    case 'cancelled':
      return 'Cancelled after';
    case 'failed':
      return 'Stopped by a failure after';
    default:
      return assertNever(end);
  }
}
