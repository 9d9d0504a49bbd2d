import { Box, Button, Group, Title } from '@mantine/core';
import { IconFileAlert } from '@tabler/icons-react';
import type { Upload } from '#shared/domain/upload.ts';
import type { SourceChoice, SourceRefusal, SourceSample } from '#shared/domain/uploadSource.ts';
import { sourceRefusalWords } from '#shared/text/sourceRefusalWords.ts';
import { encodingNames, formatNames } from '#shared/text/uploadWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { readUploadAs, useUploadStep } from '../../../api/uploads.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { FileCard } from './FileProgress.tsx';
import { PartPicker } from './PartPicker.tsx';
import { FileTable } from './PreviewTables.tsx';
import { ReadingForm } from './ReadingForm.tsx';
import { useDiscardUpload } from './rowChanges.ts';
import classes from './Prepare.module.css';

interface RefusedSourceProps {
  readonly upload: Upload;
  readonly refusal: SourceRefusal;
  /** What could be read; null if nothing could. */
  readonly sample: SourceSample | null;
}

/** The first choice if nothing could be detected. */
const usualChoice: SourceChoice = { format: 'csv', encoding: 'utf-8', delimiter: ',', hasHeader: true };

/** A file that could not be read, with other ways to read it. */
export function RefusedSource({ upload, refusal, sample }: RefusedSourceProps) {
  const discard = useDiscardUpload(upload);
  const read = useUploadStep(upload.connectionId, readUploadAs);
  const choice = sample?.choice ?? triedChoice(refusal);
  const container = sample?.container ?? null;
  const { title, what, todo } = sourceRefusalWords(refusal, container);
  return (
    <FileCard aria-label={title}>
      <Callout tone="danger" icon={IconFileAlert} title={title} order={2}>
        <Dimmed>{visibleLine(upload.file.name)}</Dimmed>
        <p>{what}</p>
        <p>{todo}</p>
      </Callout>
      {container !== null && (
        <PartPicker upload={upload} container={container} part={sample?.choice.part ?? null} />
      )}
      {canBeReadOtherwise(refusal) && (
        <>
          <Title order={3}>Try other settings</Title>
          <ReadingForm upload={upload} choice={choice} sample={sample} />
          {sample !== null && sample.records.length > 0 && (
            <Box className={classes.box} mah={210}>
              <FileTable sample={sample} title="Preview with these settings" />
            </Box>
          )}
        </>
      )}
      {discard.isError && <ErrorNotice error={discard.error} />}
      {read.isError && <ErrorNotice error={read.error} />}
      <Group gap="sm">
        {sample !== null && sample.records.length > 0 && canBeReadOtherwise(refusal) && (
          <Button
            loading={read.isPending}
            onClick={() => read.mutate({ uploadId: upload.id, choice: sample.choice })}
          >
            Read as{' '}
            {refusal.kind === 'wrong-encoding'
              ? encodingNames[sample.choice.encoding]
              : formatNames[sample.choice.format]}
          </Button>
        )}
        <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate()}>
          Choose another file
        </Button>
      </Group>
    </FileCard>
  );
}

function triedChoice(refusal: SourceRefusal): SourceChoice {
  return refusal.kind === 'wrong-encoding' ? { ...usualChoice, encoding: refusal.encoding } : usualChoice;
}

/** Whether another encoding, delimiter, or format can help. */
function canBeReadOtherwise({ kind }: SourceRefusal): boolean {
  switch (kind) {
    case 'wrong-encoding':
    case 'not-text':
    case 'broken':
    case 'no-records':
    case 'empty':
    case 'too-many-columns':
      return true;
    case 'too-large':
    case 'too-many-rows':
    case 'unsupported':
    case 'damaged-container':
    case 'unpacks-too-large':
    case 'no-parts':
    case 'too-many-parts':
      return false;
  }
}
