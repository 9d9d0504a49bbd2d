import { Checkbox, NativeSelect, SimpleGrid, Stack } from '@mantine/core';
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
      chosenReading: new Set([...before.chosenReading, ...partsOf(part)]),
      // The columns may change.
      mapping: null,
    }));
    read.mutate({ uploadId: upload.id, choice: { ...choice, ...part } });
  };
  const origin = (part: keyof SourceChoice): string | null =>
    evidence === null ? null : readingOrigin(part, chosenReading, evidence);
  const isTable = choice.format === 'csv';
  return (
    <Stack gap="sm">
      <SimpleGrid cols={2} spacing="sm">
        <NativeSelect
          label="Format"
          description={origin('format')}
          disabled={read.isPending}
          data={uploadFormats.map((value) => ({ value, label: formatNames[value] }))}
          value={choice.format}
          onChange={({ currentTarget: { value } }) =>
            change({ format: uploadFormats.find((format) => format === value) ?? choice.format })
          }
        />
        {isTable && (
          <NativeSelect
            label="Delimiter"
            description={origin('delimiter')}
            disabled={read.isPending}
            data={tableDelimiters.map((value) => ({ value, label: delimiterNames[value] }))}
            value={choice.delimiter}
            onChange={({ currentTarget: { value } }) =>
              change({
                delimiter: tableDelimiters.find((delimiter) => delimiter === value) ?? choice.delimiter,
              })
            }
          />
        )}
      </SimpleGrid>
      <NativeSelect
        label="Encoding"
        description={origin('encoding')}
        disabled={read.isPending}
        data={textEncodings.map((value) => ({ value, label: encodingNames[value] }))}
        value={choice.encoding}
        onChange={({ currentTarget: { value } }) =>
          change({ encoding: textEncodings.find((encoding) => encoding === value) ?? choice.encoding })
        }
      />
      {isTable && (
        <Checkbox
          label="First line contains column names"
          description={origin('hasHeader')}
          disabled={read.isPending}
          checked={choice.hasHeader}
          onChange={({ currentTarget: { checked } }) => change({ hasHeader: checked })}
        />
      )}
      {read.isError && <ErrorNotice error={read.error} />}
    </Stack>
  );
}

function partsOf(part: Partial<SourceChoice>): readonly (keyof SourceChoice)[] {
  const parts: readonly (keyof SourceChoice)[] = ['format', 'encoding', 'delimiter', 'hasHeader'];
  return parts.filter((name) => name in part);
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
