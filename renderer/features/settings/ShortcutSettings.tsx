import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconPencil, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { commandIds, commands, type CommandId } from '#shared/commands/commandTable.ts';
import { shortcutProblem, shortcutsOf } from '#shared/commands/keys.ts';
import {
  commandWith,
  keysIn,
  setOwnKeys,
  useShortcutStore,
  withDefaultKeys,
  withKey,
  withoutKeys,
  type OwnKeys,
} from '../../commands/shortcutStore.ts';
import { IconButton, SmallButton } from '../../ui/Buttons.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import kit from '../../ui/kit.module.css';
import { SearchField } from '../../ui/SearchField.tsx';
import { isMac, shortcutText } from '../../ui/shortcutText.ts';
import classes from './ShortcutSettings.module.css';

/** The keys of all commands, which the user can change. They apply at once, in all windows. */
export function ShortcutSettings() {
  const own = useShortcutStore((state) => state.own);
  const [text, setText] = useState('');
  const [recording, setRecording] = useState<CommandId | null>(null);
  const [isAsking, setAsking] = useState(false);
  const shown = commandIds.filter((id) => matches(own, id, text));
  return (
    <Stack gap="sm" className={classes.settings ?? ''}>
      <Group gap="sm" wrap="nowrap" className={classes.head ?? ''}>
        <SearchField label="Search commands or keys" text={text} onSearch={setText} flex={1} data-autofocus />
        <SmallButton disabled={Object.keys(own).length === 0} onClick={() => setAsking(true)}>
          Reset all
        </SmallButton>
      </Group>
      <ul className={kit.plain} aria-label="Shortcuts">
        {shown.map((id) => (
          <Command
            key={id}
            id={id}
            own={own}
            isRecording={recording === id}
            onRecord={(isOn) => setRecording(isOn ? id : null)}
          />
        ))}
      </ul>
      {shown.length === 0 && (
        <Text c="dimmed" fz="sm" role="status">
          No matches
        </Text>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Reset all shortcuts?"
          action="Reset all"
          onConfirm={() => setOwnKeys({})}
          onClose={() => setAsking(false)}
        >
          <p>All commands get their default keys again.</p>
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function matches(own: OwnKeys, id: CommandId, text: string): boolean {
  const { title, section } = commands[id];
  const searched = `${title} ${section} ${keysIn(own, id).map(shortcutText).join(' ')}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

interface CommandProps {
  readonly id: CommandId;
  readonly own: OwnKeys;
  readonly isRecording: boolean;
  readonly onRecord: (isOn: boolean) => void;
}

function Command({ id, own, isRecording, onRecord }: CommandProps) {
  const keys = keysIn(own, id);
  const title = commands[id].title.replace('…', '');
  return (
    <li className={classes.command}>
      <span className={classes.title}>
        {title}{' '}
        <Dimmed span size="xs">
          {commands[id].section}
        </Dimmed>
      </span>
      {isRecording ? (
        <Recorder id={id} own={own} onEnd={() => onRecord(false)} />
      ) : (
        <>
          <span className={classes.keys}>
            {keys.length === 0 ? (
              <Dimmed span size="xs">
                None
              </Dimmed>
            ) : (
              keys.map((key) => (
                <Kbd key={key} size="xs">
                  {shortcutText(key)}
                </Kbd>
              ))
            )}
          </span>
          <Group gap="2xs" wrap="nowrap" flex="none">
            <IconButton
              label={`Reset the keys of ${title}`}
              tooltip="Reset"
              icon={IconArrowBackUp}
              {...(own[id] === undefined && { style: { visibility: 'hidden' } })}
              onClick={() => setOwnKeys(withDefaultKeys(own, id))}
            />
            <IconButton
              label={`Remove the keys of ${title}`}
              tooltip="Remove"
              icon={IconX}
              {...(keys.length === 0 && { style: { visibility: 'hidden' } })}
              onClick={() => setOwnKeys(withoutKeys(own, id))}
            />
            <IconButton
              label={`Change the keys of ${title}`}
              tooltip="Change"
              icon={IconPencil}
              onClick={() => onRecord(true)}
            />
          </Group>
        </>
      )}
    </li>
  );
}

interface RecorderProps {
  readonly id: CommandId;
  readonly own: OwnKeys;
  readonly onEnd: () => void;
}

/** Takes the next keys that are pressed. Escape cancels. */
function Recorder({ id, own, onEnd }: RecorderProps) {
  const [pressed, setPressed] = useState<string | null>(null);
  const problem = pressed === null ? null : shortcutProblem(pressed, isMac);
  const holder = pressed === null ? null : commandWith(own, pressed);
  const other = holder === null || holder === id ? null : holder;
  const use = (key: string): void => {
    setOwnKeys(withKey(own, id, key));
    onEnd();
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    // Once there is a question, its buttons take the keys.
    if (pressed !== null && problem === null) return;
    const [key] = shortcutsOf(event, isMac);
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') onEnd();
    else if (key !== undefined && shortcutProblem(key, isMac) === null && !isTaken(own, id, key)) use(key);
    else if (key !== undefined) setPressed(key);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    // Before the dialog, which Escape would close.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
  return (
    <Group gap="sm" flex="1 1 auto" justify="flex-end" className={classes.recorder ?? ''} role="status">
      {pressed === null ? (
        <span>Press the new keys. Esc cancels.</span>
      ) : problem !== null ? (
        <span>
          <Kbd size="xs">{shortcutText(pressed)}</Kbd> {problem}
        </span>
      ) : (
        other !== null && (
          <>
            <span>
              <Kbd size="xs">{shortcutText(pressed)}</Kbd> is used by “
              {commands[other].title.replace('…', '')}”.
            </span>
            <Button size="compact-sm" onClick={() => use(pressed)}>
              Use it here
            </Button>
          </>
        )
      )}
      <Button size="compact-sm" variant="default" autoFocus data-mantine-stop-propagation onClick={onEnd}>
        Cancel
      </Button>
    </Group>
  );
}

function isTaken(own: OwnKeys, id: CommandId, key: string): boolean {
  const holder = commandWith(own, key);
  return holder !== null && holder !== id;
}
