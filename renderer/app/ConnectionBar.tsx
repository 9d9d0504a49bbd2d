import { Tooltip } from '@mantine/core';
import { IconAlertTriangleFilled, IconLock } from '@tabler/icons-react';
import type { Activity, Connection, RootSighting, RootStanding } from '#shared/domain/connection.ts';
import { countWords } from '#shared/text/sizes.ts';
import { durationWords } from '#shared/text/times.ts';
import { useLastRoot } from '../api/catalogueSummary.ts';
import { RecordControl } from '../features/recordings/RecordControl.tsx';
import { HashChip } from '../ui/HashChip.tsx';
import { useActivityStore } from './activity.ts';
import { ConnectionSwitcher } from './ConnectionSwitcher.tsx';
import classes from './ConnectionBar.module.css';

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
      {root !== undefined && <RootState root={root} />}
      <span className={classes.gap} />
      {activity !== undefined && <LastRequest activity={activity.latest} />}
      <RecordControl connection={active} />
    </header>
  );
}

const standings: Readonly<Record<RootStanding['kind'], { readonly word: string; readonly hint: string }>> = {
  pinned: { word: 'pinned', hint: 'This is the root you declared trusted.' },
  seen: { word: 'seen before', hint: 'This root was seen in an earlier answer. It is not pinned.' },
  new: {
    word: 'new',
    hint: 'This root was not seen before. A write anywhere in the memory makes a new one.',
  },
  contradiction: {
    word: 'contradiction',
    hint: 'This root contradicts what was seen earlier: the tree shrank, or the same root came with another size.',
  },
};

function RootState({ root }: { readonly root: RootSighting | null }) {
  if (root === null) return <span className={classes.dim}>No root seen yet</span>;
  const { word, hint } = standings[root.standing];
  return (
    <div className={classes.root}>
      <HashChip hash={root.rootHash} label="root" />
      <Tooltip label={hint} multiline maw={320}>
        <span className={classes.standing} data-standing={root.standing} tabIndex={0}>
          {root.standing === 'contradiction' && <IconAlertTriangleFilled size={13} aria-hidden />}
          {word}
        </span>
      </Tooltip>
      {root.treeSize !== null && (
        <span className={classes.size}>
          {countWords(root.treeSize)} {root.treeSize === '1' ? 'leaf' : 'leaves'}
        </span>
      )}
    </div>
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
