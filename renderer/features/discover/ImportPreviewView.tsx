import { Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ImportPreview, ImportTable } from '#shared/domain/keyImport.ts';
import { skipWords } from '#shared/text/importWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { dropImport, readKeyTable, startImport, useStartJob } from '../../api/jobs.ts';
import { changeDiscoverView } from '../../state/discoverStore.ts';
import { Check } from '../../ui/Choices.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import classes from './Discover.module.css';

interface ImportPreviewViewProps {
  readonly connectionId: ConnectionId;
  readonly preview: ImportPreview;
}

/** What a file contains, and how to import it. Nothing is imported yet. */
export function ImportPreviewView({ connectionId, preview }: ImportPreviewViewProps) {
  const [how, setHow] = useState<'verify' | 'learn'>('verify');
  const close = (): void => changeDiscoverView(connectionId, { reading: null });
  const start = useStartJob(async () => {
    const job = await startImport({ importId: preview.id, how });
    close();
    return job;
  });
  const { keyCount, knownCount } = preview;
  const controls = useRef<HTMLDivElement>(null);
  // Below a long discovery the preview may open out of view.
  useEffect(() => controls.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <strong>{visibleLine(preview.fileName)}</strong>: {countOf(keyCount, 'key')}
        {knownCount > 0 && `, ${countWords(knownCount)} already known`}
        {preview.duplicateCount > 0 && `; ${countOf(preview.duplicateCount, 'duplicate')}`}
        {preview.skippedCount > 0 && `; ${countWords(preview.skippedCount)} skipped`}.
      </Text>
      {preview.table !== null && (
        <TableChoice connectionId={connectionId} importId={preview.id} table={preview.table} />
      )}
      <Radio.Group label="Keys to add" value={how} onChange={setHow}>
        <Stack gap="xs" mt="2xs">
          <Radio
            value="verify"
            label="Only keys that the service returns: they are read and verified, and the rest are listed"
          />
          <Radio value="learn" label="All keys, without sending requests: they stay unread" />
        </Stack>
      </Radio.Group>
      {start.isError && <ErrorNotice error={start.error} />}
      <Group ref={controls} gap="sm">
        <Button disabled={keyCount === 0} loading={start.isPending} onClick={() => start.mutate(undefined)}>
          Import {countOf(keyCount, 'key')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            close();
            dropImport({ importId: preview.id }).catch(notifyFailure);
          }}
        >
          Cancel
        </Button>
      </Group>
      {preview.firstKeys.length > 0 && (
        <KeyLines
          title={keyCount > preview.firstKeys.length ? 'First keys' : 'Keys'}
          keys={preview.firstKeys}
        />
      )}
      {preview.firstDuplicates.length > 0 && (
        <details className={classes.details}>
          <summary>Duplicates in the file</summary>
          <KeyLines title="Duplicates" keys={preview.firstDuplicates} />
        </details>
      )}
      {preview.firstSkipped.length > 0 && (
        <details className={classes.details}>
          <summary>Skipped</summary>
          <ul>
            {preview.firstSkipped.map(({ place, why }) => (
              <li key={place}>
                {place}: {skipWords[why]}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Stack>
  );
}

export function KeyLines({ title, keys }: { readonly title: string; readonly keys: readonly string[] }) {
  return (
    <Text component="ul" size="sm" className={classes.keys ?? ''} aria-label={title} tabIndex={0}>
      {keys.map((key) => (
        <li key={key}>
          <KeyText atomKey={key} />
        </li>
      ))}
    </Text>
  );
}

interface TableChoiceProps {
  readonly connectionId: ConnectionId;
  readonly importId: string;
  readonly table: ImportTable;
}

/** Which column contains the keys, and whether the first line contains column names. */
function TableChoice({ connectionId, importId, table }: TableChoiceProps) {
  const read = useMutation({
    mutationFn: (choice: { readonly column: number; readonly hasHeader: boolean }) =>
      readKeyTable({ importId, ...choice }),
    onSuccess: (reading) => changeDiscoverView(connectionId, { reading }),
  });
  const { column, hasHeader } = table;
  return (
    <>
      <NativeSelect
        label="Key column"
        disabled={read.isPending}
        data={table.columns.map(({ name, samples }, index) => ({
          value: String(index),
          label: visibleLine(samples[0] === undefined ? name : `${name} (${samples[0]})`),
        }))}
        value={String(column)}
        onChange={(event) => read.mutate({ column: Number(event.currentTarget.value), hasHeader })}
      />
      <Check
        label="First line contains column names"
        disabled={read.isPending}
        checked={hasHeader}
        onChange={(isOn) => read.mutate({ column, hasHeader: isOn })}
      />
      {read.isError && <ErrorNotice error={read.error} />}
    </>
  );
}
