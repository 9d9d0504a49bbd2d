import { createInterface } from 'node:readline';
import { utilityProcess } from 'electron';
import { z } from 'zod';
import type { FromService } from '../../../service/utilityMessages.ts';
import type { ServiceProcess } from './embeddedService.ts';

const messageSchema: z.ZodType<FromService> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), address: z.url(), sampleKeys: z.array(z.string()) }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

/**
 * Starts the bundled service in its own process, so that its work never blocks the window. `log` gets its
 * output.
 */
export function forkService(script: string, log: (line: string) => void): ServiceProcess {
  const child = utilityProcess.fork(script, [], { serviceName: 'Atom memory', stdio: 'pipe' });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on('line', log);
  }
  return {
    post: (message) => {
      child.postMessage(message);
    },
    kill: () => {
      child.kill();
    },
    onMessage: (listener) => {
      child.on('message', (message: unknown) => {
        listener(messageSchema.parse(message));
      });
    },
    onExit: (listener) => {
      child.once('exit', listener);
    },
  };
}
