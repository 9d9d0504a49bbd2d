import { z } from 'zod';
import {
  longestFactText,
  mostAnswers,
  type FactBook,
  type KnownFact,
} from '#shared/serviceFacts/factBook.ts';
import { serviceGaps, type GapId } from '#shared/serviceFacts/gaps.ts';
import { openJsonStore, type JsonStore } from '../storage/jsonStore.ts';

/** What was learned about the service of one connection, at one address. */
export interface SavedFacts {
  readonly version: 1;
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
  version: z.literal(1),
  baseUrl: z.string().max(2_000),
  facts: z.partialRecord(z.enum(ids as [GapId, ...GapId[]]), fact),
});

/** The facts of one connection, on disk. Beside a file of a newer version of the app, they are learned again. */
export function openFactStore(file: string, now: () => number): Promise<JsonStore<SavedFacts>> {
  const fresh: SavedFacts = { version: 1, baseUrl: '', facts: {} };
  return openJsonStore({ file, format: { version: 1, schema }, fresh, now, ifNewer: 'hold' });
}
