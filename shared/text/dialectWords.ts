import type { Dialect, ServiceFacts } from '../domain/serviceFacts.ts';
import { momentWords } from './times.ts';

export const openServerWords =
  'It is an open Parametric Memory server: an atom is its key, without a value or a version.';

export const readKeyAdvice =
  'Reading with a full key changes what the memory predicts. With a read key, only Recall does, so use a read key unless you store atoms.';

export const noValueWords =
  'Atoms of this service have no value. An atom is its key, such as v1.fact.the_sky_is_blue, so the content goes into the key, and storing it again changes nothing.';

export const uploadWithoutValuesWords =
  'Atoms of this service have no value: an atom is its key. Use a column of keys such as v1.fact.the_sky_is_blue, and an empty column as the value. Skip rows with a value: they are never sent, and the upload stops at the first of them.';

export const listWords =
  'This service lists its keys. Discovery takes the list, reads and verifies every key in it, and compares the list with the leaf positions in the proofs.';

export const shardedCoverageWords =
  'The proofs of this service state no tree size, and their positions count within shards, so there is no leaf map. Discovery compares the keys that the service lists with the leaves.';

/** Why the app does not listen to `GET /events`. */
export const eventFeedWords =
  'GET /events, not used: it does not announce every change, and a server that someone listens to does not shut down';

/** Why the app does not use `asOfVersion` and `asOfMs`. */
export const pastReadWords =
  '`asOfVersion` and `asOfMs` of GET /atoms/:atom, not used: the response has the status and the proof of today';

/** Where a user would look for reads of the past. */
export const ownHistoryWords =
  'This server can be asked for an atom as of an earlier version, but it returns the status and the proof of today, so the app does not ask. The history has only what this app has read.';

export function dialectName(dialect: Dialect): string {
  return dialect === 'open-server' ? 'open Parametric Memory server' : 'documented API';
}

/** Which dialect a service has, and the response that shows it. */
export function dialectEvidenceWords({ evidence, learnedAt }: ServiceFacts): string {
  const { request, status, response } = evidence;
  return `${openServerWords} ${request} returned ${String(status)} on ${momentWords(learnedAt)}: ${response}`;
}

/** Why the app deletes no atom. */
export function cannotDeleteWords(dialect: Dialect | undefined): string {
  return dialect === 'open-server'
    ? 'Atom Explorer does not delete atoms. The server can, with its own tools. You can instead:'
    : 'This service cannot delete atoms: its API has no request for it. You can instead:';
}
