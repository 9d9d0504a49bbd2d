import { Box, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconBinaryTree, IconFlask, IconHelp, IconPlug, IconSettings, type Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { appInfoQuery } from '../../api/connections.ts';
import { openConnectionForm, showScreen } from '../../state/appStore.ts';
import { openPastedProof } from '../../state/proofStore.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { loadOnUse } from '../../ui/loadOnUse.tsx';
import { ProductMark } from '../../ui/ProductMark.tsx';
import { OpenSnapshotButton } from '../snapshots/OpenSnapshotButton.tsx';
import classes from './Connections.module.css';
import { useOpenDemo } from './useOpenDemo.ts';

// The first screen of the first start: what it does not show at once is loaded after it.
const ErrorNotice = loadOnUse(async () => (await import('../../ui/ErrorNotice.tsx')).ErrorNotice, null);
const TrialRuntimeNote = loadOnUse(
  async () => (await import('../../widgets/TrialRuntimeNote.tsx')).TrialRuntimeNote,
  null,
);

/** The first screen while there are no connections. */
export function Welcome() {
  const demo = useOpenDemo();
  const info = useQuery(appInfoQuery).data;
  return (
    <main className={classes.welcome}>
      <Stack gap={0} align="center" w="min(760px, 100%)" my="auto">
        <ProductMark size={52} />
        <Title order={1} mt="lg" mb="2xs" fz="1.625rem">
          Atom Explorer
        </Title>
        <Text c="dimmed" fz="lg" ta="center" mb="2xl">
          Explore an agent’s memory and verify every atom against its proof.
        </Text>

        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg" w="100%">
          <Way
            icon={IconFlask}
            title="Try the demo"
            button={
              <Button loading={demo.isPending} onClick={() => demo.mutate()} data-autofocus>
                Explore the demo memory
              </Button>
            }
          >
            A complete memory service with about 350 sample atoms on this computer. No account or network
            needed.
          </Way>
          <Way
            icon={IconPlug}
            title="Use your own service"
            button={
              <Button variant="default" onClick={() => openConnectionForm({ kind: 'add' })}>
                Connect to a service
              </Button>
            }
          >
            Connect to any Atom Memory Service with its address and an API key. The key is saved in your
            system’s keychain.
          </Way>
        </SimpleGrid>

        <Group mt="md" gap="2xs" justify="center">
          <Button
            variant="subtle"
            px="sm"
            leftSection={<IconBinaryTree size={16} aria-hidden />}
            onClick={openPastedProof}
          >
            Check a proof from someone else
          </Button>
          <OpenSnapshotButton variant="subtle" px="sm" />
          <Button
            variant="subtle"
            px="sm"
            leftSection={<IconSettings size={16} aria-hidden />}
            onClick={() => showScreen('settings')}
          >
            Settings
          </Button>
          <Button
            variant="subtle"
            px="sm"
            leftSection={<IconHelp size={16} aria-hidden />}
            onClick={() => showScreen('help')}
          >
            Documentation
          </Button>
        </Group>

        <Box w="100%" mih={56} mt="lg" aria-live="polite">
          {demo.isPending && <Dimmed ta="center">Starting the demo memory…</Dimmed>}
          {demo.isError && <ErrorNotice error={demo.error} onRetry={() => demo.mutate()} />}
        </Box>
      </Stack>
      <Group gap="md" c="dimmed" fz="xs">
        {info !== undefined && <span>Version {info.version}</span>}
        {info?.isFallbackRuntime === true && <TrialRuntimeNote />}
      </Group>
    </main>
  );
}

interface WayProps {
  readonly icon: Icon;
  readonly title: string;
  readonly button: ReactNode;
  readonly children: string;
}

/** A way to start. */
function Way({ icon: Glyph, title, button, children }: WayProps) {
  return (
    <Paper component="section" withBorder radius="lg" p="lg">
      <Stack gap="xs" h="100%">
        <Title order={2} fz="0.9375rem" display="flex" style={{ gap: 8, alignItems: 'center' }}>
          <Glyph size={18} aria-hidden /> {title}
        </Title>
        <Dimmed flex={1} mb="md">
          {children}
        </Dimmed>
        {button}
      </Stack>
    </Paper>
  );
}
