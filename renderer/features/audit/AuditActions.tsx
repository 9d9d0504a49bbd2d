import { Menu, TextInput } from '@mantine/core';
import { IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { longestAuditName, type AuditInfo } from '#shared/domain/audit.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { ipc } from '../../api/ipc.ts';
import { IconButton, IconMenuItem } from '../../ui/Buttons.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { hasEnded } from './auditStates.ts';

/** Renames and deletes an audit. */
export function AuditActions({ info }: { readonly info: AuditInfo }) {
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null);
  const close = (): void => setAsking(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton icon={IconDotsVertical} label="More actions" />
        </Menu.Target>
        <Menu.Dropdown>
          <IconMenuItem icon={IconPencil} onClick={() => setAsking('rename')}>
            Rename…
          </IconMenuItem>
          <Menu.Divider />
          <IconMenuItem icon={IconTrash} c="var(--verdict-red-fg)" onClick={() => setAsking('delete')}>
            Delete…
          </IconMenuItem>
        </Menu.Dropdown>
      </Menu>
      {asking === 'rename' && <RenameDialog info={info} onClose={close} />}
      {asking === 'delete' && <DeleteDialog info={info} onClose={close} />}
    </>
  );
}

interface DialogProps {
  readonly info: AuditInfo;
  readonly onClose: () => void;
}

function RenameDialog({ info, onClose }: DialogProps) {
  const [name, setName] = useState(info.name);
  return (
    <FormDialog
      title="Rename audit"
      action="Rename"
      isDisabled={name.trim() === ''}
      onSubmit={() => ipc.renameAudit({ connectionId: info.connectionId, auditId: info.id, name })}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={longestAuditName}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  );
}

function DeleteDialog({ info, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title="Delete audit?"
      action="Delete"
      onConfirm={async () => {
        await ipc.deleteAudit({ connectionId: info.connectionId, auditId: info.id });
        notifyDone(`Deleted ${quoteText(info.name)}.`);
      }}
      onClose={onClose}
    >
      <p>
        This deletes the records of {quoteText(info.name)} from this computer
        {hasEnded(info) ? '' : ', and cancels it'}. Reports and bundles that you saved stay. The service is
        not affected.
      </p>
    </ConfirmDialog>
  );
}
