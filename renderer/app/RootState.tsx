import { Button, Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConnectionId, RootSighting, RootStatus } from '#shared/domain/connection.ts';
import { rootWords } from '#shared/text/rootWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { useAcceptRoot } from '../api/catalogueSummary.ts';
import { HashChip } from '../ui/HashChip.tsx';
import { notifyFailure } from '../ui/notify.ts';
import { useActivityStore } from './activity.ts';
import classes from './ConnectionBar.module.css';

interface RootStateProps {
  readonly connectionId: ConnectionId;
  /** null where none was ever seen. */
  readonly root: RootSighting | null;
}

const words: Readonly<Record<RootStatus['kind'], string>> = {
  pinned: 'pinned',
  seen: 'seen before',
  new: 'new',
  unexplained: 'two roots, one size',
  contradiction: 'contradiction',
};

/** The newest root, and how it stands against the roots before it. */
export function RootState({ connectionId, root }: RootStateProps) {
  if (root === null) return <span className={classes.dim}>No root seen yet</span>;
  const { status } = root;
  return (
    <div className={classes.root}>
      <HashChip hash={root.rootHash} label="root" />
      {status.kind === 'contradiction' || status.kind === 'unexplained' ? (
        <Doubt connectionId={connectionId} root={root} />
      ) : (
        <Tooltip label={rootWords(status)} multiline maw={320}>
          <span className={classes.status} data-status={status.kind} tabIndex={0}>
            {words[status.kind]}
          </span>
        </Tooltip>
      )}
      {root.treeSize !== null && (
        <span className={classes.size}>{countOf(root.treeSize, 'leaf', 'leaves')}</span>
      )}
    </div>
  );
}

/** What speaks against the root, and the way to accept it all the same. */
function Doubt({ connectionId, root }: { readonly connectionId: ConnectionId; readonly root: RootSighting }) {
  const [isOpen, setOpen] = useState(false);
  const accept = useAcceptRoot(connectionId);
  const showRoot = useActivityStore((state) => state.showRoot);
  return (
    <Popover opened={isOpen} onChange={setOpen} width={360} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.status ?? ''}
          data-status={root.status.kind}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAlertTriangleFilled size={13} aria-hidden />
          {words[root.status.kind]}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.doubt ?? ''}>
        <p>{rootWords(root.status)}</p>
        <p className={classes.dim}>
          If you know why, accept this root. The ledger keeps a record of it, and atoms read from then on are
          no longer held against it.
        </p>
        <Button
          size="compact-sm"
          variant="default"
          loading={accept.isPending}
          onClick={() =>
            accept.mutate(root.rootHash, {
              onSuccess: (now) => {
                setOpen(false);
                showRoot(connectionId, now);
              },
              onError: notifyFailure,
            })
          }
        >
          Accept this root
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
