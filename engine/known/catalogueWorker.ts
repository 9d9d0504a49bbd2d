import { digest } from '@chainsafe/as-sha256';
import { useSha256 } from '#shared/merkle/hashing.ts';
import { serveThread } from '../jobs/thread.ts';
import { createCatalogueHost } from './catalogueHost.ts';
import type { CatalogueHost } from './keyCalls.ts';

useSha256(digest);

/** Longer than the responses of an audit or an upload usually are apart. */
const pauseMs = 1_000;

// The entry of the worker thread that holds the known keys of all connections.
serveThread((): CatalogueHost =>
  createCatalogueHost({
    now: Date.now,
    later: (work) => {
      setImmediate(work);
    },
    afterPause: (work) => {
      setTimeout(work, pauseMs);
    },
  }),
);
