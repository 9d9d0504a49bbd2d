import { z } from 'zod';
import {
  longestFactText,
  mostAnswers,
  type FactBook,
  type KnownFact,
} from '#shared/serviceFacts/factBook.ts';
import { serviceGaps, type GapId } from '#shared/serviceFacts/gaps.ts';
import { NewerFileError } from '../storage/fileFormat.ts';
import { loadJsonFile, saveJsonFile } from '../storage/jsonFile.ts';

/** What was learned about the service of one connection, at one address. */
export interface SavedFacts {
  /** As in the connection. What was learned at another address says nothing about this one. */
  readonly baseUrl: string;
  readonly facts: FactBook;
}

const text = z.string().max(longestFactText);
const seen = {
  evidence: z.object({ request: text.nullable(), status: z.int().nullable(), response: text }),
  learnedAt: z.number(),
};
const seenNumber = z.object({ ...seen, value: z.number() });
const fact: z.ZodType<KnownFact> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answers'),
    seen: z
      .array(z.object({ ...seen, answer: text, isAbsence: z.literal(true).exactOptional() }))
      .max(mostAnswers),
  }),
  z.object({ kind: z.literal('bounds'), accepted: seenNumber.nullable(), refused: seenNumber.nullable() }),
  z.object({ kind: z.literal('range'), lowest: seenNumber, highest: seenNumber }),
]);
const ids = serviceGaps.map(({ id }) => id);
const schema: z.ZodType<SavedFacts> = z.object({
  baseUrl: z.string().max(2_000),
  facts: z.partialRecord(z.enum(ids as [GapId, ...GapId[]]), fact),
});

/** The facts of one connection, on disk. */
export interface FactStore {
  readonly known: () => SavedFacts;
  /** Used from now on, and saved when `close` is called at the latest. */
  readonly replace: (facts: SavedFacts) => void;
  /** @throws if it cannot be written; it is still used in memory */
  readonly save: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openFactStore(file: string, now: () => number): Promise<FactStore> {
  const fresh: SavedFacts = { baseUrl: '', facts: {} };
  let value = fresh;
  // A file of a newer version of the app is left alone: facts are learned again.
  let isNewer = false;
  try {
    ({ value } = await loadJsonFile({ file, format: { version: 1, schema }, fresh, now }));
  } catch (error) {
    if (!(error instanceof NewerFileError)) throw error;
    isNewer = true;
  }
  let saved = value;
  let turn: Promise<void> = Promise.resolve();
  const save = (): Promise<void> => {
    const saving = turn.then(async () => {
      if (isNewer || saved === value) return;
      const facts = value;
      await saveJsonFile(file, { version: 1, ...facts });
      saved = facts;
    });
    turn = saving.catch(() => undefined);
    return saving;
  };
  return {
    known: () => value,
    replace: (facts) => {
      value = facts;
    },
    save,
    close: save,
  };
}
