import type { ConnectionId } from '#shared/domain/connection.ts';
import type { droppedFileCalls } from '../../../api/uploads.ts';
import { AppFailure } from '../../../api/unwrap.ts';

/** Bytes per call. */
const pieceBytes = 4 * 1024 * 1024;

export interface HandOverInput {
  readonly connectionId: ConnectionId;
  readonly file: File;
  readonly api: typeof droppedFileCalls;
  readonly signal: AbortSignal;
  readonly progress: (bytesDone: number) => void;
}

/**
 * Copies a dropped file to the app, piece by piece. Discards the copy if that fails or is aborted. Resolves to whether
 * the copy is complete; false if `signal` aborted it.
 *
 * @throws AppFailure if the file cannot be read, or the app refuses it
 */
export async function handOver({
  connectionId,
  file,
  api,
  signal,
  progress,
}: HandOverInput): Promise<boolean> {
  const { id: uploadId } = await api.beginDroppedUpload({
    connectionId,
    name: file.name,
    bytes: file.size,
  });
  try {
    for (let at = 0; at < file.size; at += pieceBytes) {
      if (signal.aborted) break;
      const bytes = await readPiece(file, at);
      await api.addDroppedBytes({ uploadId, bytes });
      progress(at + bytes.length);
    }
    if (!signal.aborted) {
      await api.endDroppedUpload({ uploadId });
      return true;
    }
  } catch (caught) {
    // The first error is the one to report.
    await api.discardUpload({ uploadId }).catch(() => undefined);
    throw caught;
  }
  await api.discardUpload({ uploadId });
  return false;
}

async function readPiece(file: File, at: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
  } catch {
    throw new AppFailure({
      code: 'file_failed',
      failure: 'missing',
      path: file.name,
      message: 'The file was changed, moved, or locked while the app read it.',
      requestId: null,
    });
  }
}
