import { z } from 'zod';
import type { LearnedContext } from '../../predictions/markovModel.ts';
import type { Database } from './database.ts';

const learnedContextSchema = z.object({
  client: z.string(),
  context: z.array(z.string()),
  successors: z.array(z.object({ key: z.string(), weight: z.number(), at: z.number() })),
});

/** Saves what the prediction model has learned. */
export interface LearnedContextStore {
  load(): Promise<readonly LearnedContext[]>;
  /** Queues these for writing; later ones replace earlier ones of the same context. Never waits. */
  save(changed: readonly LearnedContext[]): void;
  /** Resolves when everything saved so far has been passed to the database. */
  flush(): Promise<void>;
}

/**
 * Learning must not slow down reading, so it is written asynchronously and unsynced: a crash may lose the
 * last few steps, which were never confirmed.
 */
export function createLearnedContextStore(
  { learnedContexts }: Pick<Database, 'learnedContexts'>,
  onFailure: (error: unknown) => void,
): LearnedContextStore {
  let pending = new Map<string, LearnedContext>();
  let writing: Promise<void> | null = null;

  async function drain(): Promise<void> {
    while (pending.size > 0) {
      const writes = [...pending].map(([key, value]) =>
        value.successors.length === 0 ? { type: 'del' as const, key } : { type: 'put' as const, key, value },
      );
      pending = new Map();
      await learnedContexts.batch(writes);
    }
  }

  function start(): void {
    writing ??= drain()
      .catch(onFailure)
      .finally(() => {
        writing = null;
        // Saved after the last check and before this line.
        if (pending.size > 0) start();
      });
  }

  return {
    async load() {
      const all: LearnedContext[] = [];
      for await (const saved of learnedContexts.values()) all.push(learnedContextSchema.parse(saved));
      return all;
    },

    save(changed) {
      for (const learned of changed) {
        pending.set(JSON.stringify([learned.client, ...learned.context]), learned);
      }
      start();
    },

    async flush() {
      while (writing !== null) await writing;
    },
  };
}
