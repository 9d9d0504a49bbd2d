import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { mostChosenFiles, type Upload } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { beginChosenUpload, droppedFileCalls } from '../../../api/uploads.ts';
import { about } from '../../../api/queryKeys.ts';
import { setHandOver, useHandOver, type HandOver } from '../../../state/handOverStore.ts';
import {
  addWaitingFiles,
  hasWaitingFiles,
  takeWaitingFile,
  useWaitingFiles,
  type WaitingFile,
} from '../../../state/waitingFiles.ts';
import { notifyFailure, notifyProblem } from '../../../ui/notify.ts';
import { useLatest } from '../../../ui/useLatest.ts';
import { handOver } from './handOver.ts';

export interface UploadFiles {
  /** The copying of the present file, or why the last one could not be read; null if there is neither. */
  readonly copying: HandOver | null;
  /** Adds files to the queue. The first one starts at once if the connection has no upload. */
  readonly add: (files: readonly Omit<WaitingFile, 'id'>[]) => void;
}

/** The files of the Upload screen: one is uploaded at a time, and the next one starts when that upload is closed. */
export function useUploadFiles(connectionId: ConnectionId, upload: Upload | null | undefined): UploadFiles {
  const client = useQueryClient();
  const copying = useHandOver(connectionId);
  const isWaiting = useWaitingFiles(connectionId, (files) => files.length > 0);
  // An upload is shown only when its state is known.
  const end = async (error: unknown): Promise<void> => {
    await client.invalidateQueries(about(['upload'], connectionId));
    // The next file takes the place where the error would be.
    const isLast = !hasWaitingFiles(connectionId);
    if (error !== null && !isLast) notifyFailure(error);
    setHandOver(connectionId, error !== null && isLast ? { kind: 'failed', error } : null);
  };
  const startNext = useLatest(() => {
    const next = takeWaitingFile(connectionId);
    if (next === null) return;
    const { name, bytes, source } = next;
    const controller = new AbortController();
    const cancel = (): void => controller.abort();
    const progress = (done: number): void =>
      setHandOver(connectionId, { kind: 'going', name, bytes, done, cancel });
    progress(0);
    const starting: Promise<unknown> =
      source.kind === 'chosen'
        ? beginChosenUpload({ connectionId, fileId: source.fileId })
        : handOver({
            connectionId,
            file: source.file,
            api: droppedFileCalls,
            signal: controller.signal,
            progress,
          });
    void starting.then(() => end(null), end);
  });
  const canStart = isWaiting && upload === null && copying?.kind !== 'going';
  useEffect(() => {
    if (canStart) startNext();
  }, [canStart, startNext]);
  return {
    copying,
    add: (files) => {
      const left = addWaitingFiles(connectionId, files);
      if (left > 0)
        notifyProblem(
          'Too many files',
          `At most ${countOf(mostChosenFiles, 'file')} can wait. ${countOf(left, 'file was', 'files were')} not added.`,
        );
    },
  };
}

export function asDropped(file: File): Omit<WaitingFile, 'id'> {
  return { name: file.name, bytes: file.size, source: { kind: 'dropped', file } };
}
