import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordBlock } from '#shared/audit/recordBlock.ts';
import { header, record } from '#shared/audit/testing/sampleAudit.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed } from '#shared/domain/result.ts';
import type { BatchReadings } from '../reading/batchReadings.ts';
import { auditFiles } from './auditFolder.ts';
import { beginAuditLog } from './auditLog.ts';
import { runAudit } from './runAudit.ts';
import { noFindings } from './findingsSoFar.ts';

const keys = Array.from({ length: 1_500 }, (_, at) => `v1.${String(at).padStart(5, '0')}`);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'run-audit-'));
});
afterEach(() => rm(folder, { recursive: true }));

let saved: Promise<void> = Promise.resolve();
/** Answers for every key, and lets the next response be checked while one is saved. */
const readings: BatchReadings = {
  witnesses: async () => [],
  requestWhole: async (_id, asked, options) =>
    succeed({
      keys: asked,
      unsendable: [],
      exchange: {
        requestId: options.requestId,
        method: 'POST',
        path: '/batch-access',
        status: 200,
        startedAt: 5,
        elapsedMs: 1,
        bodyBytes: 2,
        retries: 0,
      },
      options,
      token: asked[0] ?? '',
      body: Buffer.from('[]'),
      taken: Promise.resolve({ roots: [] }),
    }),
  checkWhole: async (_id, { keys: asked }, { checked, places }) => {
    const findings = {
      block: recordBlock(
        asked.map((key) => record(key)),
        places(),
      ),
      roots: [],
      sightings: [],
      newestRoot: null,
      empty: [],
      unasked: 0,
      proven: null,
      verified: null,
      missing: [],
      doubtful: [],
      failed: null,
    };
    const recorded = saved.then(() => checked(findings));
    saved = recorded.catch(() => undefined);
    return { findings, recorded };
  },
  requestMany: () => Promise.reject(new Error('It reads whole responses.')),
  checkMany: () => Promise.reject(new Error('It reads whole responses.')),
  decodeWhole: () => Promise.reject(new Error('It reads whole responses.')),
  examineMany: () => Promise.reject(new Error('It reads whole responses.')),
};

it('saves no records after some that could not be saved, even if there is room again', async () => {
  const files = auditFiles(folder);
  await writeFile(files.keys, keys.map((key) => `${JSON.stringify(key)}\n`).join(''));
  const log = await beginAuditLog(
    files.records,
    header({ keys: { total: keys.length, sha256: 'a'.repeat(64), leftOut: 0 } }),
  );
  let appended = 0;
  const run = runAudit(
    { readings, now: Date.now, pause: () => Promise.resolve(), wholeFrom: 1 },
    {
      ask: (call) => call({ requestId: 'one', signal: null }),
      proceed: () => Promise.resolve(true),
      report: () => undefined,
      signal: new AbortController().signal,
    },
    {
      connectionId: 'one' as ConnectionId,
      files,
      log: () => ({
        ...log,
        append: async (block) => {
          appended += 1;
          if (appended === 2) throw new Error('The disk is full.');
          await log.append(block);
        },
      }),
      replaceLog: () => Promise.reject(new Error('Nothing is read again.')),
      hasExpected: false,
      changes: new Set(),
      earlier: new Map(),
      rereadsMoved: false,
      before: noFindings,
      askedBy: 'user',
      onlyAt: null,
      tell: () => undefined,
    },
  );
  await expect(run).rejects.toThrow('The disk is full.');
  // The others are read when it continues.
  expect(log.size()).toBe(500);
  await log.close();
});
