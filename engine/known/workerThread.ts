import { startThread, type Thread } from '../jobs/thread.ts';
import type { CatalogueHost } from './keyCalls.ts';

/**
 * Room for new objects, in MiB. Those of a response of an audit fit into it, so that hardly any of them is moved before it is
 * garbage.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 96 };

/** Begins the built `catalogueWorker`. */
export function beginCatalogueWorker(file: string | URL): Thread<CatalogueHost> {
  return startThread<CatalogueHost>(file, { resourceLimits });
}

/** Starts the built `catalogueWorker`. @param begun a running one to use for the first start */
export function startCatalogueWorker(
  file: string | URL,
  begun: Thread<CatalogueHost> | null = null,
): () => Thread<CatalogueHost> {
  let first = begun;
  return () => {
    // One that ended before it was needed is no loss.
    const thread = first?.ended() === null ? first : beginCatalogueWorker(file);
    first = null;
    return thread;
  };
}
