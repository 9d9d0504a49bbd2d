import type { KeyResult, KeyCall, KeyCalls, KeyRequest } from './keyCalls.ts';
import { buffersOfBlock } from '#shared/audit/recordBlock.ts';
import { openKeyStore, type KeyStore } from './keyStore.ts';
import { packKeys } from './packedKeys.ts';

/** Runs in the worker thread: keeps one store per folder and handles requests. */
export interface CatalogueHost {
  readonly answer: (request: KeyRequest) => Promise<KeyResult>;
  /** Buffers in the result that are transferred instead of copied. */
  readonly transfers: (answer: KeyResult) => readonly ArrayBuffer[];
}

type Handlers = {
  readonly [C in Exclude<KeyCall, 'open' | 'close'>]: (
    store: KeyStore,
    input: KeyCalls[C][0],
  ) => KeyCalls[C][1] | Promise<KeyCalls[C][1]>;
};

const handlers: Handlers = {
  learn: async (store, { news }) => ({
    isChanged: await store.learn(news),
    revision: store.index.revision(),
  }),
  remembered: (store, { keys }) => store.remembered(keys),
  gone: (store, { keys }) => keys.filter(store.index.isGone),
  takeBatch: (store, { token, body, keys }) => store.batches.take(token, body, keys),
  checkBatch: (store, batch) => store.batches.check(batch),
  learnBatch: async (store, { token }) => ({
    isChanged: await store.learn(store.batches.learned(token)),
    revision: store.index.revision(),
  }),
  settle: async (store, { selection, settlement }) => {
    const settled = await store.settle(selection, settlement);
    return { isChanged: settled > 0, revision: store.index.revision(), settled };
  },
  entries: (store, { keys }) => keys.map(store.index.get),
  counts: (store, { treeSize, empty }) => store.counts(treeSize, empty),
  tree: (store, { query, window }) => store.index.tree(query, window),
  locateInTree: (store, { query, target }) => store.index.locateInTree(query, target),
  atoms: (store, { query, window }) => store.index.atoms(query, window),
  locateInAtoms: (store, { query, key }) => store.index.locateInAtoms(query, key),
  keys: (store, { query, window }) => store.index.keys(query, window),
  leafMap: (store, { treeSize, cells, empty }) => store.leafMap(treeSize, cells, empty),
  annotate: async (store, { keys, change }) => {
    const annotated = await store.annotate(keys, change);
    const isChanged = annotated !== 'too-many-tags' && annotated > 0;
    return { isChanged, revision: store.index.revision(), annotated };
  },
  forget: async (store, { selection }) => {
    const forgotten = await store.forget(selection);
    return { isChanged: forgotten > 0, revision: store.index.revision(), forgotten };
  },
  select: (store, { selection }) => packKeys(store.select(selection)),
};

/** `later`: schedules work after the requests that are waiting. */
export function createCatalogueHost(effects: {
  readonly now: () => number;
  readonly later: (work: () => void) => void;
}): CatalogueHost {
  const stores = new Map<string, Promise<KeyStore>>();

  /** Prepares the search index in the time between requests. */
  const improve = (index: KeyStore['index']): void => {
    if (!index.wantsImproving()) return;
    const steps = index.improve();
    const step = (): void => {
      if (steps.next().done === true) improve(index);
      else effects.later(step);
    };
    effects.later(step);
  };
  const open = (folder: string, firstRevision: number): Promise<KeyStore> => {
    const opened = stores.get(folder);
    if (opened !== undefined) return opened;
    const opening = openKeyStore(folder, { now: effects.now, firstRevision });
    stores.set(folder, opening);
    // A failed open is not cached, because the cause may be gone at the next attempt.
    opening.then(
      ({ index }) => {
        improve(index);
      },
      () => stores.delete(folder),
    );
    return opening;
  };
  const carryOut = async ({ folder, call, input }: KeyRequest): Promise<unknown> => {
    if (call === 'open') {
      const { firstRevision } = input as KeyCalls['open'][0];
      return { recoveredFrom: (await open(folder, firstRevision)).recoveredFrom };
    }
    const opened = stores.get(folder);
    if (call === 'close') {
      stores.delete(folder);
      await (await opened)?.close();
      return null;
    }
    if (opened === undefined) throw new Error('The known keys of this connection are not open.');
    const store = await opened;
    const handler = handlers[call] as (store: KeyStore, input: unknown) => unknown;
    const value = await handler(store, input);
    improve(store.index);
    return value;
  };

  return {
    answer: async (request) => {
      try {
        return { id: request.id, ok: true, value: (await carryOut(request)) as KeyCalls[KeyCall][1] };
      } catch (error) {
        // The details of a database error are in its cause.
        const reason =
          error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
        const message = error instanceof Error ? error.message : String(error);
        return { id: request.id, ok: false, message: `${message}${reason}` };
      }
    },
    transfers: (answer) => {
      if (!answer.ok || answer.value === null) return [];
      const { value } = answer;
      if ('units' in value) return [value.units.buffer, value.ends.buffer];
      return 'block' in value ? buffersOfBlock(value.block) : [];
    },
  };
}
