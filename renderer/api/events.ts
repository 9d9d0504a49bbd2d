import type { QueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Job } from '#shared/domain/job.ts';
import type { IpcEventName } from '#shared/ipc/events.ts';
import { onEvent } from './onEvent.ts';
import { about, queryKey, type QueryName } from './queryKeys.ts';

const ofKnownKeys = [
  'catalogueSummary',
  'catalogueEntry',
  'catalogueEntries',
  'keyMemory',
  'failedKeys',
  'valueCoverage',
  'changeSummary',
  'changedKey',
] as const satisfies readonly QueryName[];

/**
 * The cached queries that an event of the main process makes out of date, by the first part of their keys. The second
 * part is the connection, if the event is about one. Queries on screen are read again at once, others when next shown.
 */
export const outdatedBy = {
  connectionsChanged: ['connections'],
  catalogueChanged: ofKnownKeys,
  catalogueRestarted: [...ofKnownKeys, 'leafMap'],
  ledgerChanged: ['ledgerSummary', 'ledgerRoot', 'savedState', 'changeSummary'],
  requestsChanged: ['requestSummary', 'loggedRequest'],
  runsChanged: ['runs', 'run'],
  expectationsChanged: ['expectations'],
  scoreboardChanged: ['scoreboard'],
  pinsChanged: ['pins', 'catalogueSummary'],
  draftsChanged: ['drafts'],
  writesChanged: ['writes', 'sizeKnowledge'],
  uploadChanged: ['upload', 'sizeKnowledge'],
  installationKeysChanged: ['installationKeys'],
  snapshotChanged: ['snapshot'],
  auditsChanged: ['audits', 'audit'],
  auditChanged: ['audits', 'audit'],
  auditSchedulesChanged: ['auditSchedules'],
  serviceFactsChanged: ['serviceFacts'],
} as const satisfies { readonly [E in IpcEventName]?: readonly QueryName[] };

/** Keeps the cache up to date with what the main process reports, for as long as the window is open. */
export function followEvents(client: QueryClient): void {
  for (const event of Object.keys(outdatedBy) as (keyof typeof outdatedBy)[]) {
    onEvent(event, (payload) => outdate(client, outdatedBy[event], payload?.connectionId ?? null));
  }
  onEvent('catalogueChanged', ({ connectionId }) => {
    // The map of a large tree takes longer to compute than the time between two events: let it finish.
    outdate(client, ['leafMap'], connectionId, false);
  });
  onEvent('activity', ({ connectionId }) => {
    // Each response may bring a new root. What depends on the root is read again when next shown.
    const outdated = about(['catalogueSummary', 'leafMap', 'rootInLedger'], connectionId);
    void client.invalidateQueries({ ...outdated, refetchType: 'none' });
  });
  onEvent('job', (job) => noteJob(client, job));
}

/** @param cancelsRead whether a read that is under way starts again, or finishes before the next one starts */
function outdate(
  client: QueryClient,
  names: readonly QueryName[],
  connectionId: ConnectionId | null,
  cancelsRead = true,
): void {
  const outdated = about(names, connectionId);
  for (const { state, queryKey: key, promise } of client.getQueryCache().findAll(outdated)) {
    // React Query never cancels the first read of a query. It may have begun before the change.
    if (state.fetchStatus === 'fetching' && (state.data === undefined || !cancelsRead)) {
      promise?.then(() => client.invalidateQueries({ queryKey: key, exact: true })).catch(() => undefined);
    }
  }
  void client.invalidateQueries(outdated, { cancelRefetch: cancelsRead });
}

export function jobsKey(connectionId: ConnectionId) {
  return queryKey('jobs', connectionId);
}

/** Puts a job into the list that is cached for its connection, if there is one. */
export function noteJob(client: QueryClient, job: Job): void {
  const key = jobsKey(job.connectionId);
  const isListed = client.getQueryData<readonly Job[]>(key)?.some(({ id }) => id === job.id) ?? false;
  client.setQueryData<readonly Job[]>(key, (jobs) => jobs && withJob(jobs, job));
  // A new job may replace older ones, and a list that is being read may be older than this job.
  if (!isListed || client.isFetching({ queryKey: key }) > 0) void client.invalidateQueries({ queryKey: key });
}

/** The list with a job in its current state. */
function withJob(jobs: readonly Job[], job: Job): readonly Job[] {
  return jobs.some(({ id }) => id === job.id)
    ? jobs.map((known) => (known.id === job.id ? job : known))
    : [...jobs, job];
}
