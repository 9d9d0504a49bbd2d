import { transferring } from '#shared/async/rpc.ts';
import { startThread } from '../../jobs/thread.ts';
import type { OpenUploadRows, UploadRows } from './uploadRows.ts';

/** Initial data of the thread. */
export interface UploadThreadData {
  readonly folder: string;
  readonly dataKey: Uint8Array;
  readonly file: { readonly name: string; readonly bytes: number };
  readonly firstRevision: number;
}

/**
 * A thread that does not stop or close on request is terminated after this time, so that it does not block
 * the user or quitting. What matters is on disk by then.
 */
const defaultGraceMs = 5_000;

/** Staging makes much that is soon let go. With the usual room for it, a million rows take 14 MB more and 4% less time. */
const maxYoungGenerationSizeMb = 12;

/** See `OpenUploadRows`. If the thread crashes, pending and later calls reject. */
export const openUploadRows: OpenUploadRows = (options) => openThread(options, defaultGraceMs);

/** The same, with another grace period. */
export const openThread = async (
  { workerFile, folder, dataKey, file }: Parameters<OpenUploadRows>[0],
  graceMs: number,
): Promise<UploadRows> => {
  // Milliseconds, so that no revision of an earlier thread is repeated.
  const workerData: UploadThreadData = {
    folder,
    dataKey: Uint8Array.from(dataKey),
    file,
    firstRevision: Date.now(),
  };
  const name = 'The upload’s worker thread';
  const { remote, stop, close } = startThread<UploadRows>(workerFile, {
    name,
    workerData,
    graceMs,
    resourceLimits: { maxYoungGenerationSizeMb },
  });
  try {
    // It is open if it responds.
    await remote.revision();
  } catch (error) {
    await stop();
    throw error;
  }
  const own: Pick<UploadRows, 'addSource' | 'close'> = {
    addSource: (bytes) => {
      // A copy of just these bytes, which is transferred.
      const copy = Uint8Array.from(bytes);
      return remote.addSource(transferring(copy, [copy.buffer]));
    },
    // Long work is aborted, not awaited; short work is completed.
    close: () => close((last) => last.close(), new Error('The upload is closed.')),
  };
  return new Proxy(remote, {
    get: (_, call) => Reflect.get(call in own ? own : remote, call) as unknown,
  });
};
