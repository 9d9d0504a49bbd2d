import { Badge, Divider, Text, Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Activity, Connection } from '#shared/domain/connection.ts';
import { durationWords } from '#shared/text/times.ts';
import { useLastRoot } from '../api/catalogueSummary.ts';
import { RecordControl } from '../features/recordings/RecordControl.tsx';
import { useActivityStore } from './activity.ts';
import classes from './App.module.css';
import { ConnectionSwitcher } from './ConnectionSwitcher.tsx';
import { RootState } from './RootState.tsx';

interface ConnectionBarProps {
  readonly active: Connection;
  readonly connections: readonly Connection[];
}

/** The active connection, its newest root and its last request. */
export function ConnectionBar({ active, connections }: ConnectionBarProps) {
  const activity = useActivityStore((state) => state.byConnection[active.id]);
  const root = useLastRoot(active.id, activity?.root ?? null);
  return (
    <header className={classes.bar}>
      <ConnectionSwitcher active={active} connections={connections} />
      {active.readOnly && (
        <Tooltip label="This app blocks all writes over this connection.">
          <Badge
            variant="default"
            tt="none"
            flex="none"
            leftSection={<IconLock size={12} aria-hidden />}
            tabIndex={0}
          >
            Read-only
          </Badge>
        </Tooltip>
      )}
      <Divider orientation="vertical" my="md" />
      {root !== undefined && <RootState connectionId={active.id} root={root} />}
      <LastRequest activity={activity?.latest ?? null} />
      <RecordControl connection={active} />
    </header>
  );
}

/** Not failures: “no such key” is a normal response, and the user canceled the request. */
const harmlessErrors: ReadonlySet<string> = new Set(['cancelled', 'not_found']);

function LastRequest({ activity }: { readonly activity: Activity | null }) {
  if (activity === null) return <span className={classes.lastRequest} />;
  const hasFailed = activity.errorCode !== null && !harmlessErrors.has(activity.errorCode);
  return (
    <Tooltip
      label={
        hasFailed ? 'The last request to the service failed' : 'Duration of the last request to the service'
      }
    >
      <Text
        inherit
        span
        c="dimmed"
        truncate
        className={classes.lastRequest ?? ''}
        mod={{ failed: `${hasFailed}` }}
        tabIndex={0}
      >
        {hasFailed ? 'Last request failed' : `Response in ${durationWords(activity.elapsedMs)}`}
      </Text>
    </Tooltip>
  );
}
