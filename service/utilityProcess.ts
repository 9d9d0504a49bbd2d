import { z } from 'zod';
import { knownKey } from './auth/apiKeys.ts';
import { createService, type Service } from './createService.ts';
import { demoAtoms } from './demo/demoMemory.ts';
import { createEmbedder } from './recall/embedder.ts';
import { keepFilesPrivate } from './store/privateFolder.ts';
import type { FromService, ToService } from './utilityMessages.ts';

/*
 * The service inside the app: an Electron utility process, which ends with the app. It exchanges
 * `utilityMessages.ts`; everything else uses HTTP.
 */

/** The part of Electron's `process.parentPort` that is used. */
interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): void;
  postMessage(message: FromService): void;
}

/**
 * Identifies the app's key in rate limits and predictions. The key is new at each start, but its learned
 * predictions are kept.
 */
const appClient = 'app';

const messageSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('start'),
    dataFolder: z.string().min(1),
    apiKey: z.string().min(1),
    seedDemo: z.boolean(),
  }),
  z.strictObject({ type: z.literal('stop') }),
]) satisfies z.ZodType<ToService>;

type Start = Extract<ToService, { type: 'start' }>;

function serve(port: ParentPort): void {
  let running: Promise<Service> | null = null;

  async function start({ dataFolder, apiKey, seedDemo }: Start): Promise<Service> {
    const service = await createService({
      dataFolder,
      keys: [knownKey(apiKey, 'full', appClient)],
      seedDemo,
      embedder: createEmbedder(),
      log: (line) => process.stderr.write(`${line}\n`),
    });
    const { address } = await service.listen(0);
    const sampleKeys = seedDemo ? demoAtoms.map(({ key }) => key) : [];
    port.postMessage({ type: 'ready', address, sampleKeys });
    return service;
  }

  async function stop(): Promise<void> {
    // A failed start has already been reported.
    const service = await running?.catch(() => null);
    await service?.close();
    process.exit(0);
  }

  const fail = (error: unknown) =>
    port.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) });

  port.on('message', ({ data }) => {
    const message = messageSchema.safeParse(data);
    if (!message.success) return fail(new Error('The service received an unknown message.'));
    switch (message.data.type) {
      case 'start':
        running ??= start(message.data);
        return void running.catch(fail);
      case 'stop':
        return void stop().catch((error: unknown) => {
          fail(error);
          process.exit(1);
        });
    }
  });
}

const port: unknown = Reflect.get(process, 'parentPort');
if (!isParentPort(port)) throw new Error('This file runs only in an Electron utility process.');
keepFilesPrivate();
serve(port);

function isParentPort(candidate: unknown): candidate is ParentPort {
  return (
    typeof candidate === 'object' && candidate !== null && 'postMessage' in candidate && 'on' in candidate
  );
}
