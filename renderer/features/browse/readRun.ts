import type { QueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { readBatch } from '../../api/atoms.ts';
import { useReadRunStore, type ReadRun } from '../../state/readRunStore.ts';
import { noProgress, readInBatches } from '../../api/readInBatches.ts';

/** Begins to read and verify the keys. One run per connection: the window offers it only when none is under way. */
export async function startReadRun(
  client: QueryClient,
  connectionId: ConnectionId,
  keys: readonly string[],
): Promise<void> {
  const { put } = useReadRunStore.getState();
  const controller = new AbortController();
  let run: ReadRun = {
    connectionId,
    keys,
    progress: noProgress,
    end: null,
    cancel: () => controller.abort(),
  };
  const end = await readInBatches({
    keys,
    signal: controller.signal,
    readBatch: (batch) => readBatch(client, connectionId, batch, controller.signal),
    onProgress: (progress) => {
      run = { ...run, progress };
      put(run);
    },
  });
  put({ ...run, end });
}
