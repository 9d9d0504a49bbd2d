import { Button, Group, Stack, Title } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { findSettings } from './findSettings.ts';
import { settingSections } from './settingSections.ts';

/** What the user can choose for the whole app, and what it keeps. It works without a connection. */
export function SettingsScreen() {
  const [text, setText] = useState('');
  const sections = findSettings(settingSections, useDeferredValue(text));
  return (
    <Screen scrolls>
      <Stack maw={860} mx="auto" py="lg" gap="lg">
        <Group gap="sm">
          <Title order={1} fz="xl" flex={1}>
            Settings
          </Title>
          <SearchField label="Search settings" text={text} onSearch={setText} w={260} />
        </Group>
        {sections.length === 0 && (
          <EmptyState
            icon={IconFilterOff}
            title="No matching settings"
            description="No setting contains all of these words. Hashing rules, pins, and API keys belong to a connection: edit it in Connections."
            action={<Button onClick={() => setText('')}>Clear search</Button>}
          />
        )}
        {sections.map(({ title, hasPanels = false, settings }) =>
          hasPanels ? (
            settings.map(({ words, Component }) => <Component key={words} />)
          ) : (
            <Panel key={title} title={title}>
              {settings.map(({ words, Component }) => (
                <Component key={words} />
              ))}
            </Panel>
          ),
        )}
      </Stack>
    </Screen>
  );
}
