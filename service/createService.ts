import { setTimeout as delay } from 'node:timers/promises';
import { createAuthenticator, type Authenticator, type KnownKey } from './auth/apiKeys.ts';
import { createFaultSwitch, type FaultSwitch } from './faults/faultSwitch.ts';
import { tamperedStore } from './faults/tamperedStore.ts';
import { createApp } from './http/createApp.ts';
import type { Readiness } from './http/health.ts';
import { createHttpServer } from './http/httpServer.ts';
import type { RequestRecord } from './http/requestRecord.ts';
import { createBodyBudget } from './limits/bodyBudget.ts';
import { createRateLimiter, type RateLimiter } from './limits/rateLimiter.ts';
import { defaultLimits, type ServiceLimits } from './limits/serviceLimits.ts';
import { createAtomMemory } from './memory/atomMemory.ts';
import type { Log } from './log/log.ts';
import type { ServiceFigures } from './metrics/metrics.ts';
import type { Embedder } from './recall/embedder.ts';
import { createRecall } from './recall/recall.ts';
import { createStoreRecall } from './recall/storeRecall.ts';
import { seedDemo } from './seedDemo.ts';
import { openStores } from './store/openStores.ts';
import type { StorePlace, Stores, WordSearch } from './store/stores.ts';
import type { Certificate } from './tls/certificate.ts';

export interface ServiceOptions {
  readonly store: StorePlace;
  /** Those of the whole run, or what recognizes the current ones. */
  readonly keys: readonly KnownKey[] | Authenticator;
  readonly limits?: Partial<ServiceLimits>;
  /** Of all processes of the memory; omitted: that of this process. */
  readonly rateLimiter?: RateLimiter;
  /** Host names, without port, that requests may be sent to besides 127.0.0.1, localhost, and those of the certificate. */
  readonly allowedHosts?: readonly string[];
  /** Whether `/admin/faults` exists. */
  readonly faults?: boolean;
  /** Makes reads lie without `/admin/faults`: only the program that runs the service can set it. */
  readonly tampering?: FaultSwitch;
  /** Fill an empty store with the demo memory. */
  readonly seedDemo?: boolean;
  /** The model that recall uses for meanings; null: words only. The service closes it. */
  readonly embedder?: Embedder | null;
  /** Recall has the words and vectors of up to this many keys in memory. Beyond it, a store that can searches their words. */
  readonly recallKeys?: number;
  /** Epoch milliseconds. */
  readonly clock?: () => number;
  readonly log?: Log;
  /** For TLS; null: without. The service closes it. */
  readonly certificate?: Certificate | null;
  readonly onRequest?: (request: RequestRecord) => void;
}

export interface Service {
  /** Starts to listen, on 127.0.0.1 unless `host` is given; port 0 uses any free one. The address is `http://127.0.0.1:PORT`. */
  listen(port: number, host?: string): Promise<{ readonly address: string }>;
  readonly readiness: Readiness;
  /** @throws Error if the store does not respond */
  readonly figures: () => Promise<ServiceFigures>;
  /** Accepts no more requests, ends pending ones after at most `graceMs`, and closes the store. Does nothing the second time. */
  close(graceMs?: number): Promise<void>;
}

/** About 500 MB. */
const defaultRecallKeys = 1_000_000;

/** What finds keys by their words in the store; null: recall has them in memory. */
async function wordsInStore({ words }: Stores, most: number): Promise<WordSearch | null> {
  return words !== null && (await words.size()) > most ? words : null;
}

/** A store that takes longer to tell its size cannot be used. */
const storePatienceMs = 5_000;

/**
 * The complete Atom Memory Service: its parts are connected here, and nowhere else.
 *
 * @throws Error, with a message for people, if the store cannot be used
 */
export async function createService({
  store,
  keys,
  limits: someLimits = {},
  rateLimiter,
  allowedHosts = [],
  faults: withFaults = false,
  tampering,
  seedDemo: withDemo = false,
  embedder = null,
  recallKeys = defaultRecallKeys,
  clock = Date.now,
  log = () => undefined,
  certificate = null,
  onRequest = () => undefined,
}: ServiceOptions): Promise<Service> {
  const limits = { ...defaultLimits, ...someLimits };
  const stores = await openStores(store, { clock, log });
  const { atoms: atomStore, predictions } = stores;
  try {
    if (withDemo) await seedDemo(atomStore, predictions);
    const faults = withFaults ? createFaultSwitch() : null;
    const words = await wordsInStore(stores, recallKeys);
    if (words !== null)
      log(`Recall searches the words of keys in the database, because there are more than ${recallKeys}.`);
    const recall =
      words === null
        ? createRecall({ embedder, vectorStore: stores.vectors, log })
        : createStoreRecall(words, embedder);
    const lies = faults ?? tampering;
    const memory = await createAtomMemory({
      atomStore: lies === undefined ? atomStore : tamperedStore(atomStore, lies),
      recall,
      predictions,
    });
    const bodyBudget = createBodyBudget(limits.bodiesInFlight);
    const allowed = new Set(allowedHosts.map((name) => name.toLowerCase()));
    let closing: Promise<void> | null = null;

    async function readiness(): Promise<readonly string[]> {
      if (closing !== null) return ['The service is stopping.'];
      const reached = await within(storePatienceMs, atomStore.size()).then(
        () => true,
        () => false,
      );
      return reached ? [] : ['The store does not respond.'];
    }

    const app = createApp({
      memory,
      authenticator: 'identify' in keys ? keys : createAuthenticator(keys),
      rateLimiter: rateLimiter ?? createRateLimiter(limits.rate, clock),
      bodyBudget,
      allowsHost: (host) => allowed.has(host) || (certificate?.covers(host) ?? false),
      readiness,
      limits,
      faults,
      log,
      onRequest,
    });
    const server = createHttpServer(app.fetch, { requestTimeoutMs: limits.requestTimeoutMs, certificate });

    async function close(graceMs?: number): Promise<void> {
      try {
        await server.close(graceMs);
        certificate?.close();
        await recall.close();
      } finally {
        await stores.close();
      }
    }

    return {
      listen: async (port, host = '127.0.0.1') => ({ address: await server.listen(port, host) }),
      readiness,
      figures: async () => ({
        treeSize: await within(storePatienceMs, atomStore.size()),
        ...recall.progress(),
        bodyBytes: bodyBudget.held,
        bodyBytesLimit: limits.bodiesInFlight.total,
        requestsInProgress: server.inProgress(),
        storesWaiting: atomStore.waiting(),
        certificateExpiresAt: certificate?.expiresAt ?? null,
      }),
      close(graceMs) {
        closing ??= close(graceMs);
        return closing;
      },
    };
  } catch (error) {
    await stores.close();
    throw error;
  }
}

/** @throws Error if that takes longer */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = new AbortController();
  const lateness = delay(ms, null, { signal: late.signal }).then(() => {
    throw new Error('That took too long.');
  });
  lateness.catch(() => undefined);
  try {
    return await Promise.race([work, lateness]);
  } finally {
    late.abort();
  }
}
