import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { FromService, ToService } from '../../../service/utilityMessages.ts';

/** The service's process, as far as we talk to it. */
export interface ServiceProcess {
  readonly post: (message: ToService) => void;
  readonly kill: () => void;
  readonly onMessage: (listener: (message: FromService) => void) => void;
  readonly onExit: (listener: () => void) => void;
}

export interface RunningService {
  /** `http://127.0.0.1:PORT`. */
  readonly address: string;
  /** Made for this run; held in memory on both sides only. */
  readonly apiKey: string;
  /** Keys that seeding the sample memory has written. */
  readonly sampleKeys: readonly string[];
}

export interface EmbeddedService {
  /** Starts it if it does not run, be it for the first time or because it died; `demo_unavailable` if it does not start. */
  readonly ensureRunning: () => Promise<Result<RunningService>>;
  /** null while it does not run. */
  readonly address: () => string | null;
  /** Asks it to end and waits a moment for that; then ends it. */
  readonly stop: () => Promise<void>;
}

export interface EmbeddedServiceEffects {
  readonly spawn: () => ServiceProcess;
  readonly dataFolder: string;
  readonly newApiKey: () => string;
  readonly startTimeoutMs: number;
  readonly stopTimeoutMs: number;
  /** The address became known or ceased to be valid. */
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
      // Two callers at once share one start; a failed start is not remembered, so that a retry tries again.
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
