import { NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import type { Upload } from '#shared/domain/upload.ts';
import {
  tableDelimiters,
  textEncodings,
  uploadFormats,
  type SourceChoice,
  type SourceSample,
} from '#shared/domain/uploadSource.ts';
import { delimiterNames, encodingNames, formatNames } from '#shared/text/uploadWords.ts';
import { ipc } from '../../../api/ipc.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { changeUploadView, useUploadView } from '../../../state/uploadStore.ts';
import { Check } from '../../../ui/Choices.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';

interface ReadingFormProps {
  readonly upload: Upload;
  readonly choice: SourceChoice;
  /** null if too little of the file could be read. */
  readonly evidence: SourceSample['evidence'] | null;
}

/** The settings that the file is read with. */
export function ReadingForm({ upload, choice, evidence }: ReadingFormProps) {
  const { chosenReading } = useUploadView(upload.id);
  const read = useUploadStep(upload.connectionId, ipc.readUploadAs);
  const change = (part: Partial<SourceChoice>): void => {
    changeUploadView(upload.id, (before) => ({
      chosenReading: new Set([...before.chosenReading, ...(Object.keys(part) as (keyof SourceChoice)[])]),
      // The columns may change.
      mapping: null,
    }));
    read.mutate({ uploadId: upload.id, choice: { ...choice, ...part } });
  };
  const origin = (part: keyof SourceChoice): string | null =>
    evidence === null ? null : readingOrigin(part, chosenReading, evidence);
  const select = <Part extends 'format' | 'delimiter' | 'encoding'>(
    part: Part,
    label: string,
    values: readonly SourceChoice[Part][],
    nameOf: Readonly<Record<SourceChoice[Part], string>>,
  ) => (
    <NativeSelect
      label={label}
      description={origin(part)}
      disabled={read.isPending}
      data={values.map((value) => ({ value, label: nameOf[value] }))}
      value={choice[part]}
      onChange={({ currentTarget }) =>
        change({ [part]: values.find((value) => value === currentTarget.value) ?? choice[part] })
      }
    />
  );
  const isTable = choice.format === 'csv';
  return (
    <Stack gap="sm">
      <SimpleGrid cols={2} spacing="sm">
        {select('format', 'Format', uploadFormats, formatNames)}
        {isTable && select('delimiter', 'Delimiter', tableDelimiters, delimiterNames)}
      </SimpleGrid>
      {select('encoding', 'Encoding', textEncodings, encodingNames)}
      {isTable && (
        <Check
          label="First line contains column names"
          description={origin('hasHeader')}
          disabled={read.isPending}
          checked={choice.hasHeader}
          onChange={(hasHeader) => change({ hasHeader })}
        />
      )}
      {read.isError && <ErrorNotice error={read.error} />}
    </Stack>
  );
}

/** How the app knows a setting: a guess is called one. */
function readingOrigin(
  part: keyof SourceChoice,
  chosen: ReadonlySet<keyof SourceChoice>,
  { bom, appExport }: SourceSample['evidence'],
): string {
  if (chosen.has(part)) return 'Your choice';
  if (appExport) return 'Known: export of this app';
  if (part === 'encoding' && bom) return 'Known: byte order mark';
  return 'Detected (a guess)';
}
