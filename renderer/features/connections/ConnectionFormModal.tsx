import { Modal } from '@mantine/core';
import type { Connection } from '#shared/domain/connection.ts';
import { useAppStore } from '../../state/appStore.ts';
import { ConnectionForm } from './ConnectionForm.tsx';

/** The connection form, opened from anywhere through the app store. */
export function ConnectionFormModal({ connections }: { readonly connections: readonly Connection[] }) {
  const form = useAppStore((state) => state.connectionForm);
  const close = useAppStore((state) => state.closeConnectionForm);
  const edited = form?.kind === 'edit' ? (connections.find(({ id }) => id === form.id) ?? null) : null;
  const isOpen = form !== null && (form.kind === 'add' || edited !== null);
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={edited === null ? 'Connect to a service' : 'Edit connection'}
      size={520}
      // What was typed is not lost to a stray click.
      closeOnClickOutside={false}
    >
      {isOpen && (
        <ConnectionForm
          key={edited?.id ?? 'new'}
          connection={edited}
          beginsAtKey={form.kind === 'edit' && form.beginsAtKey}
          onDone={close}
        />
      )}
    </Modal>
  );
}
