import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconFlask, IconLock, IconPencil, IconPlug, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useAppStore } from '../../state/appStore.ts';
import { ConnectionDot } from '../../ui/ConnectionDot.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import classes from './ConnectionsScreen.module.css';
import { keyStateWords } from './keyStateWords.ts';
import { ReadAgainButton, SaveKeyButton } from './KeyStateStrip.tsx';
import { RemoveConnectionModal } from './RemoveConnectionModal.tsx';
import { useOpenDemo } from './useOpenDemo.ts';

interface ConnectionsScreenProps {
  readonly connections: readonly Connection[];
  readonly activeId: ConnectionId | null;
}

export function ConnectionsScreen({ connections, activeId }: ConnectionsScreenProps) {
  const openForm = useAppStore((state) => state.openConnectionForm);
  const demo = useOpenDemo();
  const [removing, setRemoving] = useState<Connection | null>(null);
  const hasDemo = connections.some(({ kind }) => kind === 'demo');
  return (
    <div className={classes.screen}>
      <div className={classes.content}>
        <div className={classes.head}>
          <h1>Connections</h1>
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
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => openForm({ kind: 'add' })}>
            Connect to a service
          </Button>
        </div>
        {demo.isError && <ErrorNotice error={demo.error} onRetry={() => demo.mutate()} />}
        <ul className={classes.list}>
          {connections.map((connection) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              isActive={connection.id === activeId}
              onRemove={() => setRemoving(connection)}
            />
          ))}
        </ul>
      </div>
      <RemoveConnectionModal connection={removing} onClose={() => setRemoving(null)} />
    </div>
  );
}

interface ConnectionRowProps {
  readonly connection: Connection;
  readonly isActive: boolean;
  readonly onRemove: () => void;
}

function ConnectionRow({ connection, isActive, onRemove }: ConnectionRowProps) {
  const activate = useAppStore((state) => state.activate);
  const openForm = useAppStore((state) => state.openConnectionForm);
  const { id, kind, name, baseUrl, keyState } = connection;
  const needsAttention = keyState.kind !== 'saved' && keyState.kind !== 'built-in';
  return (
    <li className={classes.row} data-active={isActive}>
      <ConnectionDot colour={connection.colour} />
      <div className={classes.words}>
        <div className={classes.title}>
          <span className={classes.name} title={visibleLine(name)}>
            {visibleLine(name)}
          </span>
          {connection.readOnly && (
            <span className={classes.tag}>
              <IconLock size={11} aria-hidden /> read-only
            </span>
          )}
          {isActive && <span className={classes.tag}>active</span>}
        </div>
        <div className={classes.details}>
          <span className={classes.address} title={baseUrl ?? undefined}>
            {kind === 'demo' ? 'The service inside Atom Explorer' : baseUrl}
          </span>
          <span className={classes.keyState} data-attention={needsAttention}>
            {keyStateWords(keyState)}
          </span>
          {keyState.kind === 'session' && <SaveKeyButton connection={connection} />}
          {keyState.kind === 'unreadable' && <ReadAgainButton connection={connection} />}
        </div>
      </div>
      {kind === 'service' && (
        <>
          <Tooltip label="Edit">
            <ActionIcon
              aria-label={`Edit ${name}`}
              onClick={() => openForm({ kind: 'edit', id, beginsAtKey: keyState.kind === 'missing' })}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Remove">
            <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </>
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlug size={14} aria-hidden />}
        aria-label={`Open ${name}`}
        onClick={() => activate(id)}
      >
        Open
      </Button>
    </li>
  );
}
