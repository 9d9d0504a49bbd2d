import { randomUUID } from 'node:crypto';
import { setImmediate as nextTask, setTimeout as delay } from 'node:timers/promises';
import type { IpcEvent, IpcEventName } from '#shared/ipc/events.ts';

/** What nearly every part needs, whether it runs in the app or without a window. */
export interface Surroundings {
  /** Contains everything that is saved. */
  readonly folder: string;
  /** The folder of the built programs: the service, the keychain, the workers. */
  readonly programs: string;
  /** Tells the window, if there is one. */
  readonly tell: <E extends IpcEventName>(event: E, payload: IpcEvent<E>) => void;
  readonly log: (message: string, error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  /** In [0, 1). */
  readonly random: () => number;
  /** Resolves after the time, or at once when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal | null) => Promise<void>;
  /** Lets other work run. */
  readonly pause: () => Promise<void>;
  readonly setTimer: typeof setTimeout;
}

/** The real clock, chance and timers. */
export const realEffects: Pick<Surroundings, 'now' | 'newId' | 'random' | 'sleep' | 'pause' | 'setTimer'> = {
  now: Date.now,
  newId: randomUUID,
  random: Math.random,
  sleep: (ms, signal) => delay(ms, undefined, signal === null ? {} : { signal }).catch(() => undefined),
  pause: () => nextTask(),
  setTimer: setTimeout,
};
