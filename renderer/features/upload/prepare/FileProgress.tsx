import { Center, Progress, Stack, Text, Title, type StackProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import type { Upload } from '#shared/domain/upload.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { durationWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useJobControls } from '../../../api/jobs.ts';
import { useKnownUploadJob } from '../../../api/uploads.ts';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { useDiscardUpload } from './rowChanges.ts';
import classes from './Prepare.module.css';

/** A step of an upload in the middle of the screen. */
export function FileCard(props: StackProps & ComponentProps<'section'> & { readonly 'data-drop'?: boolean }) {
  return (
    <Screen scrolls>
      <Center mih="100%">
        <Stack component="section" className={classes.card ?? ''} maw={640} p="xl" {...props} />
      </Center>
    </Screen>
  );
}

interface FileProgressProps {
  readonly title: string;
  readonly name: string;
  /** Bytes. */
  readonly done: number;
  readonly total: number;
  /** What the bar counts. */
  readonly label: string;
  /** After the bytes. */
  readonly children: ReactNode;
  /** null while it cannot be canceled. */
  readonly onCancel: (() => void) | null;
  /** Why canceling failed; null if it did not. */
  readonly error?: unknown;
}

/** The file is being copied or read. */
function FileProgress(props: FileProgressProps) {
  const { title, name, done, total, label, children, onCancel, error = null } = props;
  return (
    <FileCard aria-label={title}>
      <div>
        <Title order={2}>{title}</Title>
        <Dimmed lineClamp={2}>{visibleLine(name)}</Dimmed>
      </div>
      <Progress value={total === 0 ? 100 : (100 * done) / total} size="md" aria-label={label} />
      <Text size="sm" c="dimmed" role="status">
        {sizeWords(done)} of {sizeWords(total)}
        {children}
      </Text>
      {error !== null && <ErrorNotice error={error} />}
      <SmallButton disabled={onCancel === null} onClick={() => onCancel?.()} mr="auto">
        Cancel
      </SmallButton>
    </FileCard>
  );
}

export function CopyProgress(props: Omit<FileProgressProps, 'title' | 'label' | 'children'>) {
  return (
    <FileProgress {...props} title="Copying the file" label="Bytes copied">
      . The app keeps an encrypted copy on this computer until the upload is done.
    </FileProgress>
  );
}

/** A chosen file, which the main process copies by itself. */
export function SourceProgress({ upload, done }: { readonly upload: Upload; readonly done: number }) {
  const discard = useDiscardUpload(upload);
  const { name, bytes } = upload.file;
  return (
    <CopyProgress name={name} total={bytes} done={done} onCancel={discard.mutate} error={discard.error} />
  );
}

/** All rows of the file are being read and checked. */
export function StagingProgress({ upload }: { readonly upload: Upload }) {
  const job = useKnownUploadJob(upload) ?? null;
  const { cancel } = useJobControls(upload.connectionId);
  const { done = 0, perSecond = null } = job?.progress ?? {};
  const total = job?.progress.total ?? upload.file.bytes;
  return (
    <FileProgress
      title="Reading and checking all rows"
      name={upload.file.name}
      done={done}
      total={total}
      label="Bytes read"
      onCancel={job === null || job.endedAt !== null ? null : () => cancel(job.id)}
    >
      {paceWords(perSecond, total - done)}. Nothing is sent to the service.
    </FileProgress>
  );
}

/** Speed and time left, from bytes per second and bytes; empty while the speed is not known. */
function paceWords(perSecond: number | null, left: number): string {
  if (perSecond === null || perSecond <= 0) return '';
  const seconds = Math.ceil(left / perSecond);
  return `, ${sizeWords(Math.round(perSecond))} per second, about ${durationWords(1_000 * seconds)} left`;
}
