import { mkdir } from 'node:fs/promises';
import type { AuditHeader, AuditScope } from '#shared/audit/auditFile.ts';
import { auditLimits } from '#shared/audit/limits.ts';
import { shardOf } from '#shared/audit/shards.ts';
import type { AuditOptions, ExpectedChangesKind } from '#shared/domain/audit.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { RootPin } from '#shared/domain/pin.ts';
import type { Profile } from '../connections/profileStore.ts';
import { beginAppendLog } from '../storage/appendLog.ts';
import { saveJsonFile } from '../storage/jsonFile.ts';
import { auditFiles, type AuditMemo } from './auditFolder.ts';
import { startSha256 } from '../../../workers/startSha256.ts';
import { beginAuditLog, type AuditLog } from './auditLog.ts';
import type { ExpectedAtom } from './auditLists.ts';
import { sortKeys } from './sortKeys.ts';

/** What to audit: the window's and the command line's choices, with all keys. */
export interface AuditPlan {
  readonly connectionId: ConnectionId;
  readonly name: string;
  readonly scope: AuditScope;
  /** In any order; repeats do not matter. */
  readonly keys: readonly string[];
  /** Of an expected list: what it says of its keys. null if the scope is not one. */
  readonly expected: ReadonlyMap<string, ExpectedAtom> | null;
  readonly changes: ExpectedChangesKind;
  /** Keys whose changes are expected; null if no changes are. */
  readonly expectedChanges: readonly string[] | null;
  /** Keys of the scope that a limit leaves out. */
  readonly leftOut: number;
  readonly options: AuditOptions;
  /** Of a branch: what separates the segments of its keys. */
  readonly delimiter: string;
  readonly scheduleId: string | null;
}

export interface PreparedAudit {
  readonly memo: AuditMemo;
  readonly log: AuditLog;
}

const linesAtOnce = 10_000;

/**
 * Freezes the keys of a plan, in their order, and begins the file of the audit. The memo is written last: a folder
 * without one is of an audit that never started.
 */
export async function prepareAudit(
  plan: AuditPlan,
  context: {
    readonly id: string;
    readonly folder: string;
    readonly profile: Profile;
    readonly pins: readonly RootPin[];
    readonly appVersion: string;
    /** Epoch milliseconds. */
    readonly at: number;
    readonly pause: () => Promise<void>;
  },
): Promise<PreparedAudit> {
  const { profile, pause } = context;
  const { shard } = plan.options;
  const files = auditFiles(context.folder);
  const sorted = await sortKeys(plan.keys, pause);
  const all = sorted.slice(0, auditLimits.records);
  await mkdir(context.folder, { recursive: true });
  const sha256 = await hashKeys(all, pause);
  const keys = shard === null ? all : all.filter((key) => shardOf(key, shard.count) === shard.index);
  await writeLines(files.keys, keys, pause);
  if (plan.expected !== null) {
    const { expected } = plan;
    await writeLines(
      files.expected,
      keys.map((key) => expected.get(key) ?? {}),
      pause,
    );
  }
  if (plan.expectedChanges !== null) await writeLines(files.changes, plan.expectedChanges, pause);
  const header: AuditHeader = {
    format: 'atom-explorer-audit',
    version: 1,
    id: context.id,
    name: plan.name,
    app: { version: context.appVersion },
    service: { name: profile.name, address: profile.baseUrl === '' ? null : profile.baseUrl },
    scope: plan.scope,
    keys: { total: all.length, sha256, leftOut: plan.leftOut + sorted.length - all.length },
    shard:
      shard === null || shard.count === 1
        ? null
        : { number: shard.index, of: shard.count, keys: keys.length },
    pins: context.pins.map(({ rootHash, treeSize, isExact }) => ({ rootHash, treeSize, isExact })),
    expectedChanges: plan.expectedChanges === null ? null : { keys: plan.expectedChanges.length },
    startedAt: new Date(context.at).toISOString(),
  };
  const memo: AuditMemo = {
    version: 1,
    name: plan.name,
    header,
    changes: plan.changes,
    options: plan.options,
    delimiter: plan.delimiter,
    scheduleId: plan.scheduleId,
    onlyAt: profile.kind === 'service' ? profile.baseUrl : null,
    endedAt: null,
    verdict: null,
    result: null,
  };
  const log = await beginAuditLog(files.records, header);
  await saveJsonFile(files.memo, memo);
  return { memo, log };
}

/** As `keyListHash`, with pauses. */
async function hashKeys(keys: readonly string[], pause: () => Promise<void>): Promise<string> {
  const hash = startSha256();
  for (let at = 0; at < keys.length; at += linesAtOnce) {
    for (const key of keys.slice(at, at + linesAtOnce)) hash.update(`${JSON.stringify(key)}\n`);
    await pause();
  }
  return hash.hex();
}

async function writeLines(
  file: string,
  items: readonly unknown[],
  pause: () => Promise<void>,
): Promise<void> {
  const log = await beginAppendLog(file);
  try {
    for (let at = 0; at < items.length; at += linesAtOnce) {
      const some = items.slice(at, at + linesAtOnce);
      await log.append(some.map((item) => `${JSON.stringify(item)}\n`).join(''));
      await pause();
    }
  } finally {
    await log.close();
  }
}
