import { Button, Checkbox, NativeSelect, Radio } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ImportPreview, ImportTable } from '#shared/domain/keyImport.ts';
import { skipWords } from '#shared/text/importWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useStartJob } from '../../api/jobs.ts';
import { ipc } from '../../api/ipc.ts';
import { changeDiscoverView } from '../../state/discoverStore.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import classes from './DiscoverScreen.module.css';

interface ImportPreviewViewProps {
  readonly connectionId: ConnectionId;
  readonly preview: ImportPreview;
}

/** What is in a file, before anything is learned from it. */
export function ImportPreviewView({ connectionId, preview }: ImportPreviewViewProps) {
  const [how, setHow] = useState<'verify' | 'learn'>('verify');
  const putDown = (): void => changeDiscoverView(connectionId, { reading: null });
  const start = useStartJob(connectionId, async () => {
    const job = await ipc.startImport({ importId: preview.id, how });
    putDown();
    return job;
  });
  const { keyCount, knownCount } = preview;
  const controls = useRef<HTMLDivElement>(null);
  // Below a discovery the form may open out of sight, as if choosing the file had done nothing.
  useEffect(() => controls.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div className={classes.form}>
      <p className={classes.words}>
        <strong>{visibleLine(preview.fileName)}</strong>: {countOf(keyCount, 'key')}
        {knownCount > 0 && `, ${countWords(knownCount)} of them known already`}
        {preview.duplicateCount > 0 && `; ${countWords(preview.duplicateCount)} more than once`}
        {preview.skippedCount > 0 && `; ${countWords(preview.skippedCount)} passed over`}.
      </p>
      {preview.table !== null && (
        <TableChoice connectionId={connectionId} importId={preview.id} table={preview.table} />
      )}
      <Radio.Group
        label="What to learn"
        value={how}
        onChange={(value) => setHow(value === 'learn' ? 'learn' : 'verify')}
      >
        <div className={classes.radios}>
          <Radio
            value="verify"
            label="Ask the service for them: those that it has become known, the others are listed"
          />
          <Radio value="learn" label="All of them, without asking: they stay unread" />
        </div>
      </Radio.Group>
      {start.isError && <ErrorNotice error={start.error} />}
      <div ref={controls} className={classes.controls}>
        <Button disabled={keyCount === 0} loading={start.isPending} onClick={() => start.mutate(undefined)}>
          Import {countOf(keyCount, 'key')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            putDown();
            ipc.dropImport({ importId: preview.id }).catch(notifyFailure);
          }}
        >
          Don’t import
        </Button>
      </div>
      {preview.firstKeys.length > 0 && (
        <KeyLines
          title={keyCount > preview.firstKeys.length ? 'The first keys' : 'Keys'}
          keys={preview.firstKeys}
        />
      )}
      {preview.firstDuplicates.length > 0 && (
        <details className={classes.folded}>
          <summary>More than once in the file</summary>
          <KeyLines title="More than once" keys={preview.firstDuplicates} />
        </details>
      )}
      {preview.firstSkipped.length > 0 && (
        <details className={classes.folded}>
          <summary>Passed over</summary>
          <ul>
            {preview.firstSkipped.map(({ place, why }) => (
              <li key={place}>
                {place}: {skipWords[why]}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function KeyLines({ title, keys }: { readonly title: string; readonly keys: readonly string[] }) {
  return (
    <ul className={classes.keys} aria-label={title} tabIndex={0}>
      {keys.map((key) => (
        <li key={key}>
          <KeyText atomKey={key} />
        </li>
      ))}
    </ul>
  );
}

interface TableChoiceProps {
  readonly connectionId: ConnectionId;
  readonly importId: string;
  readonly table: ImportTable;
}

/** Which column holds the keys, and whether the first line names the columns. */
function TableChoice({ connectionId, importId, table }: TableChoiceProps) {
  const read = useMutation({
    mutationFn: (choice: { readonly column: number; readonly hasHeader: boolean }) =>
      ipc.readKeyTable({ importId, ...choice }),
    onSuccess: (reading) => changeDiscoverView(connectionId, { reading }),
  });
  const { column, hasHeader } = table;
  return (
    <>
      <NativeSelect
        label="Column of the keys"
        disabled={read.isPending}
        data={table.columns.map(({ name, samples }, index) => ({
          value: String(index),
          label: visibleLine(samples[0] === undefined ? name : `${name} (${samples[0]})`),
        }))}
        value={String(column)}
        onChange={(event) => read.mutate({ column: Number(event.currentTarget.value), hasHeader })}
      />
      <Checkbox
        size="sm"
        label="The first line names the columns"
        disabled={read.isPending}
        checked={hasHeader}
        onChange={(event) => read.mutate({ column, hasHeader: event.currentTarget.checked })}
      />
      {read.isError && <ErrorNotice error={read.error} />}
    </>
  );
}
