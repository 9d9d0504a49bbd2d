import { readFile, readdir, stat } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fail, succeed } from '#shared/domain/result.ts';
import type { Precondition } from '#shared/domain/store.ts';
import { type Gateway } from '../client/gateway.ts';
import { startScriptedServer } from '../client/testing/scriptedServer.ts';
import {
  allow,
  atom,
  breakMemories,
  changes,
  folder,
  here,
  id,
  logged,
  lost,
  memories,
  options,
  prepareWrites,
  put,
  realGateway,
  receipts,
  secret,
  service,
  sizes,
  strict,
  targetOf,
  theReceipt,
  unreadable,
  valueOf,
  writesOver,
} from './testing/writesHere.ts';

prepareWrites();

describe('storing one atom', () => {
  it('reads it again right before, stores, reads back, and saves a receipt without the value', async () => {
    await put('v1.a', 'first');
    const precondition: Precondition = { kind: 'as-read', version: 1, value: 'first' };
    const stored = await writesOver().store(
      id,
      { ...atom('v1.a', 'second ä', precondition), ...strict },
      options,
    );
    expect(stored).toMatchObject({
      value: {
        outcome: 'stored',
        receiptId: 'id-1',
        isLogged: true,
        answer: { key: 'v1.a', version: 2 },
        before: { value: 'first', version: 1, verdict: { status: 'green' } },
        beforeError: null,
        readBack: { ok: true, value: { value: 'second ä', version: 2, verdict: { status: 'green' } } },
        readBackMatches: true,
        otherWrites: { before: false, after: false },
      },
    });
    const receipt = await theReceipt();
    expect(receipt).toMatchObject({
      id: 'id-1',
      kind: 'store',
      outcome: 'stored',
      title: 'v1.a',
      sentTo: here.profile.baseUrl,
      atomCount: 1,
      readBack: { green: 1, keyOnly: 0, amber: 0, red: 0, other: 0, unread: 0 },
      errorCode: null,
      atoms: [
        {
          key: 'v1.a',
          bytes: 9,
          sha256: createHash('sha256').update('second ä').digest('hex'),
          before: 'there',
          versionBefore: 1,
          version: 2,
          missing: false,
          readBack: { version: 2, holdsValue: true, verdict: 'green', proof: { treeSize: 2 } },
        },
      ],
    });
    expect(receipt?.rootBefore).toMatch(/^[0-9a-f]{64}$/);
    expect(receipt?.rootAfter).toMatch(/^[0-9a-f]{64}$/);
    expect(receipt?.rootAfter).not.toBe(receipt?.rootBefore);
    expect(JSON.stringify(receipt)).not.toMatch(/second|first/);
    expect(changes).toBe(1);
    expect(await sizes.of(id)).toMatchObject({ largestAccepted: 9, largestBatchAccepted: 1 });
  });

  it.each<[string, Precondition, string | null]>([
    ['another value', { kind: 'as-read', version: 1, value: 'old' }, 'theirs'],
    ['a later version of the same value', { kind: 'as-read', version: 1, value: 'theirs' }, 'theirs'],
    ['another value, where no version is known', { kind: 'as-read', version: null, value: 'old' }, 'theirs'],
    ['an atom that should not be there', { kind: 'absent' }, 'theirs'],
  ])('sends nothing if it finds %s', async (_what, precondition, now) => {
    await put('v1.a', 'old');
    await put('v1.a', 'theirs');
    expect(
      await writesOver().store(id, { ...atom('v1.a', 'mine', precondition), ...strict }, options),
    ).toMatchObject({
      value: { outcome: 'conflict', now: { value: now, version: 2, verdict: { status: 'green' } } },
    });
    expect(await valueOf('v1.a')).toMatchObject({ value: 'theirs', version: 2 });
    expect(await receipts.list(id, { from: 0, to: 10 })).toMatchObject({
      total: 0,
      writes: [],
      recoveredFrom: null,
    });
  });

  it('sends nothing if the atom no longer exists', async () => {
    const precondition: Precondition = { kind: 'as-read', version: 1, value: 'old' };
    expect(
      await writesOver().store(id, { ...atom('v1.a', 'mine', precondition), ...strict }, options),
    ).toEqual(succeed({ outcome: 'conflict', now: null }));
    expect(await valueOf('v1.a')).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('compares the value alone if no version was read, and stores a new key if there is none', async () => {
    await put('v1.a', 'old');
    const asRead: Precondition = { kind: 'as-read', version: null, value: 'old' };
    const writes = writesOver();
    expect(await writes.store(id, { ...atom('v1.a', 'mine', asRead), ...strict }, options)).toMatchObject({
      value: { outcome: 'stored', answer: { version: 2 } },
    });
    const absent = { ...atom('v1.new', 'x', { kind: 'absent' }), ...strict };
    expect(await writes.store(id, absent, options)).toMatchObject({
      value: { outcome: 'stored', before: null, beforeError: null, otherWrites: { before: false } },
    });
    expect((await theReceipt())?.atoms).toMatchObject([
      { before: 'absent', versionBefore: null, version: 1 },
    ]);
  });

  it('sends nothing if the precondition cannot be read', async () => {
    const parts: Partial<Gateway> = {
      read: async () => unreadable,
      store: () => Promise.reject(new Error('It was sent.')),
    };
    const absent = { ...atom('v1.a', 'x', { kind: 'absent' }), ...strict };
    expect(await writesOver(parts).store(id, absent, options)).toEqual(fail(unreadable.error));
  });

  it('overwrites on request even if the atom could not be read, and claims nothing about what was there', async () => {
    await put('v1.a', 'old');
    let reads = 0;
    const read: Gateway['read'] = (...call) => {
      reads += 1;
      return reads === 1 ? Promise.resolve(unreadable) : realGateway.read(...call);
    };
    const stored = await writesOver({ read }).store(id, { ...atom('v1.a', 'mine'), ...strict }, options);
    expect(stored).toMatchObject({
      value: {
        outcome: 'stored',
        before: null,
        beforeError: { code: 'timeout' },
        otherWrites: { before: false, after: false },
      },
    });
    expect(await theReceipt()).toMatchObject({ rootBefore: null, atoms: [{ before: 'unread' }] });
  });

  it('sends nothing after it is canceled', async () => {
    const controller = new AbortController();
    const parts: Partial<Gateway> = {
      read: (...call) => {
        controller.abort();
        return realGateway.read(...call);
      },
      store: () => Promise.reject(new Error('It was sent.')),
    };
    const given = { requestId: 'r1', signal: controller.signal };
    expect(await writesOver(parts).store(id, { ...atom('v1.a', 'x'), ...strict }, given)).toMatchObject({
      error: { code: 'cancelled' },
    });
  });

  it('reports another store between the read before and the store', async () => {
    await put('v1.a', 'old');
    const store: Gateway['store'] = async (...call) => {
      await put('v1.a', 'theirs');
      return realGateway.store(...call);
    };
    const asRead: Precondition = { kind: 'as-read', version: 1, value: 'old' };
    const writes = writesOver({ store });
    expect(await writes.store(id, { ...atom('v1.a', 'mine', asRead), ...strict }, options)).toMatchObject({
      value: { outcome: 'stored', readBackMatches: true, otherWrites: { before: true, after: false } },
    });
    const absent = { ...atom('v1.a.new', 'x', { kind: 'absent' }), ...strict };
    const before: Gateway['store'] = async (...call) => {
      await put('v1.a.new', 'theirs');
      return realGateway.store(...call);
    };
    expect(await writesOver({ store: before }).store(id, absent, options)).toMatchObject({
      value: { outcome: 'stored', otherWrites: { before: true, after: false } },
    });
    expect(await theReceipt()).toMatchObject({ otherWrites: { before: true, after: false } });
  });

  it('reports another store between the store and the read-back', async () => {
    const store: Gateway['store'] = async (...call) => {
      const answer = await realGateway.store(...call);
      await put('v1.a', 'theirs');
      return answer;
    };
    expect(await writesOver({ store }).store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject(
      {
        value: {
          outcome: 'stored',
          readBack: { value: { value: 'theirs', version: 2 } },
          readBackMatches: false,
          otherWrites: { before: false, after: true },
        },
      },
    );
    expect(await theReceipt()).toMatchObject({
      readBack: { green: 0, other: 1 },
      atoms: [{ readBack: { holdsValue: false } }],
    });
  });

  it('does not mistake an old reading for another store', async () => {
    await put('v1.a', 'old');
    const older = await realGateway.read(await targetOf(), 'v1.a', options);
    let reads = 0;
    const read: Gateway['read'] = (...call) => {
      reads += 1;
      return reads === 2 ? Promise.resolve(older) : realGateway.read(...call);
    };
    expect(await writesOver({ read }).store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject({
      value: { outcome: 'stored', readBackMatches: false, otherWrites: { before: false, after: false } },
    });
  });

  it('is refused by the app if the connection is locked or the value looks like a credential', async () => {
    const sent = () => Promise.reject(new Error('It was sent.'));
    const writes = writesOver({ read: sent, store: sent });
    expect(await writes.store(id, { ...atom('v1.a', secret), ...strict }, options)).toMatchObject({
      error: { code: 'sensitive_content', pattern: 'aws-access-key-id', field: 'value', requestId: 'r1' },
    });
    here.profile = { ...here.profile, readOnly: true };
    expect(await writes.store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject({
      error: { code: 'read_only' },
    });
    expect(changes).toBe(0);
  });

  it('sends a credential if the user allows it, and records the refusal of the service', async () => {
    expect(await writesOver().store(id, { ...atom('v1.a', secret), ...allow }, options)).toMatchObject({
      error: { code: 'sensitive_content' },
    });
    expect(await theReceipt()).toMatchObject({
      outcome: 'nothing',
      errorCode: 'sensitive_content',
      readBack: null,
      atoms: [{ key: 'v1.a', version: null, readBack: null }],
    });
  });

  it('saves no hash of what the service takes for a credential, in the log or in its files', async () => {
    const value = 'a value that only the service takes for a credential';
    const refused = (failedIndex: number | null) =>
      ({
        ok: false,
        mayHaveBeenDone: false,
        error: {
          code: 'sensitive_content',
          message: 'refused',
          reason: null,
          pattern: null,
          field: null,
          failedIndex,
          requestId: 'r1',
        },
      }) as const;
    const single = writesOver({ store: async () => refused(null) });
    await single.store(id, { ...atom('v1.a', value), ...strict }, options);
    expect(await theReceipt()).toMatchObject({ outcome: 'nothing', atoms: [{ key: 'v1.a', sha256: null }] });
    const many = writesOver({ storeBatch: async () => refused(1) });
    const both = { title: 'Two', atoms: [atom('v1.b', 'plain'), atom('v1.c', value)], ...strict };
    await many.storeMany(id, both, options);
    const receiptsKept = await receipts.list(id, { from: 0, to: 10 });
    const kept = await Promise.all(receiptsKept.writes.map(async (write) => receipts.read(id, write.id)));
    expect(
      kept.flatMap((read) => (read.ok ? read.value.atoms : [])).filter(({ sha256 }) => sha256 !== null),
    ).toMatchObject([{ key: 'v1.b', sha256: createHash('sha256').update('plain').digest('hex') }]);
    await memories.close();
    const hash = createHash('sha256').update(value).digest('hex');
    const log = path.join(folder, 'writes');
    const names = await readdir(log, { recursive: true });
    let files = 0;
    for (const name of names) {
      if (!(await stat(path.join(log, name))).isFile()) continue;
      files += 1;
      expect((await readFile(path.join(log, name))).includes(hash)).toBe(false);
    }
    expect(files).toBeGreaterThan(0);
  });

  it('learns what is too large, and saves nothing of what was never sent', async () => {
    const large = 'word '.repeat(100_000);
    await writesOver().store(id, { ...atom('v1.a', large), ...strict }, options);
    expect(await sizes.of(id)).toMatchObject({ smallestRefused: 500_000, largestAccepted: null });
    expect((await receipts.list(id, { from: 0, to: 10 })).total).toBe(1);
    const store: Gateway['store'] = async () => ({ ...lost, mayHaveBeenDone: false });
    expect(await writesOver({ store }).store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toEqual(
      fail(lost.error),
    );
    expect((await receipts.list(id, { from: 0, to: 10 })).total).toBe(1);
  });

  it('reads back after the response was lost: it was stored', async () => {
    const store: Gateway['store'] = async (...call) => {
      await realGateway.store(...call);
      return lost;
    };
    expect(await writesOver({ store }).store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject(
      {
        value: { outcome: 'unknown', error: { code: 'network' }, before: null, readBackMatches: true },
      },
    );
    expect(await theReceipt()).toMatchObject({
      outcome: 'unknown',
      errorCode: 'network',
      readBack: { green: 1 },
      rootAfter: null,
    });
  });

  it.each([303, 408, 409])('reads back after a %d, although it is not a server error', async (status) => {
    await put('v1.a', 'one');
    const way = await startScriptedServer((request, response) => {
      void service.ask(request.method, request.path, { body: request.body }).then((answer) => {
        response.writeHead(request.path === '/atoms' ? status : answer.status).end(answer.text);
      });
    });
    here.profile = { ...here.profile, baseUrl: way.address };
    const stored = await writesOver().store(id, { ...atom('v1.a', 'two'), ...allow }, options);
    await way.close();
    expect(stored).toMatchObject({ ok: true, value: { outcome: 'unknown', readBackMatches: true } });
    expect(await theReceipt()).toMatchObject({ outcome: 'unknown' });
  });

  it('reads back after the response was lost: it was not stored', async () => {
    const store: Gateway['store'] = async () => lost;
    expect(await writesOver({ store }).store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject(
      {
        value: { outcome: 'unknown', readBack: { error: { code: 'not_found' } }, readBackMatches: false },
      },
    );
    expect(await theReceipt()).toMatchObject({ readBack: { other: 1 }, atoms: [{ missing: true }] });
  });

  it('reads back the result of a canceled store', async () => {
    const controller = new AbortController();
    const store: Gateway['store'] = async (...call) => {
      await realGateway.store(...call);
      controller.abort();
      return { ...lost, error: { code: 'cancelled', message: 'cancelled', requestId: 'r1' } };
    };
    const given = { requestId: 'r1', signal: controller.signal };
    expect(await writesOver({ store }).store(id, { ...atom('v1.a', 'x'), ...strict }, given)).toMatchObject({
      value: { outcome: 'unknown', error: { code: 'cancelled' }, readBackMatches: true },
    });
  });

  it('claims nothing if it cannot read back', async () => {
    let reads = 0;
    const read: Gateway['read'] = (...call) => {
      reads += 1;
      return reads === 2 ? Promise.resolve(unreadable) : realGateway.read(...call);
    };
    expect(await writesOver({ read }).store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject({
      value: { outcome: 'stored', readBack: { ok: false }, readBackMatches: null },
    });
    expect(await theReceipt()).toMatchObject({ readBack: { unread: 1 }, atoms: [{ missing: false }] });
  });

  it('records a store as pending before it is sent', async () => {
    let meanwhile: unknown = null;
    const store: Gateway['store'] = async (...call) => {
      meanwhile = await theReceipt();
      return realGateway.store(...call);
    };
    await writesOver({ store }).store(id, { ...atom('v1.a', 'x'), ...strict }, options);
    expect(meanwhile).toMatchObject({ outcome: 'unknown', readBack: null, errorCode: null });
    expect((await receipts.list(id, { from: 0, to: 10 })).total).toBe(1);
  });

  it('succeeds even if its receipt cannot be saved, and says so', async () => {
    await breakMemories();
    expect(await writesOver().store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject({
      value: { outcome: 'stored', receiptId: 'id-1', isLogged: false, readBackMatches: true },
    });
    expect(logged).toContain('Could not save the receipt of a store.');
    expect(changes).toBe(0);
  });
});
