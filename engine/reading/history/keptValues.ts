import type { KeptValuesState } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Catalogues } from '../../known/catalogues.ts';
import type { Histories } from './histories.ts';

/** Brings the values of a history into memory, where they can be searched. */
export interface KeptValues {
  /** Starts loading the values of a connection, once in a session. Resolves when it is known whether there are any, to how far that is. */
  readonly load: (id: ConnectionId) => Promise<KeptValuesState>;
  /** Drops values of a connection from memory: of these keys, or all. What its history still has is loaded again when it is needed. */
  readonly forget: (id: ConnectionId, keys: readonly string[] | null) => Promise<void>;
  /** For when the values of all connections were dropped from memory. */
  readonly forgetAll: () => void;
  /** Whether values may be in memory from now on: not while the computer is locked. */
  readonly allow: (isAllowed: boolean) => void;
}

/** Values opened without a pause: more would block the main process. */
const atOnce = 50;

export function createKeptValues(effects: {
  readonly histories: Pick<Histories, 'latest'>;
  readonly catalogues: Pick<Catalogues, 'keysOf'>;
  /** Lets other work run. */
  readonly pause: () => Promise<void>;
  readonly log: (message: string, error: unknown) => void;
}): KeptValues {
  const { histories, catalogues, pause, log } = effects;
  const loads = new Map<ConnectionId, Load>();
  let isAllowed = true;

  const loadAll = async (
    id: ConnectionId,
    isWanted: () => boolean,
    begun: () => void,
  ): Promise<KeptValuesState> => {
    const keys = await catalogues.keysOf(id);
    const query = {
      connectionId: id,
      filter: { text: '', mode: 'contains' as const, withoutValue: true as const },
      delimiter: '.',
      path: '',
      sort: { column: 'key' as const, direction: 'ascending' as const },
    };
    // Without keys, whether there is a history can be told as well.
    for await (const some of withFirst(keys.selected({ kind: 'query', query, except: [] }))) {
      for (let at = 0; at === 0 || at < some.length; at += atOnce) {
        if (!isWanted()) return 'none';
        const part = some.slice(at, at + atOnce);
        const latest = await histories.latest(id, part);
        if (!latest.ok) return 'unreadable';
        if (latest.value.kind !== 'values') return latest.value.kind;
        begun();
        const { values } = latest.value;
        const entries = await keys.entries(part);
        const found = part.flatMap((key, place) => {
          const last = values[place] ?? null;
          // While the history was off, a later version may have been read.
          const isCurrent = last !== null && last.version === entries[place]?.version;
          return isCurrent ? [[key, last.value] as const] : [];
        });
        if (found.length > 0 && isWanted()) await keys.putValues(found);
        await pause();
      }
    }
    return 'loaded';
  };

  const begin = (id: ConnectionId): Load => {
    let hasBegun = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      hasBegun = resolve;
    });
    const load: Load = { state: 'loading', begun };
    loads.set(id, load);
    loadAll(id, () => loads.get(id) === load, hasBegun)
      .then(
        (state) => {
          load.state = state;
        },
        (error: unknown) => {
          load.state = 'unreadable';
          log('Could not load the values of the history.', error);
        },
      )
      .finally(hasBegun);
    return load;
  };

  return {
    load: async (id) => {
      if (!isAllowed) return 'locked';
      const load = loads.get(id) ?? begin(id);
      await load.begun;
      return load.state;
    },
    forget: async (id, keys) => {
      loads.delete(id);
      await (await catalogues.keysOf(id)).dropValues(keys);
    },
    forgetAll: () => loads.clear(),
    allow: (allowed) => {
      isAllowed = allowed;
      loads.clear();
    },
  };
}

interface Load {
  state: KeptValuesState;
  readonly begun: Promise<void>;
}

/** At least one list, which may be empty. */
async function* withFirst(lists: AsyncIterable<readonly string[]>): AsyncGenerator<readonly string[]> {
  let isNone = true;
  for await (const list of lists) {
    isNone = false;
    yield list;
  }
  if (isNone) yield [];
}
