import { Menu, TextInput } from '@mantine/core';
import { IconCertificate, IconClock, IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { longestAuditName, type AuditInfo } from '#shared/domain/audit.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { savedEvidenceWords } from '#shared/text/savedWords.ts';
import { ipc } from '../../api/ipc.ts';
import { IconButton, IconMenuItem, SmallButton } from '../../ui/Buttons.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { notifySaved } from '../../ui/saveFile.ts';
import { hasEnded } from './auditStates.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';

/** Saves, renames, schedules, and deletes an audit. */
export function AuditActions({ info }: { readonly info: AuditInfo }) {
  const [asking, setAsking] = useState<'rename' | 'schedule' | 'delete' | null>(null);
  const { connectionId, id: auditId, progress } = info;
  const sign = useMutation({
    mutationFn: async () =>
      savedEvidenceWords(await ipc.exportAudit({ connectionId, auditId, format: 'bundle' })),
    onSuccess: (words) => {
      if (words !== null) notifyDone(words);
    },
    onError: notifyFailure,
  });
  const close = (): void => setAsking(null);
  return (
    <>
      {hasEnded(info) && (
        <>
          <SmallButton
            variant="filled"
            icon={IconCertificate}
            loading={sign.isPending}
            blocked={progress.done === 0 ? 'There is nothing to sign: no key was read.' : null}
            onClick={() => sign.mutate()}
          >
            Save signed evidence
          </SmallButton>
          <ExportMenu
            label="audit"
            choices={exportChoices}
            onExport={async (format) => {
              await notifySaved(ipc.exportAudit({ connectionId, auditId, format }));
            }}
          />
        </>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton icon={IconDotsVertical} label="More actions" />
        </Menu.Target>
        <Menu.Dropdown>
          <IconMenuItem icon={IconPencil} onClick={() => setAsking('rename')}>
            Rename…
          </IconMenuItem>
          <IconMenuItem icon={IconClock} onClick={() => setAsking('schedule')}>
            Schedule…
          </IconMenuItem>
          <Menu.Divider />
          <IconMenuItem icon={IconTrash} c="var(--verdict-red-fg)" onClick={() => setAsking('delete')}>
            Delete…
          </IconMenuItem>
        </Menu.Dropdown>
      </Menu>
      {asking === 'rename' && <RenameDialog info={info} onClose={close} />}
      {asking === 'schedule' && <ScheduleDialog of={{ audit: info }} onClose={close} />}
      {asking === 'delete' && <DeleteDialog info={info} onClose={close} />}
    </>
  );
}

const exportChoices = [
  { format: 'html', words: 'HTML report…' },
  { format: 'csv', words: 'CSV report…' },
  { format: 'json', words: 'JSON report…' },
  { format: 'junit', words: 'JUnit report…' },
  { format: 'audit', words: 'All records (JSON Lines)…' },
] as const;

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
