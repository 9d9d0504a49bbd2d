import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconLock, IconPlug, IconPlus, IconSelector } from '@tabler/icons-react';
import type { Connection } from '#shared/domain/connection.ts';
import { useAppStore } from '../state/appStore.ts';
import { ConnectionDot } from '../ui/ConnectionDot.tsx';
import { visibleLine } from '#shared/text/visibleText.ts';
import classes from './ConnectionSwitcher.module.css';

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
      classNames={{ itemLabel: classes.itemLabel ?? '' }}
    >
      <Menu.Target>
        <UnstyledButton
          className={classes.target}
          aria-label={`Connection: ${active.name}. Switch connection`}
        >
          <ConnectionDot colour={active.colour} />
          <span className={classes.name} title={active.name}>
            {visibleLine(active.name)}
          </span>
          <IconSelector className={classes.dim} size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.list}>
          <Menu.RadioGroup value={active.id}>
            {connections.map((connection) => (
              <Menu.RadioItem
                key={connection.id}
                value={connection.id}
                closeMenuOnClick
                onChange={() => activate(connection.id)}
                rightSection={
                  connection.readOnly && (
                    <IconLock className={classes.dim} size={14} role="img" aria-label="read-only" />
                  )
                }
              >
                <span className={classes.entry}>
                  <ConnectionDot colour={connection.colour} />
                  <span className={classes.entryName} title={visibleLine(connection.name)}>
                    {visibleLine(connection.name)}
                  </span>
                  <span className={classes.entryAddress} title={connection.baseUrl ?? undefined}>
                    {connection.kind === 'demo' ? 'on this machine' : connection.baseUrl}
                  </span>
                </span>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </div>
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
