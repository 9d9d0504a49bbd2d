import type { Result } from '#shared/domain/result.ts';

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
