import {
  ActionIcon,
  Badge,
  Box,
  Divider,
  Group,
  Menu,
  Popover,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core';
import {
  IconAlertTriangleFilled,
  IconAppWindow,
  IconCheck,
  IconFileImport,
  IconInfoCircle,
  IconListDetails,
  IconLock,
  IconPin,
  IconPinFilled,
  IconPlug,
  IconPlus,
  IconSelector,
} from '@tabler/icons-react';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import type { Connection, ConnectionId, RootSighting, RootStatus } from '#shared/domain/connection.ts';
import { rootName } from '#shared/memory/sameRoot.ts';
import { countOf } from '#shared/text/phrases.ts';
import { durationWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { openWindow } from '../api/app.ts';
import { useAcceptRoot, useFailedKeys, useLastRoot } from '../api/catalogueSummary.ts';
import { AuditAllButton } from '../features/audit/AuditAllButton.tsx';
import { SchemeNotice } from '../features/proof/scheme/SchemeNotice.tsx';
import { pinRoot, showPins } from '../state/pinDialog.ts';
import {
  activate,
  openConnectionForm,
  showScreen,
  showServiceFacts,
  useAppStore,
} from '../state/appStore.ts';
import { ConnectionDot } from '../ui/ConnectionDot.tsx';
import { EnvironmentBadge } from '../ui/EnvironmentBadge.tsx';
import { HashChip } from '../ui/HashChip.tsx';
import { IconMenuItem, SmallButton } from '../ui/Buttons.tsx';
import { notifyFailure } from '../ui/notify.ts';
import { useActivityStore } from './activity.ts';
import { rootLook } from './rootLook.ts';
import { useVisit } from './useVisit.ts';
import classes from './App.module.css';
import kit from '../ui/kit.module.css';
import { Tip } from '../ui/Tip.tsx';

interface ConnectionBarProps {
  readonly active: Connection;
  readonly connections: readonly Connection[];
}

/**
 * The active connection, its newest root and its last request. Only the parts that a request changes are drawn after each
 * request.
 */
export function ConnectionBar({ active, connections }: ConnectionBarProps) {
  useVisit(active.id);
  const screen = useAppStore((state) => state.screen);
  return (
    <header className={classes.bar} data-environment={active.environment} data-pane>
      <ConnectionSwitcher active={active} connections={connections} />
      <EnvironmentBadge environment={active.environment} />
      {active.readOnly && (
        <Tip label="This app blocks all writes over this connection.">
          <Badge
            variant="default"
            tt="none"
            flex="none"
            leftSection={<IconLock size={12} aria-hidden />}
            tabIndex={0}
          >
            Read-only
          </Badge>
        </Tip>
      )}
      <Divider orientation="vertical" my="md" />
      <NewestRoot connectionId={active.id} />
      <SchemeNotice key={active.id} connection={active} />
      <LastRequest connectionId={active.id} />
      {screen !== 'audit' && <AuditAllButton connectionId={active.id} isCompact />}
    </header>
  );
}

/** Not failures: “no such key” is a normal response, and the user canceled the request. */
const harmlessErrors: ReadonlySet<string> = new Set(['cancelled', 'not_found']);

interface OfConnection {
  readonly connectionId: ConnectionId;
}

function LastRequest({ connectionId }: OfConnection) {
  const activity = useActivityStore((state) => state.byConnection[connectionId]?.latest ?? null);
  if (activity === null) return <span className={classes.lastRequest} />;
  const hasFailed = activity.errorCode !== null && !harmlessErrors.has(activity.errorCode);
  return (
    <span className={classes.lastRequest} data-failed={hasFailed || undefined}>
      <Tip
        label={
          hasFailed ? 'The last request to the service failed' : 'Duration of the last request to the service'
        }
      >
        <Text inherit span c={hasFailed ? 'var(--verdict-red-fg)' : 'dimmed'} tabIndex={0}>
          {hasFailed ? 'Last request failed' : `Response in ${durationWords(activity.elapsedMs)}`}
        </Text>
      </Tip>
    </span>
  );
}

function ConnectionSwitcher({ active, connections }: ConnectionBarProps) {
  return (
    <Menu
      position="bottom-start"
      width={320}
      checkIcon={<IconCheck size={14} aria-hidden />}
      // Without it, a long name makes its menu item wider than the menu.
      styles={{ itemLabel: { minWidth: 0 } }}
    >
      <Menu.Target>
        <UnstyledButton
          className={`${kit.hoverable} ${classes.switcher}`}
          aria-label={`Connection: ${active.name}. Switch connection`}
        >
          <ConnectionDot colour={active.colour} />
          <Text inherit span truncate title={active.name}>
            {visibleLine(active.name)}
          </Text>
          <IconSelector style={{ flex: 'none' }} color="var(--ink-dim)" size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Box mah="min(50vh, 420px)" style={{ overflowY: 'auto' }}>
          <Menu.RadioGroup value={active.id}>
            {connections.map((connection) => (
              <Menu.RadioItem
                key={connection.id}
                value={connection.id}
                closeMenuOnClick
                onChange={() => activate(connection.id)}
                rightSection={
                  <Group gap="xs" wrap="nowrap">
                    <EnvironmentBadge environment={connection.environment} />
                    {connection.readOnly && (
                      <IconLock color="var(--ink-dim)" size={14} role="img" aria-label="Read-only" />
                    )}
                  </Group>
                }
              >
                <Group gap="sm" wrap="nowrap">
                  <ConnectionDot colour={connection.colour} />
                  <Box miw={0}>
                    <Text inherit truncate title={visibleLine(connection.name)}>
                      {visibleLine(connection.name)}
                    </Text>
                    <Text size="xs" c="dimmed" truncate title={connection.baseUrl ?? connection.snapshotPath}>
                      {connection.kind === 'demo'
                        ? 'On this computer'
                        : (connection.baseUrl ?? connection.snapshotPath)}
                    </Text>
                  </Box>
                </Group>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Box>
        <Menu.Divider />
        {active.kind !== 'snapshot' && (
          <IconMenuItem icon={IconInfoCircle} onClick={() => showServiceFacts(active.id)}>
            Service facts
          </IconMenuItem>
        )}
        <IconMenuItem
          icon={IconAppWindow}
          onClick={() => void openWindow({ connectionId: active.id }).catch(notifyFailure)}
        >
          New window
        </IconMenuItem>
        <IconMenuItem icon={IconPlus} onClick={() => openConnectionForm({ kind: 'add' })}>
          Connect to a service
        </IconMenuItem>
        <IconMenuItem icon={IconPlug} onClick={() => showScreen('connections')}>
          Manage connections
        </IconMenuItem>
      </Menu.Dropdown>
    </Menu>
  );
}

interface RootStateProps extends OfConnection {
  /** null if no root was seen yet. */
  readonly root: RootSighting | null;
}

/** Nothing until it is known whether a root was seen. */
function NewestRoot({ connectionId }: OfConnection) {
  const ofSession = useActivityStore((state) => state.byConnection[connectionId]?.root ?? null);
  const root = useLastRoot(connectionId, ofSession);
  return root === undefined ? null : <RootState connectionId={connectionId} root={root} />;
}

/** The newest root, and how it compares with earlier roots. */
function RootState({ connectionId, root }: RootStateProps) {
  const latest = useRef(root);
  useEffect(() => {
    latest.current = root;
  });
  const pin = useCallback(() => openPin(connectionId, latest.current), [connectionId]);
  const failed = useFailedKeys(connectionId, root?.status.kind === 'pinned');
  const pins = (
    <PinMenu
      connectionId={connectionId}
      hasRoot={root !== null}
      isPinned={root?.status.kind === 'pinned'}
      onPin={pin}
    />
  );
  if (root === null)
    return (
      <Group gap="xs" wrap="nowrap" flex="none">
        <Text inherit span c="dimmed">
          No root seen yet
        </Text>
        {pins}
      </Group>
    );
  const { status } = root;
  const look = rootLook(status, failed);
  return (
    <Group gap="xs" wrap="nowrap" flex="none">
      <HashChip hash={root.rootHash} label="root" />
      {status.kind === 'contradiction' || status.kind === 'unexplained' ? (
        <Doubt connectionId={connectionId} root={root} look={look} />
      ) : (
        <Tip label={look.tip}>
          <span className={classes.rootStatus} data-tone={look.tone} tabIndex={0}>
            {look.words}
          </span>
        </Tip>
      )}
      {root.treeSize !== null && (
        <Text inherit span c="dimmed" ml="xs" visibleFrom="lg">
          {countOf(root.treeSize, 'leaf', 'leaves')}
        </Text>
      )}
      {pins}
    </Group>
  );
}

function openPin(connectionId: ConnectionId, root: RootSighting | null): void {
  pinRoot(
    connectionId,
    root === null ? null : { rootHash: rootName(root.rootHash), treeSize: root.treeSize, source: 'response' },
  );
}

interface PinMenuProps extends OfConnection {
  readonly hasRoot: boolean;
  readonly isPinned: boolean;
  /** Pins the newest root. */
  readonly onPin: () => void;
}

/** Not drawn again for each new root. */
const PinMenu = memo(function PinMenu({ connectionId, hasRoot, isPinned, onPin }: PinMenuProps) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon size="sm" aria-label="Pins" title="Pins">
          {isPinned ? <IconPinFilled size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {hasRoot && (
          <IconMenuItem icon={IconPin} onClick={onPin}>
            Pin this root…
          </IconMenuItem>
        )}
        <IconMenuItem icon={IconFileImport} onClick={() => openPin(connectionId, null)}>
          Pin another root…
        </IconMenuItem>
        <IconMenuItem icon={IconListDetails} onClick={() => showPins(connectionId)}>
          Pinned roots…
        </IconMenuItem>
      </Menu.Dropdown>
    </Menu>
  );
});

/** Whether a pin, and not the root ledger, speaks against a root. Accepting the root would change nothing. */
function isAgainstPin(status: RootStatus): boolean {
  if (status.kind === 'unexplained') return status.pin !== undefined;
  return status.kind === 'contradiction' && 'pin' in status.contradiction;
}

interface DoubtProps extends OfConnection {
  readonly root: RootSighting;
  readonly look: ReturnType<typeof rootLook>;
}

/** What is wrong with the root, and a button to accept it anyway. */
function Doubt({ connectionId, root, look }: DoubtProps) {
  const [isOpen, setOpen] = useState(false);
  const accept = useAcceptRoot(connectionId);
  const showRoot = useActivityStore((state) => state.showRoot);
  return (
    <Popover opened={isOpen} onChange={setOpen} width={360} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.rootStatus ?? ''}
          data-tone={look.tone}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAlertTriangleFilled size={13} aria-hidden />
          {look.words}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm" align="flex-start" fz="sm" style={{ whiteSpace: 'normal' }}>
          <p>{look.tip}</p>
          {isAgainstPin(root.status) ? (
            <SmallButton
              icon={IconListDetails}
              onClick={() => {
                setOpen(false);
                showPins(connectionId);
              }}
            >
              Pinned roots…
            </SmallButton>
          ) : (
            <>
              <Text inherit c="dimmed">
                If you know the reason, accept this root. The root ledger records your decision, and atoms
                that you read from now on are not flagged because of it.
              </Text>
              <SmallButton
                loading={accept.isPending}
                onClick={() =>
                  accept.mutate(
                    { rootHash: root.rootHash },
                    {
                      onSuccess: (now) => {
                        setOpen(false);
                        showRoot(connectionId, now);
                      },
                      onError: notifyFailure,
                    },
                  )
                }
              >
                Accept root
              </SmallButton>
            </>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
