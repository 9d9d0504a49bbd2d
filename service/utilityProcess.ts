import { z } from 'zod';
import { serveUtility } from '#shared/async/utilityProcess.ts';
import { knownKey } from './auth/apiKeys.ts';
import { createService, type Service } from './createService.ts';
import { demoAtoms } from './demo/demoMemory.ts';
import { createFaultSwitch, faultSchema } from './faults/faultSwitch.ts';
import { createEmbedder } from './recall/embedder.ts';
import { keepFilesPrivate } from './store/privateFolder.ts';
import type { ServiceCalls } from './utilityMessages.ts';

/*
 * The service inside the app: an Electron utility process, which ends with the app. It serves `utilityMessages.ts`;
 * everything else uses HTTP.
 */

/**
 * Identifies the app's key in rate limits and predictions. The key is new at each start, but its learned
 * predictions are kept.
 */
const appClient = 'app';

const startSchema = z.strictObject({
  dataFolder: z.string().min(1),
  apiKey: z.string().min(1),
  seedDemo: z.boolean(),
});

keepFilesPrivate();
serveUtility(
  process,
  (): ServiceCalls => {
    let running: Promise<Service> | null = null;
    const tampering = createFaultSwitch();
    return {
      start: async (options) => {
        const { dataFolder, apiKey, seedDemo } = startSchema.parse(options);
        running ??= createService({
          dataFolder,
          keys: [knownKey(apiKey, 'full', appClient)],
          seedDemo,
          tampering,
          embedder: createEmbedder(),
          log: (line) => process.stderr.write(`${line}\n`),
        });
        const { address } = await (await running).listen(0);
        return { address, sampleKeys: seedDemo ? demoAtoms.map(({ key }) => key) : [] };
      },
      lieAbout: async (given) => {
        const key = z.string().min(1).nullable().parse(given);
        tampering.set(faultSchema.parse({ tamper: key === null ? 'none' : 'value', key }));
        return null;
      },
      stop: async () => {
        try {
          // A failed start has already been reported.
          const service = await running?.catch(() => null);
          await service?.close();
        } catch (error) {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        }
        process.exit(0);
      },
    };
  },
  setImmediate,
);
