import type { CommandId } from '../commands/commandTable.ts';
import type { Activity, ConnectionId } from '../domain/connection.ts';
import type { ConnectionTest } from '../domain/connectionTest.ts';
import type { Job } from '../domain/job.ts';

/** What `ipcEvents` holds for each event: nothing at run time, the type of its payload for the compiler. */
interface EventOf<Payload> {
  readonly payload?: Payload;
}

interface OfConnection {
  readonly connectionId: ConnectionId;
}

/** What the main process sends to the window. Without parsers, so that the preload needs no library. */
export const ipcEvents = {
  activity: event<Activity>(),
  connectionsChanged: event<null>(),
  /** The steps of a connection test so far. */
  connectionTest: event<{ readonly requestId: string; readonly test: ConnectionTest }>(),
  /** At most four times a second for each connection. */
  catalogueChanged: event<OfConnection & { readonly revision: number }>(),
  /** An entry was added to the root ledger; at most four times a second for each connection. */
  ledgerChanged: event<OfConnection>(),
  /** Entries of a root ledger that were verified so far. */
  ledgerVerifying: event<OfConnection & { readonly entries: number }>(),
  /** The process that holds the known keys stopped and was restarted; nothing is lost. */
  catalogueRestarted: event<null>(),
  /** Requests were logged, ended, or removed; at most four times a second. */
  requestsChanged: event<null>(),
  runsChanged: event<OfConnection>(),
  /** The list, the outcomes, or the progress of a run changed. */
  expectationsChanged: event<OfConnection>(),
  /** A job started, progressed, or ended; at most four times a second for each job, and always when it ends. */
  job: event<Job>(),
  scoreboardChanged: event<OfConnection>(),
  pinsChanged: event<OfConnection>(),
  draftsChanged: event<OfConnection>(),
  writesChanged: event<OfConnection>(),
  installationKeysChanged: event<null>(),
  /** The second opinion about a snapshot arrived. Its ID is that of its connection, once it is kept. */
  snapshotChanged: event<OfConnection>(),
  /** An audit was added, changed its state, or was removed. */
  auditsChanged: event<OfConnection>(),
  /** Records were added to an audit; at most four times a second. */
  auditChanged: event<OfConnection & { readonly auditId: string }>(),
  /** Something new was learned about the service. */
  serviceFactsChanged: event<OfConnection>(),
  auditSchedulesChanged: event<OfConnection>(),
  /** The user clicked a notification about this audit. */
  auditChosen: event<OfConnection & { readonly auditId: string }>(),
  /** The user chose a command in the menu. */
  commandChosen: event<{ readonly command: CommandId }>(),
  /** The system passed a link to the app: `takeGivenLink` returns it. */
  linkGiven: event<null>(),
  /** The system passed a bundle to the app: `openGivenEvidence` opens it. */
  evidenceGiven: event<null>(),
  /** Its phase, its rows or its question; at most four times a second. Progress comes with `job`. */
  uploadChanged: event<OfConnection>(),
};

export type IpcEventName = keyof typeof ipcEvents;
export type IpcEvent<E extends IpcEventName> =
  (typeof ipcEvents)[E] extends EventOf<infer Payload> ? Payload : never;

function event<Payload>(): EventOf<Payload> {
  return {};
}
