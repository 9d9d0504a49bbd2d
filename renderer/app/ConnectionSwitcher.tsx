import { Box, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconLock, IconPlug, IconPlus, IconSelector } from '@tabler/icons-react';
import type { Connection } from '#shared/domain/connection.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useAppStore } from '../state/appStore.ts';
import { ConnectionDot } from '../ui/ConnectionDot.tsx';
import classes from './App.module.css';

interface ConnectionSwitcherProps {
  readonly active: Connection;
  readonly connections: readonly Connection[];
}

export function ConnectionSwitcher({ active, connections }: ConnectionSwitcherProps) {
  const activate = useAppStore((state) => state.activate);
  const show = useAppStore((state) => state.show);
  const openForm = useAppStore((state) => state.openConnectionForm);
  return (
    <Menu
      position="bottom-start"
      width={320}
      checkIcon={<IconCheck size={14} aria-hidden />}
      // Without it, a long name makes its menu item wider than the menu.
      styles={{ itemLabel: { minWidth: 0 } }}
    >
      <Menu.Target>
        <UnstyledButton
          className={classes.switcher}
          aria-label={`Connection: ${active.name}. Switch connection`}
        >
          <ConnectionDot colour={active.colour} />
          <Text inherit span truncate title={active.name}>
            {visibleLine(active.name)}
          </Text>
          <IconSelector style={{ flex: 'none' }} color="var(--ink-dim)" size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Box mah="min(50vh, 420px)" style={{ overflowY: 'auto' }}>
          <Menu.RadioGroup value={active.id}>
            {connections.map((connection) => (
              <Menu.RadioItem
                key={connection.id}
                value={connection.id}
                closeMenuOnClick
                onChange={() => activate(connection.id)}
                rightSection={
                  connection.readOnly && (
                    <IconLock color="var(--ink-dim)" size={14} role="img" aria-label="Read-only" />
                  )
                }
              >
                <Group gap="sm" wrap="nowrap">
                  <ConnectionDot colour={connection.colour} />
                  <Box miw={0}>
                    <Text inherit truncate title={visibleLine(connection.name)}>
                      {visibleLine(connection.name)}
                    </Text>
                    <Text size="xs" c="dimmed" truncate title={connection.baseUrl ?? undefined}>
                      {connection.kind === 'demo' ? 'On this computer' : connection.baseUrl}
                    </Text>
                  </Box>
                </Group>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Box>
        <Menu.Divider />
        <Menu.Item leftSection={<IconPlus size={15} aria-hidden />} onClick={() => openForm({ kind: 'add' })}>
          Connect to a service
        </Menu.Item>
        <Menu.Item leftSection={<IconPlug size={15} aria-hidden />} onClick={() => show('connections')}>
          Manage connections
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
