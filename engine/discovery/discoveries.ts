import { untilItSucceeds } from '#shared/async/untilItSucceeds.ts';
import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { DiscoverySettings, JobOf } from '#shared/domain/job.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { Lesson } from '#shared/serviceFacts/factBook.ts';
import type { Connections } from '../connections/connections.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Readings } from '../reading/readings.ts';
import { createTurns } from '#shared/async/inTurn.ts';
import { discover, type DiscoveryMemory } from './discovery.ts';
import {
  latestDiscovery,
  openDiscoveryRecord,
  readDiscoveryRecord,
  removeDiscoveryRecord,
  unfinishedDiscovery,
  type DiscoveryLine,
} from './discoveryRecord.ts';
import { progressOf, type EarlierResponse } from './progress.ts';

/** The discoveries of all connections, across restarts of the app. */
export interface Discoveries {
  /** Refused if the connection has a discovery that is running or paused. */
  readonly start: (
    connectionId: ConnectionId,
    settings: DiscoverySettings,
    afresh: boolean,
  ) => Promise<Result<JobOf<'discovery'>>>;
  /** Loads unfinished discoveries of an earlier session as paused. Does nothing after the first time. */
  readonly restore: (connectionId: ConnectionId) => Promise<void>;
  /** Deletes the record; its job must have ended. */
  readonly forget: (connectionId: ConnectionId) => Promise<void>;
}

export interface DiscoveriesEffects {
  readonly folder: string;
  readonly jobs: Pick<Jobs, 'start' | 'list' | 'dismiss'>;
  readonly memory: DiscoveryMemory;
  readonly readings: Pick<Readings, 'list' | 'recall' | 'readMany'>;
  /** Called when a discovery begins; the result takes what it finds out about the list of the service. */
  readonly listNoter: (id: ConnectionId) => (lesson: Lesson) => void;
  readonly connections: Pick<Connections, 'profile'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function createDiscoveries(effects: DiscoveriesEffects): Discoveries {
  const { jobs, now } = effects;
  const restored = new Map<ConnectionId, () => Promise<void>>();
  /** Without this, two concurrent starts would both find none running. */
  const { inTurn } = createTurns();
  const fileOf = (id: ConnectionId): string => path.join(effects.folder, `${id}.jsonl`);
  const isUnderWay = (id: ConnectionId): boolean =>
    jobs.list(id).some(({ kind, endedAt }) => kind === 'discovery' && endedAt === null);

  const begin = async (
    connectionId: ConnectionId,
    settings: DiscoverySettings,
    isResumed: boolean,
  ): Promise<JobOf<'discovery'>> => {
    const record = await openDiscoveryRecord(fileOf(connectionId), now);
    const earlier = isResumed ? latestDiscovery(record.lines).flatMap(requestsOf) : [];
    if (!isResumed) await record.append({ kind: 'begun', settings, at: now() });
    return jobs.start({
      kind: 'discovery',
      connectionId,
      progress: progressOf(settings, earlier),
      isPaused: isResumed,
      work: async (control) => {
        try {
          if (!(await control.proceed())) return succeed(null);
          return await discover({
            ...effects,
            connectionId,
            settings,
            record,
            earlier,
            control,
            noteList: effects.listNoter(connectionId),
            address: () => {
              const profile = effects.connections.profile(connectionId);
              return profile.ok ? profile.value.baseUrl : null;
            },
          });
        } finally {
          try {
            // Left open if only the app ends, so that the next session resumes it.
            if (!control.isClosing()) await record.append({ kind: 'ended' });
          } finally {
            await record.close();
          }
        }
      },
    });
  };
  const restore = async (connectionId: ConnectionId): Promise<void> => {
    const unfinished = unfinishedDiscovery(await readDiscoveryRecord(fileOf(connectionId), now));
    if (unfinished !== null && !isUnderWay(connectionId)) {
      await begin(connectionId, unfinished.settings, true);
    }
  };
  const restoreOnce = (connectionId: ConnectionId): Promise<void> => {
    const once = restored.get(connectionId) ?? untilItSucceeds(() => restore(connectionId));
    restored.set(connectionId, once);
    return once();
  };

  return {
    start: (connectionId, settings, afresh) =>
      inTurn(connectionId, async () => {
        await restoreOnce(connectionId);
        if (isUnderWay(connectionId)) {
          return refuseInput(
            'connectionId',
            'A discovery is already running on this connection. Resume or cancel it first.',
          );
        }
        // The catalogue shows the results of the earlier discovery.
        for (const { kind, id } of jobs.list(connectionId)) if (kind === 'discovery') jobs.dismiss(id);
        if (afresh) await removeDiscoveryRecord(fileOf(connectionId));
        return succeed(await begin(connectionId, settings, false));
      }),
    restore: restoreOnce,
    forget: async (connectionId) => {
      restored.delete(connectionId);
      await removeDiscoveryRecord(fileOf(connectionId));
    },
  };
}

function requestsOf(line: DiscoveryLine): readonly EarlierResponse[] {
  switch (line.kind) {
    case 'asked':
      return [{ ...line.outcome, requests: line.requests }];
    case 'refused':
    case 'unanswered':
      return [{ kind: 'recall', newKeys: 0, requests: line.requests }];
    case 'begun':
    case 'ended':
      return [];
  }
}
