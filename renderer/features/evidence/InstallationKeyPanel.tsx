import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconDownload, IconKey, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InstallationKeys, KnownInstallationKey } from '#shared/domain/installationKey.ts';
import { momentWords } from '#shared/text/times.ts';
import {
  installationKeysQuery,
  replaceInstallationKey,
  savePublicKey,
  useCreateInstallationKey,
} from '../../api/identity.ts';
import { IconButton, SmallButton } from '../../ui/Buttons.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { Panel } from '../../ui/Panel.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { notifySaved } from '../../ui/saveFile.ts';
import { FingerprintText } from './FingerprintText.tsx';

/** The key with which this installation signs what it saw, and its predecessors. */
export function InstallationKeyPanel() {
  const keys = useQuery(installationKeysQuery);
  return (
    <Panel title="Installation key">
      <Dimmed>
        Atom Explorer signs evidence with this key. A signature means “this installation says it read this”.
        It never means that the service said so. The private key stays in your system’s keychain.
      </Dimmed>
      <QueryView query={keys} loading="Loading the installation key" rows={2} p={0}>
        {(data) =>
          data.current === null ? <NoKey /> : <Keys current={data.current} earlier={data.earlier} />
        }
      </QueryView>
    </Panel>
  );
}

function NoKey() {
  const create = useCreateInstallationKey();
  return (
    <>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconKey size={16} aria-hidden />}
          loading={create.isPending}
          onClick={() => create.mutate()}
        >
          Create key
        </Button>
        <Dimmed>Otherwise, it is created when you first export evidence.</Dimmed>
      </Group>
      {create.isError && <ErrorNotice error={create.error} onRetry={() => create.mutate()} />}
    </>
  );
}

interface KeysProps extends InstallationKeys {
  readonly current: KnownInstallationKey;
}

function Keys({ current, earlier }: KeysProps) {
  const [isReplacing, setIsReplacing] = useState(false);
  return (
    <>
      <Facts>
        <Fact label="Fingerprint">
          <FingerprintText fingerprint={current.fingerprint} label="fingerprint" />
        </Fact>
        <Fact label="Created">{momentWords(current.createdAt)}</Fact>
      </Facts>
      <Group gap="sm">
        <SmallButton icon={IconDownload} onClick={() => void savePublicKeyOf(current.fingerprint)}>
          Save public key…
        </SmallButton>
        <SmallButton icon={IconRefresh} onClick={() => setIsReplacing(true)}>
          Replace…
        </SmallButton>
      </Group>
      {earlier.length > 0 && <EarlierKeys keys={earlier} />}
      {isReplacing && <ReplaceDialog onClose={() => setIsReplacing(false)} />}
    </>
  );
}

function EarlierKeys({ keys }: { readonly keys: readonly KnownInstallationKey[] }) {
  return (
    <DataTable
      label="Earlier installation keys"
      rows={keys}
      rowKey={({ fingerprint }) => fingerprint}
      columns={[
        {
          name: 'fingerprint',
          header: 'Earlier keys',
          isRowHeader: true,
          render: ({ fingerprint }) => <HashChip hash={fingerprint} />,
        },
        { name: 'created', header: 'Created', render: ({ createdAt }) => momentWords(createdAt) },
        {
          name: 'retired',
          header: 'Replaced',
          render: ({ retiredAt }) => (retiredAt === null ? '' : momentWords(retiredAt)),
        },
        {
          name: 'save',
          header: <VisuallyHidden>Actions</VisuallyHidden>,
          width: '48px',
          render: ({ fingerprint }) => (
            <IconButton
              label={`Save public key ${fingerprint.slice(0, 8)}`}
              tooltip="Save public key…"
              icon={IconDownload}
              onClick={() => void savePublicKeyOf(fingerprint)}
            />
          ),
        },
      ]}
    />
  );
}

function ReplaceDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Replace the installation key?"
      action="Replace"
      onConfirm={async () => {
        await replaceInstallationKey();
        notifyDone('This installation has a new key.');
      }}
      onClose={onClose}
    >
      <Text inherit>
        New evidence will have a new fingerprint. Give the new public key to everyone who has the old one.
      </Text>
      <Text inherit>
        The old private key is deleted. Evidence that it signed stays valid, and its fingerprint stays listed.
      </Text>
    </ConfirmDialog>
  );
}

async function savePublicKeyOf(fingerprint: string): Promise<void> {
  await notifySaved(savePublicKey({ fingerprint }));
}
