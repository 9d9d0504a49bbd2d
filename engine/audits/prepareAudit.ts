import { mkdir } from 'node:fs/promises';
import type { AuditHeader, AuditScope } from '#shared/audit/auditFile.ts';
import { auditLimits } from '#shared/audit/limits.ts';
import { shardOf } from '#shared/audit/shards.ts';
import type { AuditOptions, ExpectedChangesKind } from '#shared/domain/audit.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { RootPin } from '#shared/domain/pin.ts';
import type { Profile } from '../connections/profileStore.ts';
import { beginAppendLog, type AppendLog } from '../storage/appendLog.ts';
import { saveJsonFile } from '../storage/jsonFile.ts';
import { auditInputs, jsonLines } from './auditInputs.ts';
import type { EarlierFindings } from '#shared/audit/earlierFindings.ts';
import { auditFiles, type AuditFiles, type AuditMemo } from './auditFolder.ts';
import { startSha256 } from '../storage/startSha256.ts';
import { beginAuditLog, type AuditLog } from './auditLog.ts';
import type { ExpectedAtom } from '#shared/audit/auditLists.ts';
import { sortedKeys, type KeyBlocks } from './sortedKeys.ts';

/** What to audit: the window's and the command line's choices, with all keys. */
export interface AuditPlan {
  readonly connectionId: ConnectionId;
  readonly name: string;
  readonly scope: AuditScope;
  /** Repeats do not matter. */
  readonly keys: KeyBlocks;
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
  /** Of audits that this one replaces because their inputs were others. */
  readonly earlier?: EarlierFindings;
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
  await mkdir(context.folder, { recursive: true });
  const keys = await freezeKeys(plan, files, pause);
  if (plan.expectedChanges !== null) await writeLines(files.changes, plan.expectedChanges);
  const earlier = [...(plan.earlier ?? [])];
  if (earlier.length > 0) await writeLines(files.earlier, earlier);
  const inputs = await auditInputs(
    plan,
    keys.sha256,
    { pins: context.pins, scheme: profile.scheme },
    { folder: files.sorting, pause },
  );
  const header: AuditHeader = {
    format: 'atom-explorer-audit',
    version: 1,
    id: context.id,
    name: plan.name,
    app: { version: context.appVersion },
    service: { name: profile.name, address: profile.baseUrl === '' ? null : profile.baseUrl },
    scope: plan.scope,
    keys: { total: keys.total, sha256: keys.sha256, leftOut: plan.leftOut + keys.leftOut },
    shard:
      shard === null || shard.count === 1
        ? null
        : {
            number: shard.index,
            of: shard.count,
            keys: keys.ofShard,
            lists: { expected: inputs.expected, changes: inputs.changes },
          },
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
    inputs,
    hasEarlier: earlier.length > 0,
  };
  const log = await beginAuditLog(files.records, header);
  try {
    await saveJsonFile(files.memo, memo);
  } catch (error) {
    await log.close();
    throw error;
  }
  return { memo, log };
}

/** Writes the keys of the audit, and what its list says of them. Holds only some of them at once. */
async function freezeKeys(
  { keys, expected, options: { shard } }: AuditPlan,
  files: AuditFiles,
  pause: () => Promise<void>,
): Promise<{
  readonly total: number;
  readonly leftOut: number;
  readonly ofShard: number;
  readonly sha256: string;
}> {
  const hash = startSha256();
  let [total, leftOut, ofShard] = [0, 0, 0];
  const keyLog = await beginAppendLog(files.keys);
  let expectedLog: AppendLog | null = null;
  try {
    if (expected !== null) expectedLog = await beginAppendLog(files.expected);
    for await (const block of sortedKeys(keys, { folder: files.sorting, pause })) {
      const within = block.slice(0, auditLimits.records - total);
      const own = shard === null ? within : within.filter((key) => shardOf(key, shard.count) === shard.index);
      hash.update(jsonLines(within));
      await keyLog.append(jsonLines(own));
      if (expected !== null) await expectedLog?.append(jsonLines(own.map((key) => expected.get(key) ?? {})));
      total += within.length;
      leftOut += block.length - within.length;
      ofShard += own.length;
    }
  } finally {
    await keyLog.close();
    await expectedLog?.close();
  }
  return { total, leftOut, ofShard, sha256: hash.hex() };
}

async function writeLines(file: string, items: readonly unknown[]): Promise<void> {
  const log = await beginAppendLog(file);
  try {
    for (let at = 0; at < items.length; at += linesAtOnce)
      await log.append(jsonLines(items.slice(at, at + linesAtOnce)));
  } finally {
    await log.close();
  }
}
