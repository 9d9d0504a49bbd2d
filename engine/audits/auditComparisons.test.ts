import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditDifferenceFilter, AuditPair } from '#shared/domain/audit.ts';
import { fail, succeed } from '#shared/domain/result.ts';
import { auditCalls } from './auditTasks.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { sinceLastHeadline, sinceLastTally } from '#shared/text/sinceLastAuditWords.ts';
import { createSinceLastAudit } from './sinceLastAudit.ts';
import { createAuditComparisons, type AuditComparisons } from './auditComparisons.ts';
import type { Profile } from '../connections/profileStore.ts';
import { createAuditHandlers } from '../../electron/main/ipc/auditHandlers.ts';
import { createAuditPlans } from './auditPlans.ts';
import type { Audits } from './audits.ts';
import { auditedId, auditsOver, valueOf, type AuditsHere } from './testing/auditsOver.ts';

const keys = Array.from({ length: 120 }, (_, at) => `v1.thing.${String(at).padStart(4, '0')}`);
const otherId = 'other' as ConnectionId;
let here: AuditsHere;
let there: AuditsHere | null = null;
let folder: string;
let comparisons: AuditComparisons;
let compared: number;
let saved: string;
let removed: ConnectionId | null;

beforeEach(async () => {
  here = await auditsOver(keys);
  folder = await mkdtemp(path.join(tmpdir(), 'compared-'));
  compared = 0;
  removed = null;
  comparisons = createAuditComparisons({
    folder,
    audits: {
      filesOf: (id, auditId) => auditsOf(id).filesOf(auditedId, auditId),
      ended: (id, auditId) => auditsOf(id).ended(auditedId, auditId),
    },
    connections: {
      profile: (id) => (id === removed ? unknown : succeed({ name: `memory ${id}` } as Profile)),
    },
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
  await there?.stop();
  there = null;
  await rm(folder, { recursive: true, force: true });
});

const unknown = fail({ code: 'invalid_input', field: 'id', message: 'Unknown.', requestId: null });
function auditsOf(id: ConnectionId): Audits {
  if (id !== otherId) return here.audits;
  if (there === null) throw new Error('There is one service.');
  return there.audits;
}
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

describe('comparing two connections', () => {
  const extra = 'v1.thing.only-there';
  /** What the window calls, over two services. `known`: of each connection. */
  const handlersOver = (known: ReadonlyMap<ConnectionId, readonly string[]>) =>
    createAuditHandlers({
      audits: {
        ...here.audits,
        start: (plan, by) => auditsOf(plan.connectionId).start({ ...plan, connectionId: auditedId }, by),
      },
      plans: createAuditPlans({
        memory: {
          async *selected(id) {
            yield known.get(id) ?? [];
          },
        },
        imports: { prepared: () => null },
        receipts: { keysSince: async function* () {} },
        audits: here.audits,
        newId: randomUUID,
        pause: async () => undefined,
      }),
      comparisons,
      exports: null as never,
      evidence: null as never,
      sinceLast: null as never,
      showInFolder: () => undefined,
      schedules: null as never,
      connections: {
        profile: (id) => (known.has(id) ? succeed({ id, name: `memory ${id}` } as Profile) : unknown),
      },
    });

  it('reads every key that either of them knows from both, and names the sides by their connections', async () => {
    there = await auditsOver([...keys.slice(1), extra]);
    await there.store(keys.slice(1, 2));
    const known = new Map([
      [auditedId, [...keys, 'nowhere']],
      [otherId, [...keys.slice(5), extra]],
    ]);
    const handlers = handlersOver(known);
    const pair = valueOf(await handlers.compareConnections({ connectionId: auditedId, otherId }));
    for (const { connectionId, auditId } of [pair.before, pair.after])
      await auditsOf(connectionId).ended(auditedId, auditId);
    const found = valueOf(await handlers.compareAudits(pair));
    expect(found).toMatchObject({
      of: 'connections',
      same: keys.length - 2,
      differing: 3,
      notCompared: 1,
      kinds: {
        missing: { other: 1 },
        added: { other: 1 },
        version: { other: 1 },
        'not-in-either': { other: 1 },
      },
      sides: { before: { name: 'memory one', isSnapshot: false }, after: { name: 'memory other' } },
      before: { name: 'Comparison with memory other', scope: { kind: 'both', other: 'memory other' } },
      after: { name: 'Comparison with memory one', progress: { total: keys.length + 2 } },
    });
    expect(await rowsOf(pair, { kind: 'added' })).toEqual({ total: 1, keys: [extra] });
    expect((await comparisons.save(pair, { kind: 'added' }, 'json')).ok).toBe(true);
    expect(JSON.parse(saved)).toMatchObject({ of: 'connections', differences: [{ key: extra }] });
    expect(saved).toContain('not read at the same moment');
    expect(saved).not.toContain('value of');
  });

  it('ends when one of them is removed, without breaking what is being read or leaving its keys on disk', async () => {
    there = await auditsOver(keys);
    await there.store(keys);
    const pair: AuditPair = {
      before: { connectionId: auditedId, auditId: (await here.audit(keys)).info.id },
      after: { connectionId: otherId, auditId: (await there.audit(keys)).info.id },
    };
    expect(valueOf(await comparisons.compare(pair)).differing).toBe(keys.length);
    const page = comparisons.page(pair, {}, { from: 0, to: 500 });
    const file = comparisons.save(pair, {}, 'csv');
    removed = otherId;
    await comparisons.forget({ connectionId: otherId });
    expect(await readdir(folder)).toEqual([]);
    expect(valueOf(await page).differences).toHaveLength(keys.length);
    expect(await file).toMatchObject({ ok: true });
    expect(await comparisons.page(pair, {}, { from: 0, to: 500 })).toMatchObject(unknown);
    // While they are compared.
    removed = null;
    const comparing = comparisons.compare(pair);
    removed = otherId;
    await comparisons.forget({ connectionId: otherId });
    await comparing;
    expect(await comparisons.compare(pair)).toMatchObject(unknown);
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps nothing of a deleted audit that is compared once more while it is deleted', async () => {
    const [before, after] = [(await here.audit(keys)).info.id, (await here.audit(keys)).info.id];
    const pair = pairOf(before, after);
    const { audits } = here;
    here.audits = {
      ...audits,
      remove: async (...audit) => {
        await comparisons.compare(pair);
        return audits.remove(...audit);
      },
    };
    const handlers = handlersOver(new Map());
    expect(await handlers.deleteAudit({ connectionId: auditedId, auditId: after })).toMatchObject({
      ok: true,
    });
    expect((await handlers.compareAudits(pair)).ok).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses a connection with itself or that does not exist, and leaves no audit of one side alone', async () => {
    there = await auditsOver(keys);
    const handlers = handlersOver(new Map([auditedId, otherId].map((id) => [id, keys])));
    expect((await handlers.compareConnections({ connectionId: auditedId, otherId: auditedId })).ok).toBe(
      false,
    );
    const gone = 'gone' as ConnectionId;
    expect((await handlers.compareConnections({ connectionId: auditedId, otherId: gone })).ok).toBe(false);
    const release = there.holdReads();
    const running = valueOf(await there.audits.start(there.plan(keys), 'user'));
    expect(await handlers.compareConnections({ connectionId: auditedId, otherId })).toMatchObject({
      error: { message: 'Another audit of “one” is running. Wait for it or cancel it.' },
    });
    expect(valueOf(await here.audits.list(auditedId))).toEqual([]);
    release();
    await there.audits.ended(auditedId, running.id);
  });
});

describe('an audit since the last one of the same keys', () => {
  const since = (auditId: string) =>
    createSinceLastAudit({ audits: here.audits, comparisons })({ connectionId: auditedId, auditId });

  it('is compared with the last complete one, and names pins that are gone', async () => {
    const first = await here.audit(keys);
    expect(valueOf(await since(first.info.id))).toBeNull();
    const root = first.roots[0]?.rootHash ?? '';
    const pin = {
      rootHash: root,
      treeSize: null,
      isExact: false,
      source: { kind: 'response' },
      note: '',
    } as const;
    await here.pins.add(auditedId, pin);
    const pinned = await here.audit(keys);
    expect(valueOf(await since(pinned.info.id))).toMatchObject({ differing: 0, unpinned: 0, grave: 0 });
    // Of other keys, and canceled before it was done.
    await here.audit(keys.slice(1), { scope: { kind: 'bookmarks' } });

    for (const { id } of (await here.pins.of(auditedId)).pins) await here.pins.remove(auditedId, id);
    await here.service.post('/batch-atoms', { atoms: [{ key: keys[0], value: 'another value' }] });
    const later = await here.audit(keys);
    const found = valueOf(await since(later.info.id));
    expect(found).toMatchObject({ last: { id: pinned.info.id }, differing: 1, unpinned: 1, grave: 0 });
    if (found === null) throw new Error('There is a last audit.');
    const none = { changes: { expected: 0, other: 0 } };
    expect(sinceLastHeadline(found, none)).toEqual([
      'a root that was pinned at the last audit no longer is',
      '1 key differs from the last audit',
    ]);
    // The headline of the audit says that it changed.
    expect(sinceLastHeadline(found, later.summary.counts)).toHaveLength(1);
    expect(sinceLastTally(found)).toContain(`same: ${String(keys.length - 1)}`);
  });

  it('says so if it contradicts the last one, even where nothing else remembers it', async () => {
    await here.audit(keys);
    await here.catalogues.forget(auditedId);
    await here.fault({ tamper: 'history' });
    const rewritten = await here.audit(keys);
    const found = valueOf(await since(rewritten.info.id));
    if (found === null) throw new Error('There is a last audit.');
    expect(found.grave + found.trees.otherRoots).toBeGreaterThan(0);
    expect(sinceLastTally(found)).toMatch(/differs? from the earlier audit|Same version/);
  });
});
