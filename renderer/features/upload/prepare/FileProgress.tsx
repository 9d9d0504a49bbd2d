import { Center, Group, Progress, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Upload } from '#shared/domain/upload.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { durationWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useJobControls } from '../../../api/jobs.ts';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { useKnownUploadJob } from '../send/useKnownUploadJob.ts';
import classes from './Prepare.module.css';

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
  /** Why cancelling failed; null if it did not. */
  readonly error?: unknown;
}

/** The file is being copied or read. */
export function FileProgress(props: FileProgressProps) {
  const { title, name, done, total, label, children, onCancel, error = null } = props;
  return (
    <Screen scrolls>
      <Center mih="100%">
        <Stack component="section" className={classes.card} maw={640} p="xl" aria-label={title}>
          <div>
            <Title order={2}>{title}</Title>
            <Dimmed lineClamp={2}>{visibleLine(name)}</Dimmed>
          </div>
          <Progress value={total === 0 ? 100 : (100 * done) / total} size="md" animated aria-label={label} />
          <Text size="sm" c="dimmed" role="status">
            {sizeWords(done)} of {sizeWords(total)}
            {children}
          </Text>
          {error !== null && <ErrorNotice error={error} />}
          <Group>
            <SmallButton disabled={onCancel === null} onClick={() => onCancel?.()}>
              Cancel
            </SmallButton>
          </Group>
        </Stack>
      </Center>
    </Screen>
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
