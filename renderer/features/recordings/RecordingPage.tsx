import { Box, Group, Stack, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { showRecordings } from '../../state/replayStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { Screen } from '../../ui/Screen.tsx';

interface RecordingPageProps {
  readonly title: string;
  readonly facts?: ReactNode;
  readonly actions?: ReactNode;
  /** Offers the way back to the list. */
  readonly hasBack?: boolean;
  readonly children: ReactNode;
}

/** A page of the Recordings tab: its title and what it shows. */
export function RecordingPage({ title, facts, actions, hasBack = true, children }: RecordingPageProps) {
  return (
    <Screen scrolls>
      <Stack maw={1080} mih="100%" mx="auto" gap="md">
        <Group component="header" gap="sm">
          {hasBack && (
            <SmallButton icon={IconArrowLeft} onClick={() => showRecordings({ kind: 'list' })}>
              All recordings
            </SmallButton>
          )}
          <Box flex={1} miw={260}>
            <Title order={2} fz="lg">
              {title}
            </Title>
            {facts !== undefined && <Dimmed>{facts}</Dimmed>}
          </Box>
          {actions}
        </Group>
        {children}
      </Stack>
    </Screen>
  );
}
