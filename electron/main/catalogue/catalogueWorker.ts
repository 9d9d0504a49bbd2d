import { parentPort } from 'node:worker_threads';
import { digest } from '@chainsafe/as-sha256';
import { useSha256 } from '#shared/merkle/hashing.ts';
import { createCatalogueHost } from './catalogueHost.ts';
import type { KeyRequest } from './keyCalls.ts';

useSha256(digest);

// The entry of the worker thread that holds the known keys of all connections.
const host = createCatalogueHost({
  now: Date.now,
  later: (work) => {
    setImmediate(work);
  },
});
parentPort?.on('message', (request: KeyRequest) => {
  void host.answer(request).then((answer) => {
    parentPort?.postMessage(answer, [...host.transfers(answer)]);
  });
});
