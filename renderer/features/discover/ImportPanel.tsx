import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type DragEvent } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { JobOf } from '#shared/domain/job.ts';
import { largestKeyFile } from '#shared/domain/keyImport.ts';
import { importRefusalWords } from '#shared/text/importWords.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { useJobs } from '../../api/jobs.ts';
import { unwrap } from '../../api/unwrap.ts';
import { changeDiscoverView, useDiscoverView } from '../../state/discoverStore.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import classes from './DiscoverScreen.module.css';
import { ImportJob } from './ImportJob.tsx';
import { ImportPreviewView } from './ImportPreviewView.tsx';

/** Keys that somebody has in a file: chosen or dropped, looked at, then learned. */
export function ImportPanel({ connectionId }: { readonly connectionId: ConnectionId }) {
  const { reading } = useDiscoverView(connectionId);
  const jobs = useJobs(connectionId).filter((one): one is JobOf<'import'> => one.kind === 'import');
  const [isOver, setOver] = useState(false);
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const read = useMutation({
    mutationFn: async (file: File) =>
      unwrap(
        window.atomExplorer.readKeyFile({
          connectionId,
          name: file.name,
          bytes: new Uint8Array(await file.arrayBuffer()),
        }),
      ),
    onSuccess: (found) => changeDiscoverView(connectionId, { reading: found }),
  });
  const take = (file: File | undefined): void => {
    if (file === undefined) return;
    changeDiscoverView(connectionId, { reading: null });
    if (file.size > largestKeyFile) setTooLarge(file.name);
    else {
      setTooLarge(null);
      read.mutate(file);
    }
  };
  const drop = (event: DragEvent): void => {
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    take(file);
  };

  return (
    <section
      className={classes.panel}
      aria-labelledby="import-title"
      data-focus-home
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h2 id="import-title">Import known keys</h2>
      {jobs.map((job) => (
        <ImportJob key={job.id} job={job} />
      ))}
      {reading?.kind === 'preview' ? (
        <ImportPreviewView key={reading.id} connectionId={connectionId} preview={reading} />
      ) : (
        <>
          <p className={classes.words}>
            From a text file with one key a line, a column of a CSV or TSV table, or a list in JSON; UTF-8.
            Drop the file here, or choose it.
          </p>
          {tooLarge !== null && (
            <p className={classes.problem} role="alert">
              {tooLarge} is larger than {sizeWords(largestKeyFile)}. Split it, then import the parts.
            </p>
          )}
          {reading?.kind === 'refused' && (
            <p className={classes.problem} role="alert">
              {importRefusalWords(reading.refusal)}
            </p>
          )}
          {read.isError && <ErrorNotice error={read.error} />}
          <div>
            <Button
              variant="default"
              loading={read.isPending}
              leftSection={<IconFileImport size={15} aria-hidden />}
              onClick={() => picker.current?.click()}
            >
              Choose a file…
            </Button>
            <input
              ref={picker}
              type="file"
              accept=".txt,.csv,.tsv,.tab,.json,text/plain,text/csv,application/json"
              aria-label="File of keys"
              hidden
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? [];
                take(file);
                // So that the same file, mended meanwhile, can be chosen again.
                event.currentTarget.value = '';
              }}
            />
          </div>
        </>
      )}
    </section>
  );
}
