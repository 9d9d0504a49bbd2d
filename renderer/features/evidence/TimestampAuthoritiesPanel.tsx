import { Group, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longestCertificatePem, type TimestampAuthority } from '#shared/domain/timestampAuthority.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { dayWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import {
  addTimestampAuthority,
  removeTimestampAuthority,
  timestampSettingsQuery,
  useChangeTimestampSettings,
} from '../../api/timestamps.ts';
import { IconButton, SmallButton } from '../../ui/Buttons.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { Panel } from '../../ui/Panel.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { AddPemDialog } from './AddPemDialog.tsx';

/** The certificates of those who may say when a bundle existed. */
export function TimestampAuthoritiesPanel() {
  const settings = useQuery(timestampSettingsQuery);
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<TimestampAuthority | null>(null);
  const add = useChangeTimestampSettings((input: { readonly name: string; readonly pem: string }) =>
    addTimestampAuthority(input),
  );
  return (
    <Panel title="Timestamp authorities">
      <Dimmed>
        Add the certificates of timestamp authorities that you trust. Without one, the time of a timestamp is
        not proven, because anyone can make one with a certificate of their own.
      </Dimmed>
      <QueryView query={settings} loading="Loading timestamp authorities" rows={2} p={0}>
        {({ authorities }) =>
          authorities.length > 0 && <AuthorityTable authorities={authorities} onRemove={setRemoving} />
        }
      </QueryView>
      <Group>
        <SmallButton icon={IconPlus} onClick={() => setIsAdding(true)}>
          Add certificate…
        </SmallButton>
      </Group>
      {isAdding && (
        <AddPemDialog
          title="Add timestamp authority"
          nameDescription="Whose certificate it is"
          label="Certificate"
          description="Of the authority, or the root that issued its certificate, in PEM format"
          placeholder="-----BEGIN CERTIFICATE-----"
          extensions={['pem', 'crt', 'cer', 'txt']}
          maxLength={longestCertificatePem}
          onAdd={async (added) => {
            await add.mutateAsync(added);
            notifyDone(`You now trust timestamps of ${quoteText(added.name)}.`);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {removing !== null && <RemoveDialog authority={removing} onClose={() => setRemoving(null)} />}
    </Panel>
  );
}

interface AuthorityTableProps {
  readonly authorities: readonly TimestampAuthority[];
  readonly onRemove: (authority: TimestampAuthority) => void;
}

function AuthorityTable({ authorities, onRemove }: AuthorityTableProps) {
  return (
    <DataTable
      label="Trusted timestamp authorities"
      rows={authorities}
      rowKey={({ fingerprint }) => fingerprint}
      columns={[
        { name: 'name', header: 'Name', isRowHeader: true, render: ({ name }) => visibleLine(name) },
        { name: 'subject', header: 'Subject', render: ({ subject }) => visibleLine(subject) },
        {
          name: 'fingerprint',
          header: 'SHA-256',
          render: ({ fingerprint }) => <HashChip hash={fingerprint} />,
        },
        {
          name: 'validUntil',
          header: 'Valid until',
          render: ({ validUntil }) => dayWords(validUntil),
        },
        {
          name: 'remove',
          header: <VisuallyHidden>Actions</VisuallyHidden>,
          width: '48px',
          render: (authority) => (
            <IconButton
              label={`Remove ${visibleLine(authority.name)}`}
              tooltip="Remove…"
              icon={IconTrash}
              onClick={() => onRemove(authority)}
            />
          ),
        },
      ]}
    />
  );
}

interface RemoveDialogProps {
  readonly authority: TimestampAuthority;
  readonly onClose: () => void;
}

function RemoveDialog({ authority, onClose }: RemoveDialogProps) {
  const remove = useChangeTimestampSettings((fingerprint: string) =>
    removeTimestampAuthority({ fingerprint }),
  );
  return (
    <ConfirmDialog
      title={`Remove the certificate of ${quoteText(authority.name)}?`}
      action="Remove"
      onConfirm={() => remove.mutateAsync(authority.fingerprint)}
      onClose={onClose}
    >
      <p>The time of its timestamps will no longer be proven. You can add the certificate again later.</p>
    </ConfirmDialog>
  );
}
