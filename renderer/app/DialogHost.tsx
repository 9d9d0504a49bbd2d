import type { Connection } from '#shared/domain/connection.ts';
import { useAppStore } from '../state/appStore.ts';
import { closeDialog, useDialogs, type AppDialog } from '../state/dialogs.ts';
import { useEditorStore } from '../state/editorStore.ts';
import { loadOnUse } from '../ui/loadOnUse.tsx';
import { ActiveConnection } from '../widgets/ActiveConnection.tsx';

const EditorDialog = loadOnUse(
  async () => (await import('../features/editor/EditorDialog.tsx')).EditorDialog,
  null,
);
const EvidenceDialog = loadOnUse(
  async () => (await import('../features/evidence/EvidenceDialog.tsx')).EvidenceDialog,
  null,
);
const ConnectionFormDialog = loadOnUse(
  async () => (await import('../features/connections/ConnectionForm.tsx')).ConnectionFormDialog,
  null,
);
const SnapshotDialog = loadOnUse(
  async () => (await import('../features/snapshots/SnapshotDialog.tsx')).SnapshotDialog,
  null,
);
const ServiceFactsDialog = loadOnUse(
  async () => (await import('../features/serviceFacts/ServiceFactsDialog.tsx')).ServiceFactsDialog,
  null,
);
const PinsDialog = loadOnUse(async () => (await import('../features/pins/PinsDialog.tsx')).PinsDialog, null);
const PinRootDialog = loadOnUse(
  async () => (await import('../features/pins/PinRootDialog.tsx')).PinRootDialog,
  null,
);
const WriteRestore = loadOnUse(
  async () => (await import('../features/bulkEdit/WriteRestore.tsx')).WriteRestore,
  null,
);

/** The dialogs that any part of the window can open, above the screens: a screen that changes below leaves them as they are. */
export function DialogHost({ connections }: { readonly connections: readonly Connection[] }) {
  const open = useDialogs((state) => state.open);
  const activeId = useAppStore((state) => state.activeConnectionId);
  const draft = useEditorStore((state) => state.draft);
  const active = connections.find(({ id }) => id === activeId) ?? null;
  return (
    <ActiveConnection connection={active}>
      {active !== null && draft?.connectionId === active.id && (
        <EditorDialog key={draft.id} connection={active} draft={draft} />
      )}
      {open.map((dialog) => (
        <HostedDialog key={dialog.kind} dialog={dialog} connections={connections} active={active} />
      ))}
    </ActiveConnection>
  );
}

interface HostedDialogProps {
  readonly dialog: AppDialog;
  readonly connections: readonly Connection[];
  readonly active: Connection | null;
}

function HostedDialog({ dialog, connections, active }: HostedDialogProps) {
  const close = (): void => closeDialog(dialog.kind);
  switch (dialog.kind) {
    case 'connection-form':
      return <ConnectionFormDialog form={dialog.form} connections={connections} onClose={close} />;
    case 'snapshot':
      return <SnapshotDialog id={dialog.id} onClose={close} />;
    case 'service-facts': {
      const connection = connections.find(({ id }) => id === dialog.connectionId);
      return connection === undefined ? null : <ServiceFactsDialog connection={connection} onClose={close} />;
    }
    case 'pins':
      return <PinsDialog connectionId={dialog.connectionId} onClose={close} />;
    case 'pin-root':
      return <PinRootDialog connectionId={dialog.connectionId} root={dialog.root} onClose={close} />;
    case 'evidence':
      return <EvidenceDialog target={dialog.target} onClose={close} />;
    case 'restore':
      // Its values belong to one connection, which may not be the active one any more.
      return dialog.write.connectionId === active?.id ? (
        <WriteRestore key={dialog.write.writeId} connection={active} write={dialog.write} />
      ) : null;
  }
}
