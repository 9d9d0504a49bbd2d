import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditDifferenceFilter } from '#shared/domain/audit.ts';
import { succeed } from '#shared/domain/result.ts';
import { auditCalls } from '../../../workers/auditTasks.ts';
import { createAuditComparisons, type AuditComparisons, type AuditPair } from './auditComparisons.ts';
import { auditedId, auditsOver, valueOf, type AuditsHere } from './testing/auditsOver.ts';

const keys = Array.from({ length: 120 }, (_, at) => `v1.thing.${String(at).padStart(4, '0')}`);
let here: AuditsHere;
let folder: string;
let comparisons: AuditComparisons;
let compared: number;
let saved: string;

beforeEach(async () => {
  here = await auditsOver(keys);
  folder = await mkdtemp(path.join(tmpdir(), 'compared-'));
  compared = 0;
  comparisons = createAuditComparisons({
    folder,
    audits: here.audits,
    // On this thread.
    threads: {
      compare: async (task) => {
        compared += 1;
        return auditCalls.compare(task);
      },
    },
    files: {
      save: async (name, content) => {
        saved = content.toString();
        return succeed({ path: name });
      },
    },
    newId: randomUUID,
    log: () => undefined,
  });
});
afterEach(async () => {
  await comparisons.close();
  await here.stop();
  await rm(folder, { recursive: true, force: true });
});

const pairOf = (before: string, after: string): AuditPair => ({
  before: { connectionId: auditedId, auditId: before },
  after: { connectionId: auditedId, auditId: after },
});
async function rowsOf(pair: AuditPair, filter: AuditDifferenceFilter, from = 0, to = 500) {
  const { total, differences } = valueOf(await comparisons.page(pair, filter, { from, to }));
  return { total, keys: differences.map(({ key }) => key) };
}

describe('comparing two audits that have ended', () => {
  it('finds a rewritten value and the rewritten leaf, and keeps them from what is the same', async () => {
    const { info: before } = await here.audit(keys);
    await here.fault({ tamper: 'history' });
    const { info: after } = await here.audit(keys);
    const pair = pairOf(before.id, after.id);
    const found = valueOf(await comparisons.compare(pair));
    expect([found.before.id, found.after.id]).toEqual([before.id, after.id]);
    expect(await rowsOf(pair, { kind: 'other-value-same-version' })).toEqual({ total: 1, keys: [keys[0]] });
    expect(found.kinds['other-value-same-version']).toEqual({ expected: 0, other: 1 });
    expect(found.same + found.differing).toBe(keys.length);
  });

  it('lists any number of differences page by page, by kind and by whether they were expected', async () => {
    const { info: before } = await here.audit(keys);
    await here.store(keys);
    const expectedChanges = keys.slice(0, 20);
    const { info: after } = await here.audit(keys, { changes: 'list', expectedChanges });
    const pair = pairOf(before.id, after.id);
    expect(await rowsOf(pair, {}, 90, 130)).toEqual({ total: keys.length, keys: keys.slice(90) });
    expect(await rowsOf(pair, { kind: 'version', expectation: 'expected' }, 5, 10)).toEqual({
      total: 20,
      keys: keys.slice(5, 10),
    });
    expect((await rowsOf(pair, { expectation: 'unexpected' })).keys).toEqual(keys.slice(20));
    expect((await rowsOf(pair, { kind: 'missing' })).total).toBe(0);
    // They are in a file, and compared once.
    expect(compared).toBe(1);

    expect((await comparisons.save(pair, { expectation: 'expected' }, 'csv')).ok).toBe(true);
    expect(saved.trim().split('\r\n')).toHaveLength(21);
    expect((await comparisons.save(pair, {}, 'json')).ok).toBe(true);
    expect(JSON.parse(saved)).toMatchObject({ differing: keys.length, before: { id: before.id } });
  });

  it('finds nothing where nothing changed', async () => {
    const { info: before } = await here.audit(keys);
    const { info: after } = await here.audit(keys);
    const pair = pairOf(before.id, after.id);
    expect(valueOf(await comparisons.compare(pair))).toMatchObject({ same: keys.length, differing: 0 });
    expect(await rowsOf(pair, {})).toEqual({ total: 0, keys: [] });
  });

  it('refuses an audit that is not there, and leaves no file behind', async () => {
    const { info } = await here.audit(keys.slice(0, 5));
    expect((await comparisons.compare(pairOf(info.id, 'another'))).ok).toBe(false);
    expect((await comparisons.compare(pairOf(info.id, info.id))).ok).toBe(true);
    expect(await readdir(folder)).toHaveLength(1);
    await comparisons.forget({ connectionId: auditedId, auditId: info.id });
    expect(await readdir(folder)).toEqual([]);
  });
});
