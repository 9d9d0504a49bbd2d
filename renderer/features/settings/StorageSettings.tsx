import { Group, Select, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { storedParts, type StorageUse, type StoredPart } from '#shared/domain/storageUse.ts';
import { historyExplanation } from '#shared/text/historyWords.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { showDataFolder, showLogFile } from '../../api/files.ts';
import { connectionsQuery } from '../../api/connections.ts';
import { setHistoryKept } from '../../api/history.ts';
import { storageUseQuery, useDeleteStored } from '../../api/storageUse.ts';
import { useAppStore } from '../../state/appStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { SettingRow } from './SettingRow.tsx';
import { storedWords } from './storedWords.ts';

/** What is kept of each connection on this computer, with its size, and a way to delete it. */
export function StoredSetting() {
  const use = useQuery(storageUseQuery);
  const { data: connections = [] } = useQuery(connectionsQuery);
  const activeId = useAppStore((state) => state.activeConnectionId);
  const [chosen, choose] = useState<ConnectionId | null>(null);
  const shown = connections.find(({ id }) => id === (chosen ?? activeId)) ?? connections[0] ?? null;
  if (shown === null) return <Dimmed>Nothing yet: there are no connections.</Dimmed>;
  return (
    <Stack gap="2xs">
      <SettingRow
        title="Connection"
        description="Everything is kept on this computer only. Removing a connection deletes all of it."
      >
        <Select
          size="xs"
          w={220}
          aria-label="Connection"
          allowDeselect={false}
          data={connections.map(({ id, name }) => ({ value: id, label: visibleLine(name) }))}
          value={shown.id}
          onChange={(id) => choose(connections.find((one) => one.id === id)?.id ?? null)}
        />
      </SettingRow>
      {shown.kind !== 'snapshot' && <HistorySetting key={shown.id} connection={shown} />}
      <QueryView query={use} loading="Measuring what is kept" rows={6} p={0}>
        {(measured) => <Parts connection={shown} measured={measured} />}
      </QueryView>
    </Stack>
  );
}

function HistorySetting({ connection }: { readonly connection: Connection }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (isKept: boolean) => setHistoryKept(client, connection.id, isKept),
    onError: notifyFailure,
  });
  return (
    <SettingRow
      title="Keep a history of values"
      description={`${historyExplanation} Turning it off keeps what is saved until you delete it below.`}
    >
      <Switch
        aria-label="Keep a history of values"
        checked={connection.keepsHistory}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </SettingRow>
  );
}

interface PartsProps {
  readonly connection: Connection;
  readonly measured: StorageUse;
}

function Parts({ connection, measured }: PartsProps) {
  const bytes = measured.connections.find(({ id }) => id === connection.id)?.bytes;
  if (bytes === undefined) return null;
  const order = Object.keys(storedWords) as StoredPart[];
  const isComplete = storedParts.every((part) => bytes[part] !== null);
  const total = storedParts.reduce((sum, part) => sum + (bytes[part] ?? 0), 0);
  return (
    <Stack gap="2xs" role="list" aria-label={`Kept of ${visibleLine(connection.name)}`}>
      {order.map((part) => (
        <StoredRow
          key={part}
          connectionId={connection.id}
          part={part}
          of={visibleLine(connection.name)}
          bytes={bytes[part]}
        />
      ))}
      <Text size="sm" fw={600} ta="right">
        {isComplete ? 'Total' : 'At least'} {sizeWords(total)}
      </Text>
    </Stack>
  );
}

interface StoredRowProps {
  readonly connectionId: ConnectionId;
  readonly part: StoredPart;
  /** The name of the connection. */
  readonly of: string;
  readonly bytes: number | null;
}

function StoredRow({ connectionId, part, of, bytes }: StoredRowProps) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteStored();
  const { title, what, deleting } = storedWords[part];
  return (
    <div role="listitem" aria-label={title}>
      <SettingRow title={title} description={what}>
        <Group gap="sm" wrap="nowrap">
          <Size bytes={bytes} />
          {deleting !== null && (
            <SmallButton
              aria-label={`Delete ${title}`}
              disabled={bytes === 0}
              onClick={() => setIsAsking(true)}
            >
              Delete…
            </SmallButton>
          )}
        </Group>
      </SettingRow>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${title.charAt(0).toLowerCase()}${title.slice(1)}?`}
          action="Delete"
          onConfirm={async () => {
            await remove.mutateAsync({ connectionId, part });
            notifyDone(`${title} deleted.`);
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>
            Connection: <strong>{of}</strong>. {deleting}
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** The log of the app, which belongs to no connection. */
export function LogSetting() {
  const use = useQuery(storageUseQuery);
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteStored();
  return (
    <SettingRow
      title="Log of the app"
      description="What went wrong, for a bug report. It has no API keys and no values."
    >
      <Group gap="sm" wrap="nowrap">
        {use.data !== undefined && <Size bytes={use.data.log} />}
        <SmallButton onClick={() => void showLogFile().catch(notifyFailure)}>Show file</SmallButton>
        <SmallButton
          aria-label="Delete the log of the app"
          disabled={use.data?.log === 0}
          onClick={() => setIsAsking(true)}
        >
          Delete…
        </SmallButton>
      </Group>
      {isAsking && (
        <ConfirmDialog
          title="Delete the log of the app?"
          action="Delete"
          onConfirm={() => remove.mutateAsync({ connectionId: null, part: 'other' })}
          onClose={() => setIsAsking(false)}
        >
          <p>You can then no longer send it with a bug report. A new one begins with the next entry.</p>
        </ConfirmDialog>
      )}
    </SettingRow>
  );
}

export function FolderSetting() {
  const use = useQuery(storageUseQuery);
  return (
    <SettingRow
      title="Folder"
      description={use.data === undefined ? undefined : visibleLine(use.data.folder)}
    >
      <SmallButton onClick={() => void showDataFolder().catch(notifyFailure)}>Show in folder</SmallButton>
    </SettingRow>
  );
}

function Size({ bytes }: { readonly bytes: number | null }) {
  return (
    <Dimmed span style={{ whiteSpace: 'nowrap' }}>
      {bytes === null ? 'could not be read' : bytes === 0 ? 'nothing' : sizeWords(bytes)}
    </Dimmed>
  );
}
