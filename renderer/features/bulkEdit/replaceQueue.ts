import type { ReplaceAnswer } from './replaceInValues.ts';
import type { FindChoice } from '#shared/text/replacing.ts';

/** A message to the worker, which answers each `replace` in order, for the latest values. */
export type ToReplaceWorker =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'replace'; readonly choice: FindChoice };

/** The result of a search. `too-long`: it was stopped. */
export type ReplaceOutcome =
  | ReplaceAnswer
  | { readonly kind: 'too-long'; readonly afterMs: number }
  | { readonly kind: 'broken'; readonly why: string };

export interface ReplaceWorker {
  readonly send: (message: ToReplaceWorker) => void;
  readonly end: () => void;
}

export interface ReplaceQueue {
  /** Searches. While a search runs, only the latest choice waits for its end. */
  readonly search: (choice: FindChoice) => void;
  /** Drops all searches and ends the worker; the next search starts a new one. */
  readonly stop: () => void;
}

interface QueueParts {
  readonly values: readonly string[];
  readonly start: (heard: {
    readonly answer: (answer: ReplaceAnswer) => void;
    readonly broke: (why: string) => void;
  }) => ReplaceWorker;
  /** Calls back after the time, unless the returned function was called before. */
  readonly after: (ms: number, callback: () => void) => () => void;
  /** A search that takes longer is stopped, in milliseconds. */
  readonly limitMs: number;
  readonly onOutcome: (outcome: ReplaceOutcome, choice: FindChoice) => void;
}

/** Runs one search at a time in a worker. A search that does not finish in time ends its worker. */
export function createReplaceQueue({ values, start, after, limitMs, onOutcome }: QueueParts): ReplaceQueue {
  let worker: ReplaceWorker | null = null;
  let running: { readonly choice: FindChoice; readonly stopClock: () => void } | null = null;
  let next: FindChoice | null = null;

  const settle = (outcome: ReplaceOutcome): void => {
    if (running === null) return;
    const { choice, stopClock } = running;
    stopClock();
    running = null;
    const following = next;
    next = null;
    onOutcome(outcome, choice);
    if (following !== null) run(following);
  };
  const endWorker = (): void => {
    worker?.end();
    worker = null;
  };
  const run = (choice: FindChoice): void => {
    if (worker === null) {
      worker = start({
        answer: settle,
        broke: (why) => {
          endWorker();
          settle({ kind: 'broken', why });
        },
      });
      worker.send({ kind: 'values', values });
    }
    const stopClock = after(limitMs, () => {
      endWorker();
      settle({ kind: 'too-long', afterMs: limitMs });
    });
    running = { choice, stopClock };
    worker.send({ kind: 'replace', choice });
  };
  return {
    search: (choice) => {
      if (running === null) run(choice);
      else next = choice;
    },
    stop: () => {
      running?.stopClock();
      running = null;
      next = null;
      endWorker();
    },
  };
}
