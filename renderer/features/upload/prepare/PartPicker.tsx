import { NativeSelect } from '@mantine/core';
import type { Upload } from '#shared/domain/upload.ts';
import type { SourceContainer } from '#shared/domain/uploadSource.ts';
import { countOf } from '#shared/text/phrases.ts';
import { partName } from '#shared/text/uploadWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { useReadAs } from './useReadAs.ts';

interface PartPickerProps {
  readonly upload: Upload;
  readonly container: SourceContainer;
  /** The one that is shown. */
  readonly part: string | null;
}

/** The choice of a sheet, or of a file in an archive; nothing if there is only one. */
export function PartPicker({ upload, container, part }: PartPickerProps) {
  const read = useReadAs(upload);
  const { parts } = container;
  if (parts.length < 2) return null;
  return (
    <>
      <NativeSelect
        label={partName(container)}
        description={
          container.kind === 'workbook'
            ? `The workbook has ${countOf(parts.length, 'sheet')}. Each upload takes one.`
            : `The archive has ${countOf(parts.length, 'file')} with data. Each upload takes one.`
        }
        disabled={read.isPending}
        data={parts.map(({ name, isHidden }) => ({
          value: name,
          label: `${visibleLine(name)}${isHidden ? ' (hidden)' : ''}`,
        }))}
        value={part ?? ''}
        onChange={({ currentTarget }) => read.choosePart(currentTarget.value)}
      />
      {read.error !== null && <ErrorNotice error={read.error} />}
    </>
  );
}
