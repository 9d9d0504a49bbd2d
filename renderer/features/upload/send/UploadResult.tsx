import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
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
import { notifySaved } from '../../../ui/saveFile.ts';
import { DoneModal } from './DoneModal.tsx';
import { LeftRows } from './LeftRows.tsx';
import classes from './SendUpload.module.css';

interface UploadResultProps {
  readonly upload: Upload;
  readonly counts: UploadCounts;
  readonly job: JobOf<'upload'> | null;
}

/** What became of the upload, claiming no more than is known, and what can be done next. */
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
    <section className={classes.panel} aria-labelledby="upload-result">
      <div className={classes.head}>
        <h2 className={classes.title} id="upload-result">
          <span className={classes.status} data-status={result.isBad ? 'bad' : 'ended'}>
            {result.isBad && <IconAlertTriangle size={16} aria-hidden className={classes.badIcon} />}
            {phase.kind === 'ended' && phase.stopped ? 'Stopped: ' : ''}
            {result.title}
          </span>
          <span className={classes.file} title={visibleLine(upload.file.name)}>
            {visibleLine(upload.file.name)}
          </span>
        </h2>
        <div className={classes.controls}>
          {(isStored || isUnknown) && (
            <Button
              size="compact-sm"
              variant={readBacks === null || isUnknown ? 'filled' : 'default'}
              leftSection={<IconShieldCheck size={15} aria-hidden />}
              loading={verify.isPending}
              onClick={() => verify.mutate({ uploadId: upload.id })}
            >
              {isUnknown
                ? 'Read back and settle'
                : readBacks === null
                  ? 'Read back and verify'
                  : 'Read back again'}
            </Button>
          )}
          <ExportMenu
            label="the outcome of every row"
            choices={csvOrJson}
            onExport={(format) => saveReport(upload, format)}
          />
          <Button size="compact-sm" variant="default" onClick={() => setIsLeaving(true)}>
            Done
          </Button>
        </div>
      </div>
      {readBacks === null ? (
        isStored && (
          <p className={classes.line}>
            Not read back: that they are stored is what the service said, and has not been checked.
          </p>
        )
      ) : (
        <p className={classes.line}>
          {readBacks}
          {verification !== null && left === 0 && ` ${snapshotWords(verification)}`}
        </p>
      )}
      {verification !== null && verification.roots.length > 0 && (
        <div className={classes.roots}>
          <span className={classes.dim}>Read back under</span>
          {verification.roots.slice(0, shownRoots).map((root) => (
            <HashChip key={root} hash={root} />
          ))}
          {verification.roots.length > shownRoots && (
            <span className={classes.dim}>
              and {countOf(verification.roots.length - shownRoots, 'more', 'more')}
            </span>
          )}
          <span className={classes.dim}>at {momentWords(verification.at)}</span>
        </div>
      )}
      {(upload.roots.before !== null || upload.roots.after !== null) && (
        <div className={classes.roots}>
          <span className={classes.dim}>Root before and after the last sending</span>
          <Root hash={upload.roots.before} />
          <IconArrowRight size={14} aria-label="to" />
          <Root hash={upload.roots.after} />
        </div>
      )}
      {phase.kind === 'ended' && <LeftRows upload={upload} counts={counts} />}
      {failure !== null && <ErrorNotice error={new AppFailure(failure)} />}
      {verify.isError && <ErrorNotice error={verify.error} />}
      <DoneModal
        upload={upload}
        counts={counts}
        isSaved={savedRevision === upload.revision}
        isOpen={isLeaving}
        onClose={() => setIsLeaving(false)}
      />
    </section>
  );
}

/** More are counted only. */
const shownRoots = 4;

function Root({ hash }: { readonly hash: string | null }) {
  return hash === null ? <span className={classes.dim}>not known</span> : <HashChip hash={hash} />;
}

async function saveReport({ id, revision }: Upload, format: ExportFormat): Promise<void> {
  const report = ipc.saveUploadReport({ uploadId: id, format });
  if (await notifySaved(report)) changeSendView(id, { savedRevision: revision });
}
