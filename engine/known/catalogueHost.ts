import type { CatalogueHost, Changed, KeyCall, KeyCalls } from './keyCalls.ts';
import { transferring } from '#shared/async/rpc.ts';
import { buffersOfBlock } from '#shared/audit/recordBlock.ts';
import type { KnownToBatches, WholeBatches } from './batchMessages.ts';
import { openKeyStore, type KeyStore } from './keyStore.ts';
import { packKeys } from './packedKeys.ts';

/** The known keys of one connection, and the responses that are checked against them. */
interface OpenStore extends KeyStore {
  readonly keepsValues: () => boolean;
  readonly batches: WholeBatches;
}

type Handlers = {
  readonly [C in KeyCall]: (
    store: OpenStore,
    ...input: Parameters<KeyCalls[C]>
  ) => ReturnType<KeyCalls[C]> | Promise<ReturnType<KeyCalls[C]>>;
};

function changed<T>({ index }: KeyStore, isChanged: boolean, answer: T): Changed<T> {
  return { isChanged, revision: index.revision(), answer };
}

const handlers: Handlers = {
  learn: async (store, news) => {
    const isChanged = await store.learn(news);
    return changed(store, isChanged, isChanged);
  },
  learnNames: async (store, keys, source, at) => {
    const isChanged = await store.learn(keys.map((key) => ({ kind: 'named', key, source, at })));
    return changed(store, isChanged, isChanged);
  },
  remembered: (store, keys) => store.remembered(keys),
  proven: ({ index }, except, most) => provenKeys(index.entries(), new Set(except), most),
  gone: ({ index }, keys) => keys.filter(index.isGone),
  takeBatch: ({ batches }, ...response) => batches.take(...response),
  checkBatch: async ({ batches }, batch) => {
    const findings = await batches.check(batch);
    return transferring(findings, buffersOfBlock(findings.block));
  },
  learnBatch: async (store, token) => {
    const isChanged = await store.learn(store.batches.learned(token));
    return changed(store, isChanged, isChanged);
  },
  settle: async (store, ...what) => {
    const settled = await store.settle(...what);
    return changed(store, settled > 0, settled);
  },
  entries: ({ index }, keys) => keys.map(index.get),
  counts: (store, ...tree) => store.counts(...tree),
  tree: ({ index }, ...query) => index.tree(...query),
  locateInTree: ({ index }, ...query) => index.locateInTree(...query),
  atoms: ({ index }, ...query) => index.atoms(...query),
  locateInAtoms: ({ index }, ...query) => index.locateInAtoms(...query),
  keys: ({ index }, ...query) => index.keys(...query),
  leafMap: (store, ...tree) => store.leafMap(...tree),
  changeCounts: ({ index, changesSince }, since, olderSize) => ({
    ...index.changes(since, olderSize),
    recordedSince: changesSince,
  }),
  changes: ({ changes }, keys) => changes(keys),
  held: (store) => store.held(),
  noteRecord: (store, generation) => store.noteRecord(generation),
  annotate: async (store, ...what) => {
    const annotated = await store.annotate(...what);
    return changed(store, annotated !== 'too-many-tags' && annotated > 0, annotated);
  },
  forget: async (store, selection) => {
    const forgotten = await store.forget(selection);
    return changed(store, forgotten > 0, forgotten);
  },
  select: (store, selection) => {
    const packed = packKeys(store.select(selection));
    return transferring(packed, [packed.units.buffer, packed.ends.buffer]);
  },
  putValues: (store, values) => {
    const before = store.index.revision();
    if (store.keepsValues()) for (const [key, value] of values) store.index.putValue(key, value, 'earlier');
    return changed(store, store.index.revision() > before, null);
  },
  dropValues: (store, keys) => {
    store.index.dropValues(keys);
    return changed(store, true, null);
  },
  valueCoverage: ({ index }) => index.valueCoverage(),
  seenFields: ({ index }) => index.seenFields(),
  values: ({ index }, keys) => keys.map(index.valueOf),
};

function provenKeys(
  entries: ReturnType<KeyStore['index']['entries']>,
  except: ReadonlySet<string>,
  most: number,
): readonly string[] {
  const keys: string[] = [];
  for (const { key, gone, verdict, placed } of entries) {
    if (keys.length >= most) break;
    const isProven = (verdict === 'green' || verdict === 'keyOnly') && placed?.path === 'pass';
    if (isProven && !gone && !except.has(key)) keys.push(key);
  }
  return keys;
}

/** They come with each response of an audit, or of an upload, one soon after the other. */
const callsInSeries: readonly KeyCall[] = ['takeBatch', 'checkBatch', 'learnBatch', 'learn', 'learnNames'];

/**
 * Runs in the worker thread: keeps one store per folder. `later`: schedules work after the requests that are waiting. `afterPause`:
 * the same when some time has passed.
 */
export function createCatalogueHost(effects: {
  readonly now: () => number;
  readonly batchesOf: (known: KnownToBatches) => WholeBatches;
  readonly later: (work: () => void) => void;
  readonly afterPause: (work: () => void) => void;
}): CatalogueHost {
  const stores = new Map<string, Promise<OpenStore>>();
  let isKeeping = false;
  const keepsValues = (): boolean => isKeeping;
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
  const openWithBatches = async (folder: string, firstRevision: number): Promise<OpenStore> => {
    const store = await openKeyStore(folder, { now: effects.now, firstRevision, keepsValues });
    const { remembered, index } = store;
    return { ...store, keepsValues, batches: effects.batchesOf({ remembered, isGone: index.isGone }) };
  };
  const open = (folder: string, firstRevision: number): Promise<OpenStore> => {
    const opened = stores.get(folder);
    if (opened !== undefined) return opened;
    const opening = openWithBatches(folder, firstRevision);
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
    open: async (...what) => {
      const { recoveredFrom, openedWith, recordNoted } = await open(...what);
      return { recoveredFrom, openedWith, recordNoted };
    },
    keepValues: async (keeps) => {
      isKeeping = keeps;
      if (!keeps)
        for (const store of await Promise.allSettled(stores.values()))
          if (store.status === 'fulfilled') store.value.index.dropValues(null);
      return null;
    },
    ask: async (folder, call, ...input) => {
      const opened = stores.get(folder);
      if (opened === undefined) throw new Error('The known keys of this connection are not open.');
      const store = await opened;
      if (callsInSeries.includes(call)) seriesCalls += 1;
      const handler = handlers[call] as (store: OpenStore, ...input: readonly unknown[]) => unknown;
      const answer = await handler(store, ...input);
      improve(store.index);
      return answer;
    },
    close: async (folder) => {
      const opened = stores.get(folder);
      stores.delete(folder);
      await (await opened)?.close();
    },
  };
}
