import type { ConnectionId } from '#shared/domain/connection.ts';
import { mostObservations, runningWidth, type Scoreboard } from '#shared/domain/scoreboard.ts';
import { edgesOf } from '#shared/scoreboard/edges.ts';
import { takeStep, type Observation, type OpenStep, type UserStep } from '#shared/scoreboard/observation.ts';
import { runningTallies, tallyByDay, tallyOf } from '#shared/scoreboard/tally.ts';
import { localDay } from '#shared/text/times.ts';
import type { ReadingObserver } from '../../reading/readings.ts';
import { createConnectionStores } from '../../storage/connectionStores.ts';
import { openObservationStore } from './observationStore.ts';

/** Which part of a scoreboard to return. */
export interface ScoreboardQuery {
  /** How many of the latest observations to count; null for all. */
  readonly latest: number | null;
  /** Only edges with this text in one of their keys, ignoring case; empty for all. */
  readonly edgeFilter: string;
}

/** Compares, for each connection, what was predicted with what the user wanted next. */
export interface Scoreboards {
  /** Records the user's recalls as steps. */
  readonly observe: ReadingObserver;
  /** The user opened an atom, whether or not that took a request. */
  readonly opened: (id: ConnectionId, key: string) => void;
  readonly read: (id: ConnectionId, query: ScoreboardQuery) => Promise<Scoreboard>;
  /** All saved observations, oldest first. */
  readonly observations: (id: ConnectionId) => Promise<readonly Observation[]>;
  readonly clear: (id: ConnectionId) => Promise<void>;
  /** Deletes the scoreboard of a connection that is removed. */
  readonly forget: (id: ConnectionId) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** As many as the window can show and page through; the export has all. */
const mostEdges = 500;
const mostNewest = 50;
const mostPoints = 200;

export interface ScoreboardsEffects {
  readonly folder: string;
  /** Whether the connection exists: a response after its removal must not create a scoreboard again. */
  readonly isKnown: (id: ConnectionId) => boolean;
  readonly changed: (id: ConnectionId) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (message: string, error: unknown) => void;
}

export function createScoreboards(effects: ScoreboardsEffects): Scoreboards {
  const stores = createConnectionStores(effects.folder, (folder) =>
    openObservationStore({ folder, most: mostObservations, now: effects.now }),
  );
  const openSteps = new Map<ConnectionId, OpenStep>();

  const take = (id: ConnectionId, step: UserStep, at: number): void => {
    if (!effects.isKnown(id)) return;
    const before = openSteps.get(id) ?? null;
    const { open, observation } = takeStep(before, step, at);
    if (open === null) openSteps.delete(id);
    else openSteps.set(id, open);
    if (observation === null) {
      if (open !== before) effects.changed(id);
      return;
    }
    stores
      .of(id)
      .then((store) => store.add(observation))
      .then(() => effects.changed(id))
      .catch((error: unknown) => effects.log('Could not count a prediction.', error));
  };

  return {
    observe: (id, call, askedBy, at) => {
      if (call.kind !== 'recall' || askedBy !== 'user') return;
      const best = call.reading.atoms[0];
      if (best === undefined) return;
      take(id, { kind: 'recalled', key: best.key, predictions: call.reading.predictions }, at);
    },
    opened: (id, key) => take(id, { kind: 'opened', key }, effects.now()),
    read: async (id, { latest, edgeFilter }) => {
      const store = await stores.of(id);
      const kept = store.all();
      const counted = latest === null ? kept : kept.slice(-latest);
      const edges = edgesOf(counted).filter(
        ({ from, to }) => holds(from, edgeFilter) || holds(to, edgeFilter),
      );
      return {
        kept: tallyOf(kept),
        latest: tallyOf(counted),
        since: kept[0]?.at ?? null,
        days: tallyByDay(kept, localDay),
        running: runningTallies(kept, runningWidth, mostPoints),
        edges: edges.slice(0, mostEdges),
        edgeCount: edges.length,
        newest: kept.slice(-mostNewest).reverse(),
        open: openSteps.get(id) ?? null,
        recoveredFrom: store.recoveredFrom,
      };
    },
    observations: async (id) => (await stores.of(id)).all(),
    clear: async (id) => {
      openSteps.delete(id);
      await (await stores.of(id)).clear();
      effects.changed(id);
    },
    forget: async (id) => {
      openSteps.delete(id);
      await stores.forget(id);
    },
    close: stores.close,
  };
}

function holds(key: string, text: string): boolean {
  return key.toLowerCase().includes(text.toLowerCase());
}
