import { z } from 'zod';
import type { KeyChangeList } from '#shared/domain/keyChange.ts';
import { verdictStatuses } from '#shared/merkle/verdict.ts';
import type { Database } from '../storage/database.ts';
import { databaseKey } from './memoryRecords.ts';

/**
 * The changes of each key, next to its entry in the same database: a change and the entry that shows it are written together,
 * so that neither is there without the other.
 */
export interface ChangeRecords {
  /** When recording began; epoch milliseconds. */
  readonly since: number;
  /** The keys that have a record. One that cannot be read is a list of unknown length, never an empty one. */
  readonly read: (keys: readonly string[]) => Promise<Map<string, KeyChangeList>>;
}

/** After all other records, so that earlier versions of the app never read them. */
const changeRange = 'x';
const sinceKey = 'x-since';

const sideSchema = z.object({
  version: z.number().nullable(),
  valueHash: z.string().nullable(),
  leafHash: z.string().nullable(),
});
const listSchema: z.ZodType<KeyChangeList> = z.object({
  changes: z.array(
    z.object({
      kind: z.enum(['content', 'missing', 'returned', 'verdict']),
      at: z.number(),
      beforeAt: z.number(),
      before: sideSchema,
      after: sideSchema.nullable(),
      verdict: z.enum(verdictStatuses).nullable(),
    }),
  ),
  dropped: z.number().nullable(),
});

export const noChanges: KeyChangeList = { changes: [], dropped: 0 };

/** Of a record that is damaged or lost. */
export const unreadableChanges: KeyChangeList = { changes: [], dropped: null };

export function changesKey(key: string): string {
  return changeRange + databaseKey(key);
}

/** @param now epoch milliseconds; recording begins with it, unless it began before */
export async function openChangeRecords(database: Database, now: number): Promise<ChangeRecords> {
  const text = await database.get(sinceKey);
  const isBegun = text !== undefined && /^\d{1,16}$/.test(text);
  if (!isBegun) await database.put(sinceKey, String(now));
  return {
    since: isBegun ? Number(text) : now,
    read: async (keys) => {
      const found = new Map<string, KeyChangeList>();
      if (keys.length === 0) return found;
      const texts = await database.getMany(keys.map(changesKey));
      texts.forEach((record: string | undefined, at) => {
        const key = keys[at];
        if (record !== undefined && key !== undefined) found.set(key, parseList(record));
      });
      return found;
    },
  };
}

function parseList(text: string): KeyChangeList {
  try {
    return listSchema.parse(JSON.parse(text));
  } catch {
    return unreadableChanges;
  }
}
