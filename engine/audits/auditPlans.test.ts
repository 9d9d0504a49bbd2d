import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connection, uploadsHere, type UploadsHere } from '../uploads/testing/uploadsHere.ts';
import { createReceipts, type Receipts } from '../writing/receipts.ts';
import { createWriteMemories, type WriteMemories } from '../writing/writeMemories.ts';
import { createAuditPlans, type AuditPlans } from './auditPlans.ts';
import { auditedId, auditsOver, valueOf, type AuditsHere } from './testing/auditsOver.ts';

const keys = Array.from({ length: 12 }, (_, at) => `v1.atom.${String(at).padStart(2, '0')}`);
const uploaded = keys.slice(2, 9);
const other = keys[11] ?? '';
let folder: string;
let here: AuditsHere;
let memories: WriteMemories;
let receipts: Receipts;
let uploads: UploadsHere;
let plans: AuditPlans;

function openReceipts(): void {
  memories = createWriteMemories(path.join(folder, 'writes'), { now: Date.now });
  receipts = createReceipts({
    memories,
    isKnown: () => true,
    changed: () => undefined,
    log: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plans-'));
  openReceipts();
  here = await auditsOver(keys);
  uploads = await uploadsHere({ address: here.service.address, apiKey: here.service.fullKey }, undefined, {
    receipts: { add: (...receipt) => receipts.add(...receipt) },
    now: here.now,
  });
  plans = createAuditPlans({
    // The keys of the scope are those that are selected.
    memory: {
      selected: async function* () {
        yield keys;
      },
    },
    imports: { prepared: () => null },
    receipts: { keysSince: (...asked) => receipts.keysSince(...asked) },
    audits: here.audits,
    newId: () => 'list',
    pause: async () => undefined,
  });
});
afterEach(async () => {
  await uploads.close();
  await here.stop();
  await memories.close();
  await rm(folder, { recursive: true });
});

async function auditOfChanges() {
  const plan = valueOf(
    await plans.planOf({
      connectionId: auditedId,
      name: '',
      scope: { kind: 'all' },
      changes: { kind: 'own-writes' },
      options: { pinsRoot: false, rereadsMoved: true, shard: null },
    }),
  );
  const started = valueOf(await here.audits.start(plan, 'user'));
  await here.audits.ended(auditedId, started.id);
  return valueOf(await here.audits.details(auditedId, started.id));
}

describe('an audit that expects what the app stored', () => {
  it('expects the atoms of an upload, also after a restart, and no others', async () => {
    // Both are about the same connection.
    expect(connection).toBe(auditedId);
    await here.audit(keys);
    await uploads.send(await uploads.prepare(uploaded.map((key) => `${key},uploaded`)));
    await uploads.until(({ phase }) => phase.kind === 'ended');
    await uploads.quit();
    expect(uploads.receipts).toHaveLength(1);
    await memories.close();
    openReceipts();
    const expected = await auditOfChanges();
    expect(expected.summary.counts.changes).toEqual({ expected: uploaded.length, other: 0 });
    expect(expected.verdict?.status).toBe('green');

    // Since then, nothing was stored from here.
    await here.service.post('/atoms', { key: uploaded[0], value: 'by someone else' });
    await here.service.post('/atoms', { key: other, value: 'by someone else' });
    const unexpected = await auditOfChanges();
    expect(unexpected.summary.counts.changes).toEqual({ expected: 0, other: 2 });
    expect(unexpected.verdict?.status).toBe('red');
  });
});
