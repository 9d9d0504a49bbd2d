import { within } from '../../../engine/within.ts';
import { z } from 'zod';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { EmbeddedService, RunningService } from '../../../engine/connections/embeddedService.ts';
import { callUtility, type UtilityProcess } from '#shared/async/utilityProcess.ts';
import type { ServiceCalls } from '../../../service/utilityMessages.ts';

export interface EmbeddedServiceEffects {
  readonly spawn: () => UtilityProcess;
  readonly dataFolder: string;
  readonly newApiKey: () => string;
  readonly startTimeoutMs: number;
  readonly stopTimeoutMs: number;
  /** The address became known or is no longer valid. */
  readonly onChange: () => void;
}

const readySchema = z.object({ address: z.url(), sampleKeys: z.array(z.string()) });

export function createEmbeddedService(effects: EmbeddedServiceEffects): EmbeddedService {
  let process: { readonly kill: () => unknown; readonly stop: () => Promise<unknown> } | null = null;
  let running: RunningService | null = null;
  let starting: Promise<Result<RunningService>> | null = null;
  let exited: Promise<void> = Promise.resolve();

  const start = async (): Promise<Result<RunningService>> => {
    const apiKey = effects.newApiKey();
    const child = effects.spawn();
    const { remote } = callUtility<ServiceCalls>(child, 'it stopped during startup');
    process = { kill: () => child.kill(), stop: remote.stop };
    exited = new Promise((resolve) => {
      child.once('exit', () => {
        process = null;
        if (running !== null) {
          running = null;
          effects.onChange();
        }
        resolve();
      });
    });
    try {
      const starts = remote.start({ dataFolder: effects.dataFolder, apiKey, seedDemo: true });
      const started = await within(starts, effects.startTimeoutMs, 'it did not start in time');
      running = { ...readySchema.parse(started), apiKey };
      effects.onChange();
      return succeed(running);
    } catch (error) {
      child.kill();
      return unavailable(error instanceof Error ? error.message : String(error));
    }
  };

  return {
    ensureRunning: async () => {
      if (running !== null) return succeed(running);
      // Concurrent callers share one start. A failed start is not cached, so that a retry tries again.
      starting ??= exited.then(start).finally(() => {
        starting = null;
      });
      return starting;
    },
    address: () => running?.address ?? null,
    stop: async () => {
      const child = process;
      if (child === null) return;
      // It ends instead of answering.
      child.stop().catch(() => undefined);
      const timer = setTimeout(() => {
        child.kill();
      }, effects.stopTimeoutMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

function unavailable(why: string): Result<never> {
  return fail({
    code: 'demo_unavailable',
    message: `The demo memory could not be opened: ${why}.`,
    requestId: null,
  });
}
