import type { CatalogueHost, KeyCall, KeyCalls } from './keyCalls.ts';
import { transferring } from '#shared/async/rpc.ts';
import { buffersOfBlock } from '#shared/audit/recordBlock.ts';
import { openKeyStore, type KeyStore } from './keyStore.ts';
import { packKeys } from './packedKeys.ts';

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
  checkBatch: async (store, batch) => {
    const findings = await store.batches.check(batch);
    return transferring(findings, buffersOfBlock(findings.block));
  },
  learnBatch: async (store, { token }) => ({
    isChanged: await store.learnBatch(token),
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
  select: (store, { selection }) => {
    const packed = packKeys(store.select(selection));
    return transferring(packed, [packed.units.buffer, packed.ends.buffer]);
  },
};

/** They come with each response of an audit, or of an upload, one soon after the other. */
const callsInSeries: readonly KeyCall[] = ['takeBatch', 'checkBatch', 'learnBatch', 'learn'];

/**
 * Runs in the worker thread: keeps one store per folder. `later`: schedules work after the requests that are waiting. `afterPause`:
 * the same when some time has passed.
 */
export function createCatalogueHost(effects: {
  readonly now: () => number;
  readonly later: (work: () => void) => void;
  readonly afterPause: (work: () => void) => void;
}): CatalogueHost {
  const stores = new Map<string, Promise<KeyStore>>();
  const improving = new Set<KeyStore['index']>();
  let seriesCalls = 0;
  /** How many there were before the last pause. */
  let pausedAfter = 0;

  /**
   * Prepares the search index in the time between requests. An audit or an upload would often wait for it, and bring more keys
   * right after.
   */
  const improve = (index: KeyStore['index']): void => {
    if (improving.has(index) || !index.wantsImproving()) return;
    improving.add(index);
    const steps = index.improve();
    const step = (): void => {
      const calls = seriesCalls;
      if (calls !== pausedAfter)
        effects.afterPause(() => {
          if (calls === seriesCalls) pausedAfter = calls;
          step();
        });
      else if (steps.next().done !== true) effects.later(step);
      else {
        improving.delete(index);
        improve(index);
      }
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
  return {
    ask: async (folder, call, input) => {
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
      if (callsInSeries.includes(call)) seriesCalls += 1;
      const handler = handlers[call] as (store: KeyStore, input: unknown) => unknown;
      const value = (await handler(store, input)) as KeyCalls[KeyCall][1];
      improve(store.index);
      return value;
    },
  };
}
