import { Button, Group, SimpleGrid, Text, ThemeIcon, Title } from '@mantine/core';
import { IconFileUpload, IconLock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { largestUploadFile } from '#shared/domain/uploadSource.ts';
import { uploadWithoutValuesWords } from '#shared/text/dialectWords.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { chooseUploadFiles } from '../../../api/uploads.ts';
import { useActiveConnection } from '../../../state/appStore.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { shortcutText } from '../../../ui/shortcutText.ts';
import { FileCard } from './FileProgress.tsx';
import { asDropped, type UploadFiles } from './useUploadFiles.ts';
import classes from './Prepare.module.css';
import { PasteRowsDialog } from './PasteRowsDialog.tsx';
import { usePastedRows } from './usePastedRows.ts';

interface ChooseFileProps {
  /** Why the last drop was refused; null if it was not. */
  readonly refusal: string | null;
  readonly onRefuse: (reason: string) => void;
  /** Why the last file could not be read; null if it could. */
  readonly failure: unknown;
  readonly onAdd: UploadFiles['add'];
}

const steps = [
  ['Map', 'Choose the columns that make up keys and values. A preview shows the first atoms.'],
  ['Check', 'Review every row, fix or skip rows with problems, and compare with the service.'],
  ['Send', 'Review the plan, then start. Nothing is sent before that.'],
] as const;

/** Before there is an upload: which files can be uploaded, and the steps. */
export function ChooseFile(props: ChooseFileProps) {
  const { refusal, failure, onAdd, onRefuse } = props;
  const [isPasting, setPasting] = useState(false);
  const addPasted = (file: File): void => onAdd([asDropped(file)]);
  usePastedRows(addPasted, onRefuse);
  const { readOnly, service } = useActiveConnection();
  const choose = useMutation({
    mutationFn: async () => {
      const chosen = await chooseUploadFiles({});
      onAdd(
        chosen.map(({ id: fileId, name, bytes }) => ({ name, bytes, source: { kind: 'chosen', fileId } })),
      );
    },
  });
  return (
    <FileCard data-drop align="center" maw={720} p="2xl" ta="center" aria-labelledby="upload-title">
      <ThemeIcon size={60} radius="xl" variant="light">
        <IconFileUpload size={30} stroke={1.5} aria-hidden />
      </ThemeIcon>
      <div>
        <Title order={2} id="upload-title">
          Drop files to upload their atoms
        </Title>
        <Dimmed>
          CSV, TSV, JSON, JSON Lines, Excel workbooks (.xlsx), these compressed (.gz, .zip), or an export of
          this app. Up to {sizeWords(largestUploadFile)}.
        </Dimmed>
      </div>
      <Group justify="center" gap="sm">
        <Button size="md" loading={choose.isPending} onClick={() => choose.mutate()}>
          Choose files…
        </Button>
        <Button size="md" variant="default" onClick={() => setPasting(true)}>
          Paste rows…
        </Button>
      </Group>
      <Dimmed>
        Rows that you copied in a spreadsheet can also be pasted here with {shortcutText('Mod+V')}.
      </Dimmed>
      {isPasting && <PasteRowsDialog onPaste={addPasted} onClose={() => setPasting(false)} />}
      {refusal !== null && (
        <Callout tone="warning" compact role="alert">
          {refusal}
        </Callout>
      )}
      {failure !== null && <ErrorNotice error={failure} />}
      {choose.isError && <ErrorNotice error={choose.error} />}
      <SimpleGrid
        component="ol"
        className={classes.steps}
        cols={3}
        spacing="xl"
        w="100%"
        pt="lg"
        px={0}
        ta="left"
      >
        {steps.map(([name, words], index) => (
          <Text key={name} component="li" size="sm" c="dimmed">
            <Text span display="block" inherit fw={600} c="var(--ink)">
              {index + 1}. {name}
            </Text>
            {words}
          </Text>
        ))}
      </SimpleGrid>
      {service?.dialect === 'open-server' && (
        <Callout tone="neutral" compact ta="left" title="No values">
          {uploadWithoutValuesWords}
        </Callout>
      )}
      {readOnly && (
        <Callout tone="neutral" compact icon={IconLock} ta="left">
          This connection is read-only. You can prepare and check a file. To send it, turn off Read-only in
          its settings.
        </Callout>
      )}
    </FileCard>
  );
}
