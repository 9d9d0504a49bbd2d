import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import {
  longestFactText,
  mostAnswers,
  withLessons,
  type FactBook,
  type KnownFact,
  type Lesson,
} from '#shared/serviceFacts/factBook.ts';
import { createConnectionStores } from '../../storage/connectionStores.ts';
import type { ObserveExchange } from '../gateway.ts';
import { createExchangeReader } from './exchangeReader.ts';
import { z } from 'zod';
import { serviceGaps, type GapId } from '#shared/serviceFacts/gaps.ts';
import { openJsonStore, type JsonStore } from '../../storage/jsonStore.ts';

/** What is learned about the service of each connection from the requests that are sent anyway. Nothing fails its caller. */
export interface ServiceFactBooks {
  readonly observe: ObserveExchange;
  /** For work that takes long: what it learns is dropped if the connection has another address by then. */
  readonly learner: (id: ConnectionId) => (lesson: Lesson) => void;
  readonly of: (id: ConnectionId) => Promise<FactBook>;
  /** Deletes the facts of a connection that is removed. */
  readonly forget: (id: ConnectionId) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ServiceFactBooksEffects {
  readonly folder: string;
  /** The address of a connection; empty for the embedded service. null if there is no such connection. */
  readonly addressOf: (id: ConnectionId) => string | null;
  readonly changed: (id: ConnectionId) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly setTimer: (work: () => void, ms: number) => void;
  readonly log: (message: string, error: unknown) => void;
}

/** Facts of several responses are saved together. */
const saveAfterMs = 1_000;

export function createServiceFactBooks(effects: ServiceFactBooksEffects): ServiceFactBooks {
  const { now, log } = effects;
  const stores = createConnectionStores(effects.folder, (folder) =>
    openFactStore(path.join(folder, 'facts.json'), now),
  );
  const reader = createExchangeReader();
  const unsaved = new Set<ConnectionId>();

  const booked = async (id: ConnectionId): Promise<FactBook> => {
    const address = effects.addressOf(id);
    if (address === null) return {};
    const { baseUrl, facts } = (await stores.of(id)).value();
    return baseUrl === address ? facts : {};
  };
  const saveSoon = (id: ConnectionId): void => {
    if (unsaved.has(id)) return;
    unsaved.add(id);
    effects.setTimer(() => {
      unsaved.delete(id);
      if (effects.addressOf(id) === null) return;
      stores
        .of(id)
        .then((store) => store.save())
        .catch((error: unknown) => log('Could not save what was learned about the service.', error));
    }, saveAfterMs);
  };
  const note = async (id: ConnectionId, address: string, lessons: readonly Lesson[]): Promise<void> => {
    const at = now();
    const store = await stores.of(id);
    // The connection was removed or led elsewhere while the file was opened.
    if (effects.addressOf(id) !== address) return;
    const before = store.value();
    const known = before.baseUrl === address ? before.facts : {};
    const facts = withLessons(known, lessons, at);
    if (facts === known && before.baseUrl === address) return;
    store.set({ version: 1, baseUrl: address, facts });
    saveSoon(id);
    effects.changed(id);
  };
  const learn = (id: ConnectionId, address: string | null, lessons: readonly Lesson[]): void => {
    if (lessons.length === 0 || address === null) return;
    note(id, address, lessons).catch((error: unknown) =>
      log('Could not take note of what the service showed.', error),
    );
  };
  return {
    observe: (exchange) => {
      const id = exchange.target.service?.id ?? null;
      if (id === null) return;
      // The connection may have another address by now.
      const address = effects.addressOf(id);
      if (address === null || (address !== '' && address !== exchange.target.address.text)) return;
      learn(id, address, reader.lessons(id, exchange));
    },
    learner: (id) => {
      const address = effects.addressOf(id);
      return (lesson) => learn(id, address, [lesson]);
    },
    of: async (id) => {
      try {
        return await booked(id);
      } catch (error) {
        log('Could not read what was learned about the service.', error);
        return {};
      }
    },
    forget: stores.forget,
    close: stores.close,
  };
}

/** What was learned about the service of one connection, at one address. */
interface SavedFacts {
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
function openFactStore(file: string, now: () => number): Promise<JsonStore<SavedFacts>> {
  const fresh: SavedFacts = { version: 1, baseUrl: '', facts: {} };
  return openJsonStore({ file, format: { version: 1, schema }, fresh, now, ifNewer: 'hold' });
}
