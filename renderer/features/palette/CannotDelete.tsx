import { Button, Group, Modal, Stack } from '@mantine/core';

/** Where users look for Delete: what is possible instead. */
export function CannotDelete({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="This service cannot delete atoms" size={480}>
      <Stack gap="md" fz="sm">
        <p>An Atom Memory Service has no request that deletes an atom or a key. Nothing was changed.</p>
        <p>
          To replace the value, edit the atom. To remove the key from the known keys of this app, choose
          Forget in its menu: the atom stays in the memory.
        </p>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
