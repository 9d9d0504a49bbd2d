import type { ReplaceAnswer } from './replaceInValues.ts';
import type { FindChoice } from './replacing.ts';

/** To the worker. It answers each `replace`, in order, for the values that it was given last. */
export type ToReplaceWorker =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'replace'; readonly choice: FindChoice };

/** What came of a search. `too-long`: it was ended. */
export type ReplaceOutcome =
  | ReplaceAnswer
  | { readonly kind: 'too-long'; readonly afterMs: number }
  | { readonly kind: 'broken'; readonly why: string };

/** A worker that searches, as the queue needs it. */
export interface ReplaceWorker {
  readonly send: (message: ToReplaceWorker) => void;
  readonly end: () => void;
}

export interface ReplaceQueue {
  /** Searches for this. While a search runs, only the last choice counts. */
  readonly wish: (choice: FindChoice) => void;
  /** Forgets what was wished and ends the worker; the next wish begins anew. */
  readonly rest: () => void;
}

interface QueueParts {
  readonly values: readonly string[];
  readonly start: (heard: {
    readonly answer: (answer: ReplaceAnswer) => void;
    readonly broke: (why: string) => void;
  }) => ReplaceWorker;
  /** Calls back after the time, unless the returned function was called before. */
  readonly after: (ms: number, callback: () => void) => () => void;
  /** A search that takes longer is ended, in milliseconds. */
  readonly limitMs: number;
  readonly told: (outcome: ReplaceOutcome, choice: FindChoice) => void;
}

/** One search at a time in a worker, which is ended and begun anew where a search does not come to its end. */
export function createReplaceQueue({ values, start, after, limitMs, told }: QueueParts): ReplaceQueue {
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
    told(outcome, choice);
    if (following !== null) search(following);
  };
  const endWorker = (): void => {
    worker?.end();
    worker = null;
  };
  const search = (choice: FindChoice): void => {
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
    wish: (choice) => {
      if (running === null) search(choice);
      else next = choice;
    },
    rest: () => {
      running?.stopClock();
      running = null;
      next = null;
      endWorker();
    },
  };
}
