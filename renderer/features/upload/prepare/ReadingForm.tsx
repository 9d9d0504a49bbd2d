import { NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import type { Upload } from '#shared/domain/upload.ts';
import {
  tableDelimiters,
  textEncodings,
  textFormats,
  type SourceChoice,
  type SourceSample,
} from '#shared/domain/uploadSource.ts';
import { delimiterNames, encodingNames, formatNames } from '#shared/text/uploadWords.ts';
import { useUploadView } from '../../../state/uploadStore.ts';
import { Check } from '../../../ui/Choices.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { useReadAs } from './useReadAs.ts';

interface ReadingFormProps {
  readonly upload: Upload;
  readonly choice: SourceChoice;
  /** null if too little of the file could be read. */
  readonly evidence: SourceSample['evidence'] | null;
}

/** The settings that the file is read with. */
export function ReadingForm({ upload, choice, evidence }: ReadingFormProps) {
  const { chosenReading } = useUploadView(upload.id);
  const read = useReadAs(upload);
  const change = (part: Partial<SourceChoice>): void => read.change(choice, part);
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
  const header = (label: string) => (
    <Check
      label={label}
      description={origin('hasHeader')}
      disabled={read.isPending}
      checked={choice.hasHeader}
      onChange={(hasHeader) => change({ hasHeader })}
    />
  );
  if (choice.format === 'xlsx')
    return (
      <Stack gap="sm">
        {header('First row contains column names')}
        {read.error !== null && <ErrorNotice error={read.error} />}
      </Stack>
    );
  return (
    <Stack gap="sm">
      <SimpleGrid cols={2} spacing="sm">
        {select('format', 'Format', textFormats, formatNames)}
        {isTable && select('delimiter', 'Delimiter', tableDelimiters, delimiterNames)}
      </SimpleGrid>
      {select('encoding', 'Encoding', textEncodings, encodingNames)}
      {isTable && header('First line contains column names')}
      {read.error !== null && <ErrorNotice error={read.error} />}
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
