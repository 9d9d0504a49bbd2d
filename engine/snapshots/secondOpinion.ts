import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { offlineJwksFetcher, verifySnapshot, type SnapshotV1 } from '@parametric-memory/snapshot-verify';

// Node 18 has no global of this name, and the library expects one.
if (!('crypto' in globalThis)) Object.defineProperty(globalThis, 'crypto', { value: webcrypto });

const checks = [
  'formatVersion',
  'signature',
  'edgesRoot',
  'shardRoots',
  'masterRoot',
  'auditLogRoot',
  'hubAtoms',
  'tombstones',
  'atomValueBind',
  'consistencyProof',
  'auditEntries',
] as const;

/**
 * Checks a snapshot with the library of the service's makers, without a network. Takes tens of seconds for some thousand
 * atoms, without a pause: to abort it, its thread has to be terminated. Returns the checks that failed, by the names of the
 * library.
 */
export async function secondOpinion(file: string, _signal?: AbortSignal): Promise<readonly string[]> {
  const snapshot = JSON.parse(readFileSync(file, 'utf8')) as SnapshotV1;
  const result = await verifySnapshot(snapshot, { jwksFetcher: offlineJwksFetcher });
  const failed = checks.filter((name) => !result[name].ok);
  // Its verdict counts, even if it comes from a check that this list does not have.
  return failed.length === 0 && !result.overallOk ? ['overallOk'] : failed;
}
