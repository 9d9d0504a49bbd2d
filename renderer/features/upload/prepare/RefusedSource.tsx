import { Button } from '@mantine/core';
import { IconFileAlert } from '@tabler/icons-react';
import type { Upload } from '#shared/domain/upload.ts';
import type { SourceChoice, SourceRefusal, SourceSample } from '#shared/domain/uploadSource.ts';
import { encodingNames, formatNames, sourceRefusalWords } from '#shared/text/uploadWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import classes from './Prepare.module.css';
import { FileTable } from './PreviewTables.tsx';
import { ReadingForm } from './ReadingForm.tsx';
import { useDiscardUpload } from './useDiscardUpload.ts';
import { ipc } from '../../../api/ipc.ts';

interface RefusedSourceProps {
  readonly upload: Upload;
  readonly refusal: SourceRefusal;
  /** As far as it was understood; null where it was not at all. */
  readonly sample: SourceSample | null;
}

/** Where nothing was understood, this is what the choice begins at. */
const usualChoice: SourceChoice = { format: 'csv', encoding: 'utf-8', delimiter: ',', hasHeader: true };

/** A file that cannot be read as it was tried, with what could be tried instead. */
export function RefusedSource({ upload, refusal, sample }: RefusedSourceProps) {
  const discard = useDiscardUpload(upload);
  const read = useUploadStep(upload.connectionId, ipc.readUploadAs);
  const { title, what, todo } = sourceRefusalWords(refusal);
  const choice = sample?.choice ?? triedChoice(refusal);
  return (
    <div className={classes.centre}>
      <section className={classes.card} aria-labelledby="refused-title">
        <div className={classes.refused} role="alert">
          <IconFileAlert size={22} stroke={1.6} aria-hidden />
          <div>
            <h2 id="refused-title">{title}</h2>
            <p className={classes.fileName}>{visibleLine(upload.file.name)}</p>
            <p>{what}</p>
            <p className={classes.dim}>{todo}</p>
          </div>
        </div>
        {canBeReadOtherwise(refusal) && (
          <>
            <h3>Read it in another way</h3>
            <ReadingForm upload={upload} choice={choice} evidence={sample?.evidence ?? null} />
            {sample !== null && sample.records.length > 0 && (
              <div className={classes.otherwise}>
                <FileTable sample={sample} title="Read like this, it would be" />
              </div>
            )}
          </>
        )}
        {discard.isError && <ErrorNotice error={discard.error} />}
        {read.isError && <ErrorNotice error={read.error} />}
        <div className={classes.cardActions}>
          {sample !== null && canBeReadOtherwise(refusal) && (
            <Button
              loading={read.isPending}
              onClick={() => read.mutate({ uploadId: upload.id, choice: sample.choice })}
            >
              Read it as{' '}
              {refusal.kind === 'wrong-encoding'
                ? encodingNames[sample.choice.encoding]
                : formatNames[sample.choice.format]}
            </Button>
          )}
          <Button
            variant="default"
            loading={discard.isPending}
            onClick={() => discard.mutate({ uploadId: upload.id })}
          >
            Choose another file
          </Button>
        </div>
      </section>
    </div>
  );
}

function triedChoice(refusal: SourceRefusal): SourceChoice {
  return refusal.kind === 'wrong-encoding' ? { ...usualChoice, encoding: refusal.encoding } : usualChoice;
}

/** Whether another encoding, delimiter or format could help. */
function canBeReadOtherwise({ kind }: SourceRefusal): boolean {
  return kind !== 'too-large' && kind !== 'too-many-rows';
}
