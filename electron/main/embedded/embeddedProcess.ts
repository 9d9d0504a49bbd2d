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
  /** A whole number from 0 up to, and without, the given one. */
  readonly random: (below: number) => number;
  readonly startTimeoutMs: number;
  readonly stopTimeoutMs: number;
  /** The address became known or is no longer valid. */
  readonly onChange: () => void;
}

const readySchema = z.object({ address: z.url(), sampleKeys: z.array(z.string()) });

/** The demo service, which can lie on request, so that users can practice finding it. */
export interface DemoService extends EmbeddedService {
  /**
   * Makes it return one of the sample atoms with a changed value, until it is told otherwise or stops.
   *
   * @returns the key of that atom; null if it lies about none
   */
  readonly practice: (isOn: boolean) => Promise<Result<string | null>>;
  /** The key of the atom that it lies about; null if there is none. */
  readonly practiceKey: () => string | null;
}

export function createEmbeddedService(effects: EmbeddedServiceEffects): DemoService {
  let process: (Pick<ServiceCalls, 'lieAbout' | 'stop'> & { readonly kill: () => unknown }) | null = null;
  let practiceKey: string | null = null;
  let running: RunningService | null = null;
  let starting: Promise<Result<RunningService>> | null = null;
  let exited: Promise<void> = Promise.resolve();

  const start = async (): Promise<Result<RunningService>> => {
    const apiKey = effects.newApiKey();
    const child = effects.spawn();
    const { remote } = callUtility<ServiceCalls>(child, 'it stopped during startup');
    process = { kill: () => child.kill(), stop: remote.stop, lieAbout: remote.lieAbout };
    exited = new Promise((resolve) => {
      child.once('exit', () => {
        process = null;
        // Another process starts honest.
        practiceKey = null;
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

  const ensureRunning = async (): Promise<Result<RunningService>> => {
    if (running !== null) return succeed(running);
    // Concurrent callers share one start. A failed start is not cached, so that a retry tries again.
    starting ??= exited.then(start).finally(() => {
      starting = null;
    });
    return starting;
  };

  return {
    ensureRunning,
    practice: async (isOn) => {
      const started = isOn ? await ensureRunning() : null;
      if (started?.ok === false) return started;
      const keys = started?.value.sampleKeys ?? [];
      const key = isOn ? (practiceKey ?? keys[effects.random(keys.length)] ?? null) : null;
      try {
        await process?.lieAbout(key);
      } catch (error) {
        return unavailable(error instanceof Error ? error.message : String(error));
      }
      // A process that stopped meanwhile lies about nothing.
      practiceKey = process === null ? null : key;
      return succeed(practiceKey);
    },
    practiceKey: () => practiceKey,
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
