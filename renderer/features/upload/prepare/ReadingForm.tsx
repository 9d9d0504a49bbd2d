import { NativeSelect, NumberInput, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Upload } from '#shared/domain/upload.ts';
import {
  mostSkippedRecords,
  tableDelimiters,
  textEncodings,
  textFormats,
  type SourceChoice,
  type SourceSample,
} from '#shared/domain/uploadSource.ts';
import { cutText } from '#shared/text/cutText.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { delimiterNames, encodingNames, formatNames } from '#shared/text/uploadWords.ts';
import { useUploadView } from '../../../state/uploadStore.ts';
import { Check } from '../../../ui/Choices.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { useReadAs } from './useReadAs.ts';

interface ReadingFormProps {
  readonly upload: Upload;
  readonly choice: SourceChoice;
  /** null if too little of the file could be read. */
  readonly sample: Pick<SourceSample, 'evidence' | 'lists'> | null;
}

/** The settings that the file is read with. */
export function ReadingForm({ upload, choice, sample }: ReadingFormProps) {
  const { chosenReading } = useUploadView(upload.id);
  const read = useReadAs(upload);
  const change = (part: Partial<SourceChoice>): void => read.change(choice, part);
  const origin = (part: keyof SourceChoice): string | null =>
    sample === null ? null : readingOrigin(part, chosenReading, sample.evidence);
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
  const skipped = (
    <SkippedRows
      // A count that was detected, or that was read, replaces the text.
      key={choice.skipped ?? 0}
      count={choice.skipped ?? 0}
      description={origin('skipped')}
      onChange={(count) => change({ skipped: count })}
    />
  );
  if (choice.format === 'xlsx')
    return (
      <Stack gap="sm">
        {skipped}
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
      {choice.format === 'json' && choice.list !== undefined && (
        <RecordList
          lists={sample?.lists ?? []}
          list={choice.list}
          description={origin('list')}
          disabled={read.isPending}
          onChange={(list) => change({ list })}
        />
      )}
      {isTable && skipped}
      {isTable && header('First line contains column names')}
      {read.error !== null && <ErrorNotice error={read.error} />}
    </Stack>
  );
}

interface SkippedRowsProps {
  readonly count: number;
  readonly description: string | null;
  readonly onChange: (count: number) => void;
}

/** Read when the number is complete, not with each digit. */
function SkippedRows({ count, description, onChange }: SkippedRowsProps) {
  const [typed, setTyped] = useState<number | string>(count);
  const commit = (): void => {
    const next = typeof typed === 'number' ? typed : 0;
    if (next !== count) onChange(next);
  };
  return (
    <NumberInput
      label="Rows above the table"
      description={description}
      hideControls
      min={0}
      max={mostSkippedRecords}
      clampBehavior="strict"
      allowDecimal={false}
      value={typed}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // Not the submission of the mapping.
        event.preventDefault();
        commit();
      }}
    />
  );
}

interface RecordListProps {
  readonly lists: readonly string[];
  /** null: each property is a record. */
  readonly list: string | null;
  readonly description: string | null;
  readonly disabled: boolean;
  readonly onChange: (list: string | null) => void;
}

/** Where a JSON object has its records. */
function RecordList({ lists, list, description, disabled, onChange }: RecordListProps) {
  const all = list === null || lists.includes(list) ? lists : [...lists, list];
  if (all.length === 0) return null;
  return (
    <NativeSelect
      label="Records"
      description={description}
      disabled={disabled}
      data={[
        ...all.map((name, at) => ({ value: String(at), label: `Items of ${quoteText(cutText(name, 60))}` })),
        { value: 'map', label: 'Each property of the object' },
      ]}
      value={list === null ? 'map' : String(all.indexOf(list))}
      onChange={({ currentTarget: { value } }) =>
        onChange(value === 'map' ? null : (all[Number(value)] ?? null))
      }
    />
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
