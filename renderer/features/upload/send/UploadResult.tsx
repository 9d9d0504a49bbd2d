import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconSend, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExportFormat, JobOf } from '#shared/domain/job.ts';
import type { SendSettings, Upload, UploadRowFilter } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import {
  leftRowsWords,
  loggedRowsSentence,
  readBacksWords,
  readBackTally,
  resultWords,
  snapshotWords,
} from '#shared/text/sendWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { AppFailure } from '../../../api/unwrap.ts';
import { loggedRowsQuery } from '../../../api/writes.ts';
import {
  type CountedUpload,
  discardUpload,
  saveUploadReport,
  sendUpload,
  uploadRowsOf,
  useUploadStep,
  verifyUpload,
} from '../../../api/uploads.ts';
import { queryKey } from '../../../api/queryKeys.ts';
import { useActiveConnection } from '../../../state/appStore.ts';
import { changeSendView, forgetSendView, useSendView } from '../../../state/sendStore.ts';
import { forgetUploadView, useUploadView } from '../../../state/uploadStore.ts';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { csvOrJson, ExportMenu } from '../../../ui/ExportMenu.tsx';
import { Fact } from '../../../ui/Facts.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { HashChip } from '../../../ui/HashChip.tsx';
import { PaneHead } from '../../../ui/PaneHead.tsx';
import { notifySaved } from '../../../ui/saveFile.ts';
import { useWriteConsent } from '../../../widgets/writeConsent.tsx';
import { EvidenceButton } from '../../evidence/EvidenceButton.tsx';
import { PreviousNote, StorePreviousButton } from '../../editor/StorePrevious.tsx';
import { rowObstacle, SendChoices, type SendChoice } from './SendChoices.tsx';

/** Further roots are only counted. */
const shownRoots = 4;

/** The result of the upload, and what can be done next. Claims no more than is known. */
export function UploadResult({
  upload,
  counts,
  job,
}: CountedUpload & { readonly job: JobOf<'upload'> | null }) {
  const { phase, verification, connectionId, roots } = upload;
  const [isLeaving, setIsLeaving] = useState(false);
  const verify = useUploadStep(connectionId, verifyUpload);
  const result = resultWords(counts);
  const readBacks = readBacksWords(counts);
  const isStored = counts.outcomes.stored + counts.outcomes.same > 0;
  const isUnknown = counts.outcomes.unknown > 0;
  const failure = job?.state.kind === 'failed' ? job.state.error : null;
  return (
    <section aria-labelledby="upload-result">
      <PaneHead
        id="upload-result"
        title={
          <Text span inherit {...(result.isBad && { c: 'var(--verdict-red-fg)' })}>
            {result.isBad && (
              <IconAlertTriangle size={16} aria-hidden style={{ marginRight: 6, verticalAlign: -2 }} />
            )}
            {phase.kind === 'ended' && phase.stopped ? 'Stopped: ' : ''}
            {result.title}
          </Text>
        }
        note={visibleLine(upload.file.name)}
        actions={
          <>
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
            {phase.kind === 'ended' && readBacks !== null && (
              <EvidenceButton connectionId={connectionId} about={{ kind: 'receipt', id: upload.id }} />
            )}
            {phase.kind === 'ended' && (
              <StorePreviousButton
                isSmall
                write={{ connectionId, writeId: upload.id, title: upload.file.name }}
                previous={upload.previous}
              />
            )}
            <ExportMenu
              label="the outcome of every row"
              choices={csvOrJson}
              onExport={(format) => saveReport(upload, format)}
            />
            <SmallButton onClick={() => setIsLeaving(true)}>Done</SmallButton>
          </>
        }
      />
      <Stack gap="sm" px="md" py="sm" fz="sm">
        {readBacks === null ? (
          isStored && (
            <p>Not read back: the service reported these rows as stored, but this was not checked.</p>
          )
        ) : (
          <p>
            {readBacks}
            {verification !== null && readBackTally(counts).left === 0 && ` ${snapshotWords(verification)}`}
          </p>
        )}
        {verification !== null && verification.roots.length > 0 && (
          <Group gap="sm">
            <Dimmed span>Read back with root</Dimmed>
            {verification.roots.slice(0, shownRoots).map((root) => (
              <HashChip key={root} hash={root} />
            ))}
            <Dimmed span>
              {verification.roots.length > shownRoots &&
                `and ${countOf(verification.roots.length - shownRoots, 'more', 'more')} `}
              at {momentWords(verification.at)}
            </Dimmed>
          </Group>
        )}
        {(roots.before !== null || roots.after !== null) && (
          <Group gap="sm">
            <Dimmed span>Root before and after sending</Dimmed>
            <Root hash={roots.before} />
            <IconArrowRight size={14} aria-label="to" />
            <Root hash={roots.after} />
          </Group>
        )}
        <PreviousNote previous={upload.previous} />
        {phase.kind === 'ended' && <LeftRows upload={upload} counts={counts} />}
        {failure !== null && <ErrorNotice error={new AppFailure(failure)} />}
        {verify.isError && <ErrorNotice error={verify.error} />}
      </Stack>
      {isLeaving && <CloseDialog upload={upload} counts={counts} onClose={() => setIsLeaving(false)} />}
    </section>
  );
}

function Root({ hash }: { readonly hash: string | null }) {
  return hash === null ? <Dimmed span>unknown</Dimmed> : <HashChip hash={hash} />;
}

async function saveReport({ id, revision }: Upload, format: ExportFormat): Promise<void> {
  const report = saveUploadReport({ uploadId: id, format });
  if (await notifySaved(report)) changeSendView(id, { savedRevision: revision });
}

/** Asks before the rows and their outcomes go. What was read back stays in the log. */
function CloseDialog({ upload, counts, onClose }: CountedUpload & { readonly onClose: () => void }) {
  const { id: uploadId, revision } = upload;
  const { savedRevision } = useSendView(uploadId);
  const discard = useUploadStep<void, void>(upload.connectionId, async () => {
    await discardUpload({ uploadId });
    forgetSendView(uploadId);
    forgetUploadView(uploadId);
  });
  const { stored, same, unknown } = counts.outcomes;
  // Asked, because the log may lack rows: its disk may have been full, or the upload is larger than it keeps.
  const logged = useQuery(loggedRowsQuery(upload.connectionId, uploadId)).data ?? null;
  const isLogged = logged !== null && logged >= stored + same && logged > 0;
  const others = counts.rows - stored - same;
  const losesOutcomes = savedRevision !== revision && (others > 0 || !isLogged);
  return (
    <ConfirmDialog
      title="Close this upload?"
      action="Close upload"
      cancel="Keep open"
      isDestructive={unknown > 0 || losesOutcomes}
      onConfirm={() => discard.mutateAsync()}
      onClose={onClose}
    >
      <p>
        Its rows are removed from this computer. Atoms that were stored stay in the memory.{' '}
        {logged !== null && loggedRowsSentence(counts, logged)}
      </p>
      {unknown > 0 && (
        <p>
          The outcome of {countOf(unknown, 'row')} is still unknown. This list is the only record of{' '}
          {unknown === 1 ? 'it' : 'them'}.
        </p>
      )}
      {losesOutcomes && <p>The current outcomes have not been exported.</p>}
    </ConfirmDialog>
  );
}

/** The rows that are not stored after sending, and a button that sends them. */
function LeftRows({ upload, counts }: CountedUpload) {
  const [isAsking, setAsking] = useState(false);
  const { readOnly } = useActiveConnection();
  const unsaved = useUploadView(upload.id).typed.size;
  const left = useQuery({
    queryKey: queryKey('leftRows', upload.id, upload.revision),
    queryFn: () => countLeft(upload),
    placeholderData: (before: number | undefined) => before,
    gcTime: 10_000,
  });
  const { data: rows = 0 } = left;
  const { settings } = upload;
  const words = leftRowsWords(counts, rows);
  if (settings === null) return null;
  const obstacle = readOnly ? 'This connection is read-only.' : rowObstacle(counts.statuses.blocked, unsaved);
  return (
    <>
      {left.error !== null && <ErrorNotice error={left.error} onRetry={() => void left.refetch()} />}
      {words !== null && (
        <Group gap="md">
          <p>{words}</p>
          {rows > 0 && (
            <SmallButton
              variant="filled"
              icon={IconSend}
              disabled={obstacle !== null}
              onClick={() => setAsking(true)}
            >
              Send {countOf(rows, 'remaining row')}…
            </SmallButton>
          )}
          {rows > 0 && obstacle !== null && <p role="status">{obstacle}</p>}
        </Group>
      )}
      {isAsking && (
        <SendLeftDialog upload={upload} rows={rows} before={settings} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

interface SendLeftDialogProps {
  readonly upload: Upload;
  readonly rows: number;
  /** The settings of the previous run. */
  readonly before: SendSettings;
  readonly onClose: () => void;
}

function SendLeftDialog({ upload, rows, before, onClose }: SendLeftDialogProps) {
  const [choice, setChoice] = useState<SendChoice>(before);
  const send = useUploadStep(upload.connectionId, sendUpload);
  const consent = useWriteConsent(
    useActiveConnection(),
    'several',
    <Fact label="To send">{countOf(rows, 'atom')}</Fact>,
  );
  return (
    <FormDialog
      title={`Send ${countOf(rows, 'row')}?`}
      action={`Send ${countOf(rows, 'atom')}`}
      size={460}
      isDisabled={rows === 0 || !consent.isGiven}
      isActionFocused={!consent.isNeeded}
      isDanger={consent.isNeeded}
      onSubmit={() =>
        send.mutateAsync({
          uploadId: upload.id,
          settings: { ...before, ...choice },
          ...consent.confirmation,
        })
      }
      onClose={onClose}
    >
      <p>
        Only these rows are sent, in batches of at most {countOf(before.batchAtoms, 'atom')}. Each batch is
        all or nothing. Rows that are already stored are not sent again.
      </p>
      <SendChoices choice={choice} onChange={setChoice} />
      {consent.fields}
    </FormDialog>
  );
}

/** How many rows another run would send: ready rows that are waiting or were skipped. */
async function countLeft({ id: uploadId, settings }: Upload): Promise<number> {
  const count = async (filter: UploadRowFilter): Promise<number> =>
    (await uploadRowsOf({ uploadId, filter: { ...filter, status: 'ready' } }, { from: 0, to: 0 })).total;
  const counts = await Promise.all(
    (['waiting', 'skipped'] as const).map(async (outcome) => {
      const all = await count({ outcome });
      return settings?.skipSame === true ? all - (await count({ outcome, comparison: 'same' })) : all;
    }),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}
