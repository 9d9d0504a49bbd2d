import {
  failureOf,
  type FromUploadThread,
  type PlainCall,
  type ToUploadThread,
  type UploadRequest,
  type UploadRequestOf,
} from './uploadCalls.ts';
import type { UploadRows } from './uploadRows.ts';

/** Handles the calls to the thread one after the other. Requests to stop take effect at once. */
export function handleCalls(
  rows: UploadRows,
  tell: (message: FromUploadThread) => void,
): (message: ToUploadThread) => void {
  const aborts = new Map<number, AbortController>();
  let last: Promise<void> = Promise.resolve();

  const answer = async (id: number, request: UploadRequest, signal: AbortSignal): Promise<void> => {
    try {
      const value = await run(rows, request, signal, (done) => {
        tell({ kind: 'progress', id, done });
      });
      tell({ kind: 'answer', id, value });
    } catch (error) {
      tell({ kind: 'failed', id, failure: failureOf(error) });
    } finally {
      aborts.delete(id);
    }
  };
  return (message) => {
    const { id } = message;
    if (message.kind === 'abort') {
      aborts.get(id)?.abort();
      return;
    }
    const abort = new AbortController();
    aborts.set(id, abort);
    last = last.then(() => answer(id, message.request, abort.signal));
  };
}

async function run(
  rows: UploadRows,
  request: UploadRequest,
  signal: AbortSignal,
  progress: (done: number) => void,
): Promise<unknown> {
  switch (request.call) {
    case 'addSourceFile':
      return rows.addSourceFile(request.input[0], (done) => {
        signal.throwIfAborted();
        progress(done);
      });
    case 'stage':
      return rows.stage(request.input[0], progress, signal);
    case 'report':
      return rows.report(...request.input, signal);
    default:
      return plain(rows, request);
  }
}

type PlainCalls = {
  readonly [Call in PlainCall]: (...input: Parameters<UploadRows[Call]>) => Promise<unknown>;
};

function plain<Call extends PlainCall>(
  rows: PlainCalls,
  { call, input }: UploadRequestOf<Call>,
): Promise<unknown> {
  return rows[call](...input);
}
