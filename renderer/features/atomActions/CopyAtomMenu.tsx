import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useActiveConnection } from '../../state/appStore.ts';
import { atomCopies, atomCopyNames, canCopy } from './atomCopies.ts';
import { useCopyAtom } from './useCopyAtom.ts';

/** A menu that copies the key of an atom, its value, the atom as JSON, or a command that reads it. */
export function CopyAtomMenu({ atomKey }: { readonly atomKey: string }) {
  const connection = useActiveConnection();
  const copy = useCopyAtom(connection);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label="Copy">
          <ActionIcon size="sm" aria-label="Copy key, value, JSON or curl">
            <IconCopy size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {atomCopyNames.map((what) => (
          <Menu.Item
            key={what}
            disabled={!canCopy(what, { key: atomKey, baseUrl: connection.baseUrl })}
            onClick={() => copy(atomKey, what)}
          >
            {atomCopies[what].label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
