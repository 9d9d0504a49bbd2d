import { within } from '../within.ts';
import { z } from 'zod';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { callUtility, type UtilityProcess } from '#shared/async/utilityProcess.ts';
import type { ServiceCalls } from '../../../service/utilityMessages.ts';

export interface RunningService {
  /** `http://127.0.0.1:PORT`. */
  readonly address: string;
  /** Created for this run; held in memory only, on both sides. */
  readonly apiKey: string;
  /** Keys that seeding the demo memory has written. */
  readonly sampleKeys: readonly string[];
}

export interface EmbeddedService {
  /**
   * Starts it if it is not running, whether for the first time or after a crash. Fails with
   * `demo_unavailable` if it does not start.
   */
  readonly ensureRunning: () => Promise<Result<RunningService>>;
  /** null while it is not running. */
  readonly address: () => string | null;
  /** Asks it to stop, waits a moment, then kills it. */
  readonly stop: () => Promise<void>;
}

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
