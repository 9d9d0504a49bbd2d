import { digest } from '@chainsafe/as-sha256';
import { useSha256 } from '#shared/merkle/hashing.ts';
import { createWholeBatches } from './audits/wholeBatches.ts';
import { serveThread } from './jobs/thread.ts';
import { createCatalogueHost } from './known/catalogueHost.ts';
import type { CatalogueHost } from './known/keyCalls.ts';

useSha256(digest);

/** Longer than the responses of an audit or an upload usually are apart. */
const pauseMs = 1_000;

// The entry of the worker thread that holds the known keys of all connections, and checks the responses of large audits.
serveThread((): CatalogueHost =>
  createCatalogueHost({
    now: Date.now,
    batchesOf: createWholeBatches,
    later: (work) => {
      setImmediate(work);
    },
    afterPause: (work) => {
      setTimeout(work, pauseMs);
    },
  }),
);
