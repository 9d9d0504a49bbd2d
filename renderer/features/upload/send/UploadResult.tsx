import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconShieldCheck } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { ExportFormat, JobOf } from '#shared/domain/job.ts';
import type { Upload, UploadCounts } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { readBacksWords, readBackTally, resultWords, snapshotWords } from '#shared/text/sendWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { ipc } from '../../../api/ipc.ts';
import { AppFailure } from '../../../api/unwrap.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { changeSendView, useSendView } from '../../../state/sendStore.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { csvOrJson, ExportMenu } from '../../../ui/ExportMenu.tsx';
import { HashChip } from '../../../ui/HashChip.tsx';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { notifySaved } from '../../../ui/saveFile.ts';
import { DeleteDialog } from './EndDialogs.tsx';
import { LeftRows } from './LeftRows.tsx';
import classes from './Send.module.css';

interface UploadResultProps {
  readonly upload: Upload;
  readonly counts: UploadCounts;
  readonly job: JobOf<'upload'> | null;
}

/** The result of the upload, and what can be done next. Claims no more than is known. */
export function UploadResult({ upload, counts, job }: UploadResultProps) {
  const { phase, verification, connectionId } = upload;
  const [isLeaving, setIsLeaving] = useState(false);
  const { savedRevision } = useSendView(upload.id);
  const verify = useUploadStep(connectionId, ipc.verifyUpload);
  const result = resultWords(counts);
  const readBacks = readBacksWords(counts);
  const { left } = readBackTally(counts);
  const isStored = counts.outcomes.stored + counts.outcomes.same > 0;
  const isUnknown = counts.outcomes.unknown > 0;
  const failure = job?.state.kind === 'failed' ? job.state.error : null;
  return (
    <Stack component="section" gap="sm" px="md" py="sm" fz="sm" aria-labelledby="upload-result">
      <Group gap="md" justify="space-between" align="flex-start">
        <h2 className={classes.title} id="upload-result">
          <span className={classes.status} data-tone={result.isBad ? 'danger' : undefined}>
            {result.isBad && (
              <IconAlertTriangle size={16} aria-hidden style={{ marginRight: 6, verticalAlign: -2 }} />
            )}
            {phase.kind === 'ended' && phase.stopped ? 'Stopped: ' : ''}
            {result.title}
          </span>
          <span className={classes.file} title={visibleLine(upload.file.name)}>
            {visibleLine(upload.file.name)}
          </span>
        </h2>
        <Group gap="sm" flex="none">
          {(isStored || isUnknown) && (
            <SmallButton
              variant={readBacks === null || isUnknown ? 'filled' : 'default'}
              icon={IconShieldCheck}
              loading={verify.isPending}
              onClick={() => verify.mutate({ uploadId: upload.id })}
            >
              {isUnknown
                ? 'Read back and resolve'
                : readBacks === null
                  ? 'Read back and verify'
                  : 'Read back again'}
            </SmallButton>
          )}
          <ExportMenu
            label="the outcome of every row"
            choices={csvOrJson}
            onExport={(format) => saveReport(upload, format)}
          />
          <SmallButton onClick={() => setIsLeaving(true)}>Done</SmallButton>
        </Group>
      </Group>
      {readBacks === null ? (
        isStored && <p>Not read back: the service reported these rows as stored, but this was not checked.</p>
      ) : (
        <p>
          {readBacks}
          {verification !== null && left === 0 && ` ${snapshotWords(verification)}`}
        </p>
      )}
      {verification !== null && verification.roots.length > 0 && (
        <Group gap="sm">
          <Dim>Read back with root</Dim>
          {verification.roots.slice(0, shownRoots).map((root) => (
            <HashChip key={root} hash={root} />
          ))}
          {verification.roots.length > shownRoots && (
            <Dim>and {countOf(verification.roots.length - shownRoots, 'more', 'more')}</Dim>
          )}
          <Dim>at {momentWords(verification.at)}</Dim>
        </Group>
      )}
      {(upload.roots.before !== null || upload.roots.after !== null) && (
        <Group gap="sm">
          <Dim>Root before and after sending</Dim>
          <Root hash={upload.roots.before} />
          <IconArrowRight size={14} aria-label="to" />
          <Root hash={upload.roots.after} />
        </Group>
      )}
      {phase.kind === 'ended' && <LeftRows upload={upload} counts={counts} />}
      {failure !== null && <ErrorNotice error={new AppFailure(failure)} />}
      {verify.isError && <ErrorNotice error={verify.error} />}
      {isLeaving && (
        <DeleteDialog
          upload={upload}
          counts={counts}
          isSaved={savedRevision === upload.revision}
          onClose={() => setIsLeaving(false)}
        />
      )}
    </Stack>
  );
}

/** Further roots are only counted. */
const shownRoots = 4;

function Root({ hash }: { readonly hash: string | null }) {
  return hash === null ? <Dim>unknown</Dim> : <HashChip hash={hash} />;
}

function Dim({ children }: { readonly children: ReactNode }) {
  return (
    <Text span inherit c="dimmed">
      {children}
    </Text>
  );
}

async function saveReport({ id, revision }: Upload, format: ExportFormat): Promise<void> {
  const report = ipc.saveUploadReport({ uploadId: id, format });
  if (await notifySaved(report)) changeSendView(id, { savedRevision: revision });
}
