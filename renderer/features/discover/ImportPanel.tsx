import { Button, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { JobOf } from '#shared/domain/job.ts';
import { largestKeyFile } from '#shared/domain/keyImport.ts';
import type { OpenedFile } from '#shared/ipc/appTypes.ts';
import { importRefusalWords } from '#shared/text/importWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { openFile } from '../../api/files.ts';
import { learnMissingKeys, readKeyFile, useJobs, useStartJob } from '../../api/jobs.ts';
import { changeDiscoverView, useDiscoverView } from '../../state/discoverStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { jobStateWords, JobStrip } from '../../widgets/JobStrip.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { VerdictTally } from '../../ui/VerdictTally.tsx';
import { ImportPreviewView, KeyLines } from './ImportPreviewView.tsx';

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
      const found = await readKeyFile({ connectionId, name, bytes: new Uint8Array(bytes) });
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
            <Button
              variant="default"
              mr="auto"
              loading={read.isPending}
              leftSection={<IconFileImport size={15} aria-hidden />}
              onClick={() =>
                read.mutate(() =>
                  openFile({ title: 'Keys', extensions: ['txt', 'csv', 'tsv', 'tab', 'json'] }),
                )
              }
            >
              Choose file…
            </Button>
          </>
        )}
      </Panel>
    </FileDrop>
  );
}

/** The progress of an import, or its result. */
function ImportJob({ job }: { readonly job: JobOf<'import'> }) {
  const { progress, state } = job;
  return (
    <JobStrip
      name="Import"
      job={job}
      done={progress.done}
      total={progress.total}
      progressLabel={`${countWords(progress.done)} of ${countOf(progress.total, 'key')} imported`}
      details={
        <>
          {progress.refused > 0 && (
            <Callout tone="danger" role="note" compact>
              {countOf(progress.refused, 'key')} could not be read: the service refused the request, or the
              key cannot be sent in a request.
            </Callout>
          )}
          {progress.unasked > 0 && (
            <Callout tone="danger" role="note" compact>
              The service returned {countOf(progress.unasked, 'key')} that the app did not request.
            </Callout>
          )}
          {progress.missingCount > 0 && <Missing job={job} />}
        </>
      }
    >
      <strong>{jobStateWords[state.kind]}</strong>
      <span>{visibleLine(progress.fileName)}</span>
      <span>
        {countWords(progress.done)} of {countOf(progress.total, 'key')}
      </span>
      <span>{countOf(progress.newKeys, 'new key')}</span>
      <VerdictTally counts={progress.verdicts} />
    </JobStrip>
  );
}

function Missing({ job }: { readonly job: JobOf<'import'> }) {
  const { missing, missingCount, missingProven } = job.progress;
  const add = useStartJob(() => learnMissingKeys({ jobId: job.id }));
  return (
    <>
      <Text size="sm">
        The service did not return {countOf(missingCount, 'key')} from this file, so{' '}
        {missingCount === 1 ? 'it was' : 'they were'} not added to the known keys.
        {missingProven > 0 &&
          ` Earlier proofs covered ${countWords(missingProven)} of them; ${missingProven === 1 ? 'it' : 'they'} may still exist.`}
      </Text>
      <KeyLines title="Keys that the service did not return" keys={missing} />
      {missingCount > missing.length && <Dimmed>and {countWords(missingCount - missing.length)} more</Dimmed>}
      {add.isError && <ErrorNotice error={add.error} />}
      {job.endedAt !== null && !add.isSuccess && (
        <SmallButton mr="auto" loading={add.isPending} onClick={() => add.mutate(undefined)}>
          Add {missingCount === 1 ? 'it' : 'them'} anyway
        </SmallButton>
      )}
    </>
  );
}
