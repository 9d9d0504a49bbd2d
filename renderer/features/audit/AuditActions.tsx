import { Menu, TextInput } from '@mantine/core';
import {
  IconCertificate,
  IconClock,
  IconDotsVertical,
  IconPencil,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { longestAuditName, type AuditInfo } from '#shared/domain/audit.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { deleteAudit, exportAudit, printAudit, renameAudit } from '../../api/audits.ts';
import { useAuditEvidencePreferences } from '../../state/auditEvidencePreferences.ts';
import { IconButton, IconMenuItem, SmallButton } from '../../ui/Buttons.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { notifySaved } from '../../ui/saveFile.ts';
import { hasEnded } from './auditStates.ts';
import { AuditEvidenceDialog } from './AuditEvidenceDialog.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';

/** Saves, renames, schedules, and deletes an audit. */
export function AuditActions({ info }: { readonly info: AuditInfo }) {
  const [asking, setAsking] = useState<'evidence' | 'rename' | 'schedule' | 'delete' | null>(null);
  const { connectionId, id: auditId, progress } = info;
  const { auditor } = useAuditEvidencePreferences();
  const close = (): void => setAsking(null);
  return (
    <>
      {hasEnded(info) && (
        <>
          <SmallButton
            variant="filled"
            icon={IconCertificate}
            blocked={progress.done === 0 ? 'There is nothing to sign: no key was read.' : null}
            onClick={() => setAsking('evidence')}
          >
            Save signed evidence…
          </SmallButton>
          <ExportMenu
            label="audit"
            choices={exportChoices}
            onExport={async (format) => {
              await notifySaved(exportAudit({ connectionId, auditId, format, auditor }));
            }}
          />
        </>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton icon={IconDotsVertical} label="More actions" />
        </Menu.Target>
        <Menu.Dropdown>
          {hasEnded(info) && (
            <IconMenuItem
              icon={IconPrinter}
              onClick={() => {
                printAudit({ connectionId, auditId, auditor }).catch(notifyFailure);
              }}
            >
              Print report…
            </IconMenuItem>
          )}
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
      {asking === 'evidence' && <AuditEvidenceDialog info={info} onClose={close} />}
      {asking === 'rename' && <RenameDialog info={info} onClose={close} />}
      {asking === 'schedule' && <ScheduleDialog of={{ audit: info }} onClose={close} />}
      {asking === 'delete' && <DeleteDialog info={info} onClose={close} />}
    </>
  );
}

const exportChoices = [
  { format: 'html', words: 'HTML report…' },
  { format: 'pdf', words: 'PDF report…' },
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
      onSubmit={() => renameAudit({ connectionId: info.connectionId, auditId: info.id, name })}
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
        await deleteAudit({ connectionId: info.connectionId, auditId: info.id });
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
