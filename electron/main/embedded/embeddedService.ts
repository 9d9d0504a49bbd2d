import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { FromService, ToService } from '../../../service/utilityMessages.ts';

/** The part of the service's process that is used here. */
export interface ServiceProcess {
  readonly post: (message: ToService) => void;
  readonly kill: () => void;
  readonly onMessage: (listener: (message: FromService) => void) => void;
  readonly onExit: (listener: () => void) => void;
}

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
  readonly spawn: () => ServiceProcess;
  readonly dataFolder: string;
  readonly newApiKey: () => string;
  readonly startTimeoutMs: number;
  readonly stopTimeoutMs: number;
  /** The address became known or is no longer valid. */
  readonly onChange: () => void;
}

export function createEmbeddedService(effects: EmbeddedServiceEffects): EmbeddedService {
  let process: ServiceProcess | null = null;
  let running: RunningService | null = null;
  let starting: Promise<Result<RunningService>> | null = null;
  let exited: Promise<void> = Promise.resolve();

  const start = (): Promise<Result<RunningService>> =>
    new Promise((resolve) => {
      const apiKey = effects.newApiKey();
      const child = effects.spawn();
      process = child;
      const timer = setTimeout(() => {
        resolve(unavailable('it did not start in time'));
        child.kill();
      }, effects.startTimeoutMs);
      exited = new Promise((resolveExit) => {
        child.onExit(() => {
          clearTimeout(timer);
          resolve(unavailable('it stopped during startup'));
          if (process === child) {
            process = null;
            if (running !== null) {
              running = null;
              effects.onChange();
            }
          }
          resolveExit();
        });
      });
      child.onMessage((message) => {
        clearTimeout(timer);
        if (message.type === 'failed') {
          resolve(unavailable(message.message));
          child.kill();
          return;
        }
        if (process !== child || running !== null) return;
        running = { address: message.address, apiKey, sampleKeys: message.sampleKeys };
        resolve(succeed(running));
        effects.onChange();
      });
      child.post({ type: 'start', dataFolder: effects.dataFolder, apiKey, seedDemo: true });
    });

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
      child.post({ type: 'stop' });
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
