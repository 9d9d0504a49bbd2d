import { Button, Text } from '@mantine/core';
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
import { Callout } from '../../ui/Callout.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ImportJob } from './ImportJob.tsx';
import { ImportPreviewView } from './ImportPreviewView.tsx';

/** Imports keys from a file: choose or drop it, preview it, then import. */
export function ImportPanel({ connectionId }: { readonly connectionId: ConnectionId }) {
  const { reading } = useDiscoverView(connectionId);
  const jobs = useJobs(connectionId).filter((one): one is JobOf<'import'> => one.kind === 'import');
  const [dropRefusal, setDropRefusal] = useState<string | null>(null);
  const read = useMutation({
    mutationFn: async (pick: () => Promise<OpenedFile | null>) => {
      setDropRefusal(null);
      const file = await pick();
      if (file === null) return;
      changeDiscoverView(connectionId, { reading: null });
      const { name, bytes } = file;
      const found = await ipc.readKeyFile({ connectionId, name, bytes: new Uint8Array(bytes) });
      changeDiscoverView(connectionId, { reading: found });
    },
  });
  const refusal = reading?.kind === 'refused' ? importRefusalWords(reading.refusal) : dropRefusal;

  return (
    <FileDrop
      maxBytes={largestKeyFile}
      onFile={(file) =>
        read.mutate(async () => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }))
      }
      onRefuse={setDropRefusal}
    >
      <Panel title="Import known keys" data-focus-home>
        {jobs.map((job) => (
          <ImportJob key={job.id} job={job} />
        ))}
        {reading?.kind === 'preview' ? (
          <ImportPreviewView key={reading.id} connectionId={connectionId} preview={reading} />
        ) : (
          <>
            <Text size="sm">
              Choose or drop a UTF-8 file: text with one key per line, a CSV or TSV table with a column of
              keys, or a JSON list.
            </Text>
            {refusal !== null && (
              <Callout tone="danger" compact>
                {refusal}
              </Callout>
            )}
            {read.isError && <ErrorNotice error={read.error} />}
            <div>
              <Button
                variant="default"
                loading={read.isPending}
                leftSection={<IconFileImport size={15} aria-hidden />}
                onClick={() => read.mutate(() => openFile('Keys', ['txt', 'csv', 'tsv', 'tab', 'json']))}
              >
                Choose file…
              </Button>
            </div>
          </>
        )}
      </Panel>
    </FileDrop>
  );
}
