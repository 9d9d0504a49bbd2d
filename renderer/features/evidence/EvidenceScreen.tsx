import { Button, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconFileCertificate, IconFolderOpen } from '@tabler/icons-react';
import { evidenceLimits } from '#shared/evidence/limits.ts';
import { chooseEvidence, openDroppedEvidence, useOpenedEvidence } from '../../state/openedEvidenceStore.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { notifyProblem } from '../../ui/notify.ts';
import { Screen } from '../../ui/Screen.tsx';
import { InstallationKeyPanel } from './InstallationKeyPanel.tsx';
import { OpenedEvidenceView } from './OpenedEvidenceView.tsx';
import { TimestampAuthoritiesPanel } from './TimestampAuthoritiesPanel.tsx';
import { TrustedKeysPanel } from './TrustedKeysPanel.tsx';

/** Opens a bundle and verifies it; or manages the keys that sign bundles. */
export function EvidenceScreen() {
  const { opened, isOpening, error } = useOpenedEvidence();
  return (
    <FileDrop
      h="100%"
      maxBytes={evidenceLimits.bytes}
      onFile={(file) => void openDroppedEvidence(file)}
      onRefuse={(reason) => notifyProblem('Could not open this', reason)}
    >
      {isOpening ? (
        <LoadingState label="Verifying the evidence" rows={6} />
      ) : opened === null ? (
        <Start error={error} />
      ) : (
        <OpenedEvidenceView key={opened.id} opened={opened} error={error} />
      )}
    </FileDrop>
  );
}

function Start({ error }: { readonly error: unknown }) {
  return (
    <Screen scrolls>
      <Stack maw={860} mx="auto" py="lg" gap="lg">
        <Title order={2} fz="xl">
          Evidence
        </Title>
        {error !== null && <ErrorNotice error={error} />}
        <Paper withBorder radius="md" p="lg">
          <Center>
            <Stack align="center" gap="sm" maw={520} ta="center">
              <IconFileCertificate size={36} stroke={1.4} aria-hidden />
              <Text fw={600}>Open evidence</Text>
              <Text size="sm" c="dimmed">
                Verify a bundle (*.sigstore.json) that you or someone else exported. This works offline:
                nothing is sent to any service.
              </Text>
              <Group>
                <Button
                  leftSection={<IconFolderOpen size={16} aria-hidden />}
                  onClick={() => void chooseEvidence()}
                >
                  Open file…
                </Button>
                <Text size="sm" c="dimmed">
                  or drop it here
                </Text>
              </Group>
            </Stack>
          </Center>
        </Paper>
        <InstallationKeyPanel />
        <TrustedKeysPanel />
        <TimestampAuthoritiesPanel />
      </Stack>
    </Screen>
  );
}
