import { ActionIcon, Badge, Box, Button, Group, Menu, Stack, Text, Title, Tooltip } from '@mantine/core';
import {
  IconAppWindow,
  IconArrowsDiff,
  IconDotsVertical,
  IconFileCertificate,
  IconFileExport,
  IconFileImport,
  IconFlask,
  IconInfoCircle,
  IconKey,
  IconLock,
  IconPencil,
  IconPlug,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import type { OpenedConnectionFile } from '#shared/domain/connectionImport.ts';
import { dialectEvidenceWords } from '#shared/text/dialectWords.ts';
import { keyProblemWords, keyStateWords } from '#shared/text/keyStateWords.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { openWindow } from '../../api/app.ts';
import {
  exportConnections,
  forgetConnection,
  openConnectionFile,
  removeConnection,
} from '../../api/connections.ts';
import {
  activate,
  openConnectionForm,
  showServiceFacts,
  showSnapshot,
  useAppStore,
} from '../../state/appStore.ts';
import { IconButton, IconMenuItem, SmallButton } from '../../ui/Buttons.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ConnectionDot } from '../../ui/ConnectionDot.tsx';
import { EnvironmentBadge } from '../../ui/EnvironmentBadge.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { notifySaved } from '../../ui/saveFile.ts';
import { Screen } from '../../ui/Screen.tsx';
import { CompareConnectionsDialog } from '../audit/CompareConnectionsDialog.tsx';
import { OpenSnapshotButton } from '../snapshots/OpenSnapshotButton.tsx';
import classes from './Connections.module.css';
import { ImportConnections } from './ImportConnections.tsx';
import { useOpenDemo } from './useOpenDemo.ts';
import { FixKeyButton } from './KeyStateStrip.tsx';
import kit from '../../ui/kit.module.css';

interface ConnectionsScreenProps {
  readonly connections: readonly Connection[];
  readonly activeId: ConnectionId | null;
}

export function ConnectionsScreen({ connections, activeId }: ConnectionsScreenProps) {
  const demo = useOpenDemo();
  const [comparing, setComparing] = useState<Connection | null>(null);
  const [removing, setRemoving] = useState<Connection | null>(null);
  const hasDemo = connections.some(({ kind }) => kind === 'demo');
  return (
    <Screen scrolls>
      <Stack maw={860} mx="auto" py="lg">
        <Group gap="sm">
          <Title order={1} fz="xl" flex={1}>
            Connections
          </Title>
          {!hasDemo && (
            <Button
              variant="default"
              leftSection={<IconFlask size={16} aria-hidden />}
              loading={demo.isPending}
              onClick={() => demo.mutate()}
            >
              Explore the demo memory
            </Button>
          )}
          <OpenSnapshotButton />
          <FileMenu hasServices={connections.some(({ kind }) => kind === 'service')} />
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => openConnectionForm({ kind: 'add' })}
          >
            Connect to a service
          </Button>
        </Group>
        {demo.isError && <ErrorNotice error={demo.error} onRetry={() => demo.mutate()} />}
        <ul className={kit.lined}>
          {connections.map((connection) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              isActive={connection.id === activeId}
              onCompare={connections.length > 1 ? () => setComparing(connection) : null}
              onRemove={() => setRemoving(connection)}
            />
          ))}
        </ul>
      </Stack>
      {removing !== null && <RemoveDialog connection={removing} onClose={() => setRemoving(null)} />}
      {comparing !== null && (
        <CompareConnectionsDialog
          connection={comparing}
          connections={connections}
          onClose={() => setComparing(null)}
        />
      )}
    </Screen>
  );
}

/** Imports and exports connections. */
function FileMenu({ hasServices }: { readonly hasServices: boolean }) {
  const [opened, setOpened] = useState<OpenedConnectionFile | null>(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            aria-label="More actions for connections"
            title="More actions"
          >
            <IconDotsVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <IconMenuItem
            icon={IconFileImport}
            onClick={() => void openConnectionFile().then(setOpened, notifyFailure)}
          >
            Import connections…
          </IconMenuItem>
          <IconMenuItem
            icon={IconFileExport}
            disabled={!hasServices}
            onClick={() => void notifySaved(exportConnections())}
          >
            Export without keys…
          </IconMenuItem>
        </Menu.Dropdown>
      </Menu>
      {opened !== null && <ImportConnections file={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const badge = { variant: 'default', size: 'sm', tt: 'none', flex: 'none' } as const;

interface ConnectionRowProps {
  readonly connection: Connection;
  readonly isActive: boolean;
  /** null: there is no other connection to compare it with. */
  readonly onCompare: (() => void) | null;
  readonly onRemove: () => void;
}

function ConnectionRow({ connection, isActive, onCompare, onRemove }: ConnectionRowProps) {
  const { id, kind, name, baseUrl, snapshotPath, keyState, service } = connection;
  const place = baseUrl ?? snapshotPath;
  const hasProblem = keyProblemWords(keyState) !== null;
  return (
    <li className={classes.row}>
      <ConnectionDot colour={connection.colour} />
      <Box flex={1} miw={0}>
        <Group gap="sm" wrap="nowrap">
          <Text fw={600} truncate title={visibleLine(name)}>
            {visibleLine(name)}
          </Text>
          <EnvironmentBadge environment={connection.environment} />
          {connection.readOnly && (
            <Badge {...badge} leftSection={<IconLock size={11} aria-hidden />}>
              Read-only
            </Badge>
          )}
          {isActive && <Badge {...badge}>Active</Badge>}
          {service?.dialect === 'open-server' && (
            <Tooltip multiline maw={420} label={dialectEvidenceWords(service)}>
              <Badge {...badge} tabIndex={0}>
                Open server
              </Badge>
            </Tooltip>
          )}
        </Group>
        <Group gap="sm" wrap="nowrap" c="dimmed" fz="sm">
          <Text inherit truncate title={place ?? undefined}>
            {kind === 'demo' ? 'Built-in service' : place}
          </Text>
          <span aria-hidden>·</span>
          <Text inherit span flex="none" {...(hasProblem && { c: 'var(--verdict-amber-fg)' })}>
            {keyStateWords(keyState)}
          </Text>
          {keyState.kind !== 'missing' && <FixKeyButton connection={connection} />}
        </Group>
      </Box>
      {kind === 'service' && (
        <IconButton
          label={`Edit ${name}`}
          tooltip="Edit"
          icon={IconPencil}
          onClick={() => openConnectionForm({ kind: 'edit', id, beginsAtKey: keyState.kind === 'missing' })}
        />
      )}
      <RowMenu connection={connection} onCompare={onCompare} onRemove={onRemove} />
      <SmallButton icon={IconPlug} aria-label={`Open ${name}`} onClick={() => activate(id)}>
        Open
      </SmallButton>
    </li>
  );
}

function RowMenu({ connection, onCompare, onRemove }: Omit<ConnectionRowProps, 'isActive'>) {
  const { id, kind, name, keyState } = connection;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={`More actions for ${name}`} tooltip="More actions" icon={IconDotsVertical} />
      </Menu.Target>
      <Menu.Dropdown>
        {kind === 'snapshot' ? (
          <IconMenuItem icon={IconFileCertificate} onClick={() => showSnapshot(id)}>
            Show checks
          </IconMenuItem>
        ) : (
          <IconMenuItem icon={IconInfoCircle} onClick={() => showServiceFacts(id)}>
            Service facts
          </IconMenuItem>
        )}
        <IconMenuItem
          icon={IconAppWindow}
          onClick={() => void openWindow({ connectionId: id }).catch(notifyFailure)}
        >
          Open in a new window
        </IconMenuItem>
        {onCompare !== null && (
          <IconMenuItem icon={IconArrowsDiff} onClick={onCompare}>
            Compare with…
          </IconMenuItem>
        )}
        {kind === 'service' && keyState.kind === 'saved' && (
          <IconMenuItem
            icon={IconKey}
            onClick={() => openConnectionForm({ kind: 'edit', id, beginsAtKey: true })}
          >
            Replace key…
          </IconMenuItem>
        )}
        {kind !== 'demo' && (
          <>
            <Menu.Divider />
            <IconMenuItem icon={IconTrash} color="red" onClick={onRemove}>
              Remove…
            </IconMenuItem>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface RemoveDialogProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

function RemoveDialog({ connection, onClose }: RemoveDialogProps) {
  const { id, kind, name, keepsHistory } = connection;
  const queryClient = useQueryClient();
  const activeId = useAppStore((state) => state.activeConnectionId);
  return (
    <ConfirmDialog
      title="Remove connection?"
      action="Remove"
      onConfirm={async () => {
        const { filesLeft } = await removeConnection({ id });
        if (activeId === id) useAppStore.setState({ activeConnectionId: null, screen: 'connections' });
        forgetConnection(queryClient, id);
        notifyDone(
          filesLeft
            ? `Removed ${quoteText(name)}. Some of its files are in use and could not be deleted. Atom Explorer deletes them the next time it starts.`
            : `Removed ${quoteText(name)}.`,
        );
      }}
      onClose={onClose}
    >
      <Text inherit style={{ overflowWrap: 'anywhere' }}>
        This deletes everything that this app saved for <strong>{visibleLine(name)}</strong>:{' '}
        {kind === 'snapshot'
          ? 'its known keys, root ledger, and pinned roots. The file is not deleted.'
          : `its API key, known keys, root ledger, pinned roots, recall history, expectations, scoreboard, receipts, drafts, ${keepsHistory ? 'uploads, and the history of its values' : 'and uploads'}. The service and its atoms are not affected.`}
      </Text>
    </ConfirmDialog>
  );
}
