import { z } from 'zod';
import type { KeyMemory, KeyStatement } from '#shared/domain/keyMemory.ts';
import { verdictStatuses } from '#shared/merkle/verdict.ts';
import type { Database } from '../storage/database.ts';

/**
 * What is remembered of each key, next to its entry in the same database. It stays on disk because the hashes
 * would take 100 bytes of memory for each of half a million keys.
 */
export interface MemoryRecords {
  /** The records of the keys that have one. A record that cannot be read counts as missing. */
  readonly read: (keys: readonly string[]) => Promise<Map<string, KeyMemory>>;
  /** The keys and values to put into the database. */
  readonly texts: (
    memories: ReadonlyMap<string, KeyMemory>,
  ) => Iterable<readonly [key: string, value: string]>;
  readonly deletions: (keys: readonly string[]) => readonly { readonly type: 'del'; readonly key: string }[];
}

/** Entries start with a quotation mark, which sorts before this. */
export const memoryRange = 'm';

const statementSchema: z.ZodType<KeyStatement> = z.object({
  version: z.number().nullable(),
  valueHash: z.string().nullable(),
  leafHash: z.string().nullable(),
  rootHash: z.string().nullable(),
  treeSize: z.string().nullable(),
  at: z.number(),
  verdict: z.enum(verdictStatuses),
});

const memorySchema: z.ZodType<KeyMemory> = z.object({
  last: statementSchema,
  firstAt: z.number(),
  proven: z.object({ rootHash: z.string(), treeSize: z.string().nullable(), at: z.number() }).nullable(),
  conflict: z
    .object({
      kind: z.enum(['other-content', 'version-back', 'denied']),
      was: statementSchema,
      now: statementSchema,
    })
    .nullable(),
});

export function openMemoryRecords(database: Database): MemoryRecords {
  return {
    read: async (keys) => {
      const found = new Map<string, KeyMemory>();
      if (keys.length === 0) return found;
      const texts = await database.getMany(keys.map(memoryKey));
      texts.forEach((text: string | undefined, at) => {
        const memory = text === undefined ? null : parseMemory(text);
        const key = keys[at];
        if (memory !== null && key !== undefined) found.set(key, memory);
      });
      return found;
    },
    texts: function* (memories) {
      for (const [key, memory] of memories) yield [memoryKey(key), JSON.stringify(memory)];
    },
    deletions: (keys) => keys.map((key) => ({ type: 'del', key: memoryKey(key) })),
  };
}

function memoryKey(key: string): string {
  return memoryRange + databaseKey(key);
}

/**
 * As JSON, which keeps lone surrogates distinct. As UTF-8 they would all become the same replacement
 * character.
 */
export function databaseKey(key: string): string {
  return JSON.stringify(key);
}

function parseMemory(text: string): KeyMemory | null {
  try {
    return memorySchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
