import { Button, Group, Popover, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConnectionId, RootSighting, RootStatus } from '#shared/domain/connection.ts';
import { rootWords } from '#shared/text/rootWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { useAcceptRoot } from '../api/catalogueSummary.ts';
import { HashChip } from '../ui/HashChip.tsx';
import { notifyFailure } from '../ui/notify.ts';
import { useActivityStore } from './activity.ts';
import classes from './App.module.css';

interface RootStateProps {
  readonly connectionId: ConnectionId;
  /** null if no root was seen yet. */
  readonly root: RootSighting | null;
}

const looks: Readonly<Record<RootStatus['kind'], { readonly words: string; readonly tone?: string }>> = {
  pinned: { words: 'Pinned', tone: 'good' },
  seen: { words: 'Seen before' },
  new: { words: 'New' },
  unexplained: { words: 'Two roots, same size', tone: 'warning' },
  contradiction: { words: 'Contradiction', tone: 'danger' },
};

/** The newest root, and how it compares with earlier roots. */
export function RootState({ connectionId, root }: RootStateProps) {
  if (root === null)
    return (
      <Text inherit span c="dimmed">
        No root seen yet
      </Text>
    );
  const { status } = root;
  return (
    <Group gap="xs" wrap="nowrap" flex="none">
      <HashChip hash={root.rootHash} label="root" />
      {status.kind === 'contradiction' || status.kind === 'unexplained' ? (
        <Doubt connectionId={connectionId} root={root} />
      ) : (
        <Tooltip label={rootWords(status)} multiline maw={320}>
          <span className={classes.rootStatus} data-tone={looks[status.kind].tone} tabIndex={0}>
            {looks[status.kind].words}
          </span>
        </Tooltip>
      )}
      {root.treeSize !== null && (
        <Text inherit span c="dimmed" ml="xs">
          {countOf(root.treeSize, 'leaf', 'leaves')}
        </Text>
      )}
    </Group>
  );
}

/** What is wrong with the root, and a button to accept it anyway. */
function Doubt({ connectionId, root }: { readonly connectionId: ConnectionId; readonly root: RootSighting }) {
  const [isOpen, setOpen] = useState(false);
  const accept = useAcceptRoot(connectionId);
  const showRoot = useActivityStore((state) => state.showRoot);
  return (
    <Popover opened={isOpen} onChange={setOpen} width={360} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.rootStatus ?? ''}
          data-tone={looks[root.status.kind].tone}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAlertTriangleFilled size={13} aria-hidden />
          {looks[root.status.kind].words}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm" align="flex-start" fz="sm" style={{ whiteSpace: 'normal' }}>
          <p>{rootWords(root.status)}</p>
          <Text inherit c="dimmed">
            If you know the reason, accept this root. The root ledger records your decision, and atoms that
            you read from now on are no longer flagged because of it.
          </Text>
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
            Accept root
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
