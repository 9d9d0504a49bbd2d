import { Group, Kbd, Stack, Title } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { commands, commandSections, commandsOf } from '#shared/commands/commandTable.ts';
import { keysIn, useShortcutStore } from '../../commands/shortcutStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { shortcutText } from '../../ui/shortcutText.ts';
import classes from './ShortcutSheet.module.css';

/** Keys that belong to lists, texts, and forms, and cannot be changed. */
const fixedKeys: readonly {
  readonly where: string;
  readonly keys: readonly (readonly [string, string])[];
}[] = [
  {
    where: 'In lists and trees',
    keys: [
      ['Move', 'Up / Down'],
      ['Open', 'Enter'],
      ['Open or close a branch', 'Right / Left'],
      ['Select', 'Space'],
      ['Select a range', 'Shift+Down'],
      ['Select all', shortcutText('Mod+A')],
      ['Menu of a row', 'Shift+F10'],
    ],
  },
  {
    where: 'In tabs of atoms',
    keys: [
      ['Keep open', 'Enter'],
      ['Close', 'Delete'],
    ],
  },
  {
    where: 'In the editor',
    keys: [
      ['Store', shortcutText('Mod+Enter')],
      ['Find and replace', shortcutText('Mod+F')],
      ['Undo', shortcutText('Mod+Z')],
      ['Redo', shortcutText('Mod+Shift+Z')],
      ['Leave the text, then close', 'Esc'],
    ],
  },
  {
    where: 'In rows of an upload',
    keys: [
      ['Edit a cell', 'F2'],
      ['Next blocked row', shortcutText('Alt+ArrowDown')],
      ['Save a row', shortcutText('Mod+Enter')],
    ],
  },
];

/** All keys of the window. `onChange` shows where they are changed. */
export function ShortcutSheet({ onChange }: { readonly onChange: () => void }) {
  const own = useShortcutStore((state) => state.own);
  return (
    <Stack gap="md">
      <div className={classes.columns}>
        {commandSections.map((section) => (
          <Section
            key={section}
            title={section}
            rows={commandsOf(section).flatMap((id) => {
              const keys = keysIn(own, id);
              return keys.length === 0 ? [] : [[commands[id].title.replace('…', ''), keys.map(shortcutText)]];
            })}
          />
        ))}
        {fixedKeys.map(({ where, keys }) => (
          <Section key={where} title={where} rows={keys.map(([what, key]) => [what, [key]])} />
        ))}
      </div>
      <Group justify="flex-end">
        <SmallButton icon={IconKeyboard} onClick={onChange} data-autofocus>
          Change shortcuts…
        </SmallButton>
      </Group>
    </Stack>
  );
}

interface SectionProps {
  readonly title: string;
  readonly rows: readonly (readonly [what: string, keys: readonly string[]])[];
}

function Section({ title, rows }: SectionProps) {
  return (
    <section className={classes.section}>
      <Title order={3} fz="sm" mb="2xs">
        {title}
      </Title>
      <dl>
        {rows.map(([what, keys]) => (
          <div key={what} className={classes.row}>
            <dt>{what}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key} size="xs">
                  {key}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
