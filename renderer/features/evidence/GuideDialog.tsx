import { Box, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import script from '#shared/evidence/verify_evidence.py?raw';
import guide from '../../../docs/evidence.md?raw';
import { Dialog } from '../../ui/Dialog.tsx';
import { SmallButton } from '../../ui/Buttons.tsx';
import { CodeView } from '../../ui/code/codeOnUse.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { saveFile } from '../../ui/saveFile.ts';

/** How others verify a bundle without this app: the guide, and the script that it uses. */
export function GuideDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="How others verify this" size={820}>
      <Stack gap="md">
        <Dimmed>
          Anyone can verify a bundle without this app, using OpenSSL and a Python script that needs only the
          standard library. Send both files with the bundle, and your public key over another channel.
        </Dimmed>
        <Group gap="sm">
          <SmallButton icon={IconDownload} onClick={() => void saveFile('verify_evidence.py', script)}>
            Save script…
          </SmallButton>
          <SmallButton icon={IconDownload} onClick={() => void saveFile('evidence.md', guide)}>
            Save guide…
          </SmallButton>
        </Group>
        <Box h="55vh">
          <CodeView text={guide} label="Guide" />
        </Box>
      </Stack>
    </Dialog>
  );
}
