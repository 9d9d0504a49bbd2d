import { Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Activity, Connection } from '#shared/domain/connection.ts';
import { durationWords } from '#shared/text/times.ts';
import { useLastRoot } from '../api/catalogueSummary.ts';
import { RecordControl } from '../features/recordings/RecordControl.tsx';
import { useActivityStore } from './activity.ts';
import { ConnectionSwitcher } from './ConnectionSwitcher.tsx';
import classes from './ConnectionBar.module.css';
import { RootState } from './RootState.tsx';

interface ConnectionBarProps {
  readonly active: Connection;
  readonly connections: readonly Connection[];
}

/** Which memory one is looking at, and in what state it is. */
export function ConnectionBar({ active, connections }: ConnectionBarProps) {
  const activity = useActivityStore((state) => state.byConnection[active.id]);
  const root = useLastRoot(active.id, activity?.root ?? null);
  return (
    <header className={classes.bar}>
      <ConnectionSwitcher active={active} connections={connections} />
      {active.readOnly && (
        <Tooltip label="Locked in this app: nothing can be stored over this connection">
          <span className={classes.lock} tabIndex={0}>
            <IconLock size={12} aria-hidden />
            READ-ONLY
          </span>
        </Tooltip>
      )}
      <span className={classes.divider} aria-hidden />
      {root !== undefined && <RootState connectionId={active.id} root={root} />}
      <span className={classes.gap} />
      {activity !== undefined && <LastRequest activity={activity.latest} />}
      <RecordControl connection={active} />
    </header>
  );
}

/** Not failures: that a key has no atom is an answer, and a cancel was wanted. */
const answers: ReadonlySet<string> = new Set(['cancelled', 'not_found']);

function LastRequest({ activity }: { readonly activity: Activity }) {
  const hasFailed = activity.errorCode !== null && !answers.has(activity.errorCode);
  return (
    <Tooltip
      label={hasFailed ? 'The last request to the service failed' : 'Time of the last request to the service'}
    >
      <span className={classes.latency} data-failed={hasFailed} tabIndex={0}>
        {hasFailed ? 'Last request failed' : `Answered in ${durationWords(activity.elapsedMs)}`}
      </span>
    </Tooltip>
  );
}
