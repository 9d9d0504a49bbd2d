import { createAuthenticator, type KnownKey } from './auth/apiKeys.ts';
import { createFaultSwitch, type FaultSwitch } from './faults/faultSwitch.ts';
import { tamperedStore } from './faults/tamperedStore.ts';
import { createApp } from './http/createApp.ts';
import type { Log } from './http/errorResponses.ts';
import { createLoopbackServer } from './http/loopbackServer.ts';
import { createBodyBudget } from './limits/bodyBudget.ts';
import { createRateLimiter } from './limits/rateLimiter.ts';
import { defaultLimits, type ServiceLimits } from './limits/serviceLimits.ts';
import { createAtomMemory } from './memory/atomMemory.ts';
import { createMarkovModel } from './predictions/markovModel.ts';
import type { Embedder } from './recall/embedder.ts';
import { createRecall } from './recall/recall.ts';
import { seedDemo } from './seedDemo.ts';
import { createAtomStore } from './store/atomStore.ts';
import { openDatabase } from './store/database.ts';
import { createLearnedContextStore } from './store/learnedContextStore.ts';
import { createVectorStore } from './store/vectorStore.ts';

export interface ServiceOptions {
  /** Created if it does not exist. Only one service at a time may use it. */
  readonly dataFolder: string;
  readonly keys: readonly KnownKey[];
  readonly limits?: Partial<ServiceLimits>;
  /** Host names, without port, that requests may be sent to besides 127.0.0.1 and localhost. */
  readonly allowedHosts?: readonly string[];
  /** Whether `/admin/faults` exists. */
  readonly faults?: boolean;
  /** Makes reads lie without `/admin/faults`: only the program that runs the service can set it. */
  readonly tampering?: FaultSwitch;
  /** Fill an empty store with the demo memory. */
  readonly seedDemo?: boolean;
  /** The model that recall uses for meanings; null: words only. The service closes it. */
  readonly embedder?: Embedder | null;
  /** Epoch milliseconds. */
  readonly clock?: () => number;
  readonly log?: Log;
}

export interface Service {
  /** Starts to listen on 127.0.0.1; port 0 uses any free one. The address is `http://127.0.0.1:PORT`. */
  listen(port: number): Promise<{ readonly address: string }>;
  /** Ends pending requests and closes the database. Does nothing the second time. */
  close(): Promise<void>;
}

/**
 * The complete Atom Memory Service: its parts are connected here, and nowhere else.
 *
 * @throws Error, with a message for people, if the data folder cannot be used
 */
export async function createService({
  dataFolder,
  keys,
  limits: someLimits = {},
  allowedHosts = [],
  faults: withFaults = false,
  tampering,
  seedDemo: withDemo = false,
  embedder = null,
  clock = Date.now,
  log = () => undefined,
}: ServiceOptions): Promise<Service> {
  const limits = { ...defaultLimits, ...someLimits };
  const database = await openDatabase(dataFolder);
  try {
    const atomStore = createAtomStore(database, clock);
    const learnedContextStore = createLearnedContextStore(database, (error) =>
      log(`Could not save the learned predictions: ${String(error)}`),
    );
    if (withDemo) await seedDemo(atomStore, learnedContextStore);
    const faults = withFaults ? createFaultSwitch() : null;
    const recall = createRecall({ embedder, vectorStore: createVectorStore(database), log });
    const lies = faults ?? tampering;
    const memory = await createAtomMemory({
      atomStore: lies === undefined ? atomStore : tamperedStore(atomStore, lies),
      recall,
      markovModel: createMarkovModel(await learnedContextStore.load()),
      learnedContextStore,
    });
    const app = createApp({
      memory,
      authenticator: createAuthenticator(keys),
      rateLimiter: createRateLimiter(limits.rate, clock),
      bodyBudget: createBodyBudget(limits.bodiesInFlight),
      allowedHosts,
      limits,
      faults,
      log,
    });
    const server = createLoopbackServer(app.fetch, limits);
    let closing: Promise<void> | null = null;

    async function close(): Promise<void> {
      try {
        await server.close();
        await recall.close();
        await atomStore.settled();
        await learnedContextStore.flush();
      } finally {
        await database.level.close();
      }
    }

    return {
      listen: async (port) => ({ address: await server.listen(port) }),
      close() {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    await database.level.close();
    throw error;
  }
}
