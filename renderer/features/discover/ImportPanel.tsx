import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { JobOf } from '#shared/domain/job.ts';
import { largestKeyFile } from '#shared/domain/keyImport.ts';
import type { OpenedFile } from '#shared/ipc/appTypes.ts';
import { importRefusalWords } from '#shared/text/importWords.ts';
import { openFile } from '../../api/files.ts';
import { useJobs } from '../../api/jobs.ts';
import { ipc } from '../../api/ipc.ts';
import { changeDiscoverView, useDiscoverView } from '../../state/discoverStore.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import classes from './DiscoverScreen.module.css';
import { ImportJob } from './ImportJob.tsx';
import { ImportPreviewView } from './ImportPreviewView.tsx';

/** Keys that somebody has in a file: chosen or dropped, looked at, then learned. */
export function ImportPanel({ connectionId }: { readonly connectionId: ConnectionId }) {
  const { reading } = useDiscoverView(connectionId);
  const jobs = useJobs(connectionId).filter((one): one is JobOf<'import'> => one.kind === 'import');
  const [refusal, setRefusal] = useState<string | null>(null);
  const read = useMutation({
    mutationFn: async (pick: () => Promise<OpenedFile | null>) => {
      setRefusal(null);
      const file = await pick();
      if (file === null) return;
      changeDiscoverView(connectionId, { reading: null });
      const { name, bytes } = file;
      const found = await ipc.readKeyFile({ connectionId, name, bytes: new Uint8Array(bytes) });
      changeDiscoverView(connectionId, { reading: found });
    },
  });

  return (
    <FileDrop
      maxBytes={largestKeyFile}
      onFile={(file) =>
        read.mutate(async () => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }))
      }
      onRefuse={setRefusal}
    >
      <section className={classes.panel} aria-labelledby="import-title" data-focus-home>
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
            {refusal !== null && (
              <p className={classes.problem} role="alert">
                {refusal}
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
                onClick={() => read.mutate(() => openFile('Keys', ['txt', 'csv', 'tsv', 'tab', 'json']))}
              >
                Choose a file…
              </Button>
            </div>
          </>
        )}
      </section>
    </FileDrop>
  );
}
