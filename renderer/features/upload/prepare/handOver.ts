import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ipc } from '../../../api/ipc.ts';
import { AppFailure } from '../../../api/unwrap.ts';

/** Bytes handed over with one call. */
const pieceBytes = 4 * 1024 * 1024;

export interface HandOverInput {
  readonly connectionId: ConnectionId;
  readonly file: File;
  readonly api: Pick<
    typeof ipc,
    'beginDroppedUpload' | 'addDroppedBytes' | 'endDroppedUpload' | 'discardUpload'
  >;
  readonly signal: AbortSignal;
  readonly progress: (bytesDone: number) => void;
}

/**
 * Hands the bytes of a dropped file over to the app, piece by piece. Whatever ends it early takes back what was handed
 * over. Resolves to whether it got there; false: `signal` aborted it.
 *
 * @throws AppFailure where the file cannot be read (any more), or as the app answers.
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
    // What went wrong first is what is told.
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
      message: 'The file was changed, moved or locked while it was read.',
      requestId: null,
    });
  }
}
