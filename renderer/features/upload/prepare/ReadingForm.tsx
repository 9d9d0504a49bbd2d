import { Checkbox, NativeSelect } from '@mantine/core';
import type { Upload } from '#shared/domain/upload.ts';
import {
  tableDelimiters,
  textEncodings,
  uploadFormats,
  type SourceChoice,
  type SourceSample,
} from '#shared/domain/uploadSource.ts';
import { delimiterNames, encodingNames, formatNames } from '#shared/text/uploadWords.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { changeUploadView, useUploadView } from '../../../state/uploadStore.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import classes from './Prepare.module.css';
import { readingOrigin } from './readingWords.ts';
import { ipc } from '../../../api/ipc.ts';

interface ReadingFormProps {
  readonly upload: Upload;
  readonly choice: SourceChoice;
  /** null where the file was not understood far enough to have any. */
  readonly evidence: SourceSample['evidence'] | null;
}

/** How the file is read, each part to be changed. */
export function ReadingForm({ upload, choice, evidence }: ReadingFormProps) {
  const { chosenReading } = useUploadView(upload.id);
  const read = useUploadStep(upload.connectionId, ipc.readUploadAs);
  const change = (part: Partial<SourceChoice>): void => {
    changeUploadView(upload.id, (before) => ({
      chosenReading: new Set([...before.chosenReading, ...partsOf(part)]),
      // Other columns may come of it.
      mapping: null,
    }));
    read.mutate({ uploadId: upload.id, choice: { ...choice, ...part } });
  };
  const origin = (part: keyof SourceChoice): string | null =>
    evidence === null ? null : readingOrigin(part, chosenReading, evidence);
  const isTable = choice.format === 'csv';
  return (
    <div className={classes.form}>
      <div className={classes.fields}>
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
        <NativeSelect
          className={classes.wideField ?? ''}
          label="Encoding"
          description={origin('encoding')}
          disabled={read.isPending}
          data={textEncodings.map((value) => ({ value, label: encodingNames[value] }))}
          value={choice.encoding}
          onChange={({ currentTarget: { value } }) =>
            change({ encoding: textEncodings.find((encoding) => encoding === value) ?? choice.encoding })
          }
        />
      </div>
      {isTable && (
        <Checkbox
          label="The first line names the columns"
          description={origin('hasHeader')}
          disabled={read.isPending}
          checked={choice.hasHeader}
          onChange={({ currentTarget: { checked } }) => change({ hasHeader: checked })}
        />
      )}
      {read.isError && <ErrorNotice error={read.error} />}
    </div>
  );
}

function partsOf(part: Partial<SourceChoice>): readonly (keyof SourceChoice)[] {
  const parts: readonly (keyof SourceChoice)[] = ['format', 'encoding', 'delimiter', 'hasHeader'];
  return parts.filter((name) => name in part);
}
