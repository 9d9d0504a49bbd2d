import { Group, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longestPem, type TrustedKey } from '#shared/domain/installationKey.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import {
  addTrustedKey,
  removeTrustedKey,
  trustedKeysQuery,
  useChangeTrustedKeys,
} from '../../api/identity.ts';
import { IconButton, SmallButton } from '../../ui/Buttons.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { Panel } from '../../ui/Panel.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { AddPemDialog } from './AddPemDialog.tsx';

/** The public keys of others, whose evidence gets a name. */
export function TrustedKeysPanel() {
  const keys = useQuery(trustedKeysQuery);
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<TrustedKey | null>(null);
  const add = useChangeTrustedKeys((input: { readonly name: string; readonly pem: string }) =>
    addTrustedKey(input),
  );
  return (
    <Panel title="Trusted keys">
      <Dimmed>
        Add the public keys of colleagues, so that evidence and checkpoints they signed show their name.
        Compare the fingerprint with them by phone or in person.
      </Dimmed>
      <QueryView query={keys} loading="Loading trusted keys" rows={2} p={0}>
        {(data) => data.length > 0 && <KeyTable keys={data} onRemove={setRemoving} />}
      </QueryView>
      <Group>
        <SmallButton icon={IconPlus} onClick={() => setIsAdding(true)}>
          Add key…
        </SmallButton>
      </Group>
      {isAdding && (
        <AddPemDialog
          title="Add trusted key"
          nameDescription="Whose key it is"
          label="Public key"
          description="Ed25519, in PEM format or as a verifier key"
          placeholder="-----BEGIN PUBLIC KEY-----"
          extensions={['pem', 'pub', 'txt']}
          maxLength={longestPem}
          onAdd={async (added) => {
            await add.mutateAsync(added);
            notifyDone(`You now trust the key of ${quoteText(added.name)}.`);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {removing !== null && <RemoveKeyDialog trusted={removing} onClose={() => setRemoving(null)} />}
    </Panel>
  );
}

interface KeyTableProps {
  readonly keys: readonly TrustedKey[];
  readonly onRemove: (key: TrustedKey) => void;
}

function KeyTable({ keys, onRemove }: KeyTableProps) {
  return (
    <DataTable
      label="List of trusted keys"
      rows={keys}
      rowKey={({ fingerprint }) => fingerprint}
      columns={[
        { name: 'name', header: 'Name', isRowHeader: true, render: ({ name }) => visibleLine(name) },
        {
          name: 'fingerprint',
          header: 'Fingerprint',
          render: ({ fingerprint }) => <HashChip hash={fingerprint} />,
        },
        { name: 'added', header: 'Added', render: ({ addedAt }) => momentWords(addedAt) },
        {
          name: 'remove',
          header: <VisuallyHidden>Actions</VisuallyHidden>,
          width: '48px',
          render: (key) => (
            <IconButton
              label={`Remove ${visibleLine(key.name)}`}
              tooltip="Remove…"
              icon={IconTrash}
              onClick={() => onRemove(key)}
            />
          ),
        },
      ]}
    />
  );
}

interface RemoveKeyDialogProps {
  readonly trusted: TrustedKey;
  readonly onClose: () => void;
}

function RemoveKeyDialog({ trusted, onClose }: RemoveKeyDialogProps) {
  const remove = useChangeTrustedKeys((fingerprint: string) => removeTrustedKey({ fingerprint }));
  return (
    <ConfirmDialog
      title={`Remove the key of ${quoteText(trusted.name)}?`}
      action="Remove"
      onConfirm={() => remove.mutateAsync(trusted.fingerprint)}
      onClose={onClose}
    >
      <p>
        Evidence signed with this key will count as signed with an unknown key. You can add the key again
        later.
      </p>
    </ConfirmDialog>
  );
}
