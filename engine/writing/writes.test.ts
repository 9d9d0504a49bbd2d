import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Precondition } from '#shared/domain/store.ts';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';
import { createGateway, type Gateway } from '../client/gateway.ts';
import { isJsonObject } from '../client/jsonBody.ts';
import {
  atom,
  folder,
  here,
  http,
  id,
  lost,
  memories,
  openMemories,
  options,
  prepareWrites,
  put,
  realGateway,
  receipts,
  service,
  sizes,
  strict,
  theReceipt,
  valueOf,
  writesOver,
} from './testing/writesHere.ts';

prepareWrites();

describe('a response about something else', () => {
  it('is not used as the reading of another key', async () => {
    await put('v1.a', 'same');
    await put('v1.b', 'same');
    const read: Gateway['read'] = (target, _key, given) => realGateway.read(target, 'v1.b', given);
    const sent = () => Promise.reject(new Error('It was sent.'));
    const asRead: Precondition = { kind: 'as-read', version: 1, value: 'same' };
    const guarded = writesOver({ read, store: sent });
    expect(await guarded.store(id, { ...atom('v1.a', 'mine', asRead), ...strict }, options)).toMatchObject({
      error: { code: 'bad_response', field: 'key' },
    });

    const over = await writesOver({ read }).store(id, { ...atom('v1.a', 'mine'), ...strict }, options);
    expect(over).toMatchObject({
      value: {
        outcome: 'stored',
        before: null,
        beforeError: { code: 'bad_response' },
        readBackMatches: false,
        otherWrites: { before: false, after: false },
      },
    });
    expect(await theReceipt()).toMatchObject({
      rootBefore: null,
      readBack: { other: 1 },
      atoms: [{ before: 'unread', versionBefore: null, readBack: { holdsValue: false } }],
    });
  });

  it('is not accepted as the response to this store', async () => {
    const store: Gateway['store'] = (target, { value }, given) =>
      createGateway({
        http: {
          send: async (request) => {
            const answer = await http.send(request);
            return answer.kind === 'answer'
              ? { ...answer, body: Buffer.from(String(answer.body).replace('v1.a', 'v1.b')) }
              : answer;
          },
        },
        now: Date.now,
        random: Math.random,
        sleep: async () => undefined,
      }).store(target, { key: 'v1.a', value }, given);
    expect(await writesOver({ store }).store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject(
      { value: { outcome: 'unknown', error: { code: 'bad_response', field: 'key' }, readBackMatches: true } },
    );
    expect(await theReceipt()).toMatchObject({ outcome: 'unknown', rootAfter: null });
  });

  it('does not provide the root before if its proof leads elsewhere', async () => {
    await put('v1.a', 'old');
    await put('v1.b', 'other');
    let reads = 0;
    const read: Gateway['read'] = async (...call) => {
      const answer = await realGateway.read(...call);
      reads += 1;
      if (!answer.ok || reads > 1 || !isJsonObject(answer.value.proof)) return answer;
      const proof = { ...answer.value.proof, rootHash: 'ab'.repeat(32) };
      return { ...answer, value: { ...answer.value, proof } };
    };
    const embedded = embeddedServiceScheme;
    const scheme = { path: [embedded.path], leaf: [embedded.leaf], origin: 'chosen', samples: 0 } as const;
    here.profile = { ...here.profile, scheme: { ...scheme, pinnedAt: 0 } };
    expect(
      await writesOver({ read }).store(id, { ...atom('v1.a', 'mine'), ...strict }, options),
    ).toMatchObject({ value: { outcome: 'stored', before: { verdict: { status: 'red' } } } });
    expect(await theReceipt()).toMatchObject({ rootBefore: null, atoms: [{ before: 'there' }] });
  });

  it('does not settle a lost batch if its own proofs contradict it', async () => {
    const storeBatch: Gateway['storeBatch'] = async (...call) => {
      await realGateway.storeBatch(...call);
      return lost;
    };
    const readMany: Gateway['readMany'] = async (...call) => {
      const answer = await realGateway.readMany(...call);
      if (!answer.ok) return answer;
      return { ...answer, value: answer.value.map((one) => ({ ...one, hash: 'ab'.repeat(32) })) };
    };
    const writes = writesOver({ storeBatch, readMany });
    const batch = { title: 'Test', atoms: [atom('v1.a', 'x'), atom('v1.b', 'y')], ...strict };
    expect(await writes.storeMany(id, batch, options)).toMatchObject({
      value: {
        outcome: 'unknown',
        atoms: [{ readBack: { verdict: 'red' } }, { readBack: { verdict: 'red' } }],
      },
    });
  });
});

describe('concurrent stores', () => {
  it("to one key see each other's results", async () => {
    await put('v1.a', 'old');
    const asRead: Precondition = { kind: 'as-read', version: 1, value: 'old' };
    const writes = writesOver();
    const both = await Promise.all([
      writes.store(id, { ...atom('v1.a', 'first', asRead), ...strict }, options),
      writes.storeMany(
        id,
        { title: 'Test', atoms: [atom('v1.b', 'x'), atom('v1.a', 'second', asRead)], ...strict },
        options,
      ),
    ]);
    expect(both).toMatchObject([
      { value: { outcome: 'stored', readBackMatches: true, otherWrites: { after: false } } },
      { value: { outcome: 'conflict', conflicts: [{ key: 'v1.a', now: { value: 'first', version: 2 } }] } },
    ]);
    expect(await valueOf('v1.a')).toMatchObject({ value: 'first', version: 2 });
    expect(await valueOf('v1.b')).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('continue after one that failed, and do not block other keys', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const store: Gateway['store'] = async (target, sent, given) => {
      if (sent.value === 'slow') await held;
      return sent.value === 'slow' ? lost : realGateway.store(target, sent, given);
    };
    const writes = writesOver({ store });
    const slow = writes.store(id, { ...atom('v1.a', 'slow'), ...strict }, options);
    const next = writes.store(id, { ...atom('v1.a', 'next'), ...strict }, options);
    expect(await writes.store(id, { ...atom('v1.b', 'x'), ...strict }, options)).toMatchObject({ ok: true });
    release();
    expect(await slow).toMatchObject({ value: { outcome: 'unknown', readBackMatches: false } });
    expect(await next).toMatchObject({ value: { outcome: 'stored' } });
  });
});

describe('a connection whose address changes meanwhile', () => {
  it('sends nothing to the new address that was meant for the old one', async () => {
    const read: Gateway['read'] = async (...call) => {
      const answer = await realGateway.read(...call);
      here.profile = { ...here.profile, baseUrl: `${service.address()}/elsewhere` };
      return answer;
    };
    const store = () => Promise.reject(new Error('It was sent.'));
    expect(
      await writesOver({ read, store }).store(id, { ...atom('v1.a', 'x'), ...strict }, options),
    ).toMatchObject({ error: { code: 'address_changed' } });
    expect(await receipts.list(id, { from: 0, to: 10 })).toMatchObject({ total: 0 });
  });

  it("does not accept the new service's response as a read-back", async () => {
    const store: Gateway['store'] = async (...call) => {
      const answer = await realGateway.store(...call);
      here.profile = { ...here.profile, baseUrl: `${service.address()}/elsewhere` };
      return answer;
    };
    expect(await writesOver({ store }).store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject(
      { value: { outcome: 'stored', readBackMatches: null, readBack: { ok: false } } },
    );
    expect(await theReceipt()).toMatchObject({ readBack: { unread: 1 }, atoms: [{ missing: false }] });
  });

  it('does the same for batches', async () => {
    const readMany: Gateway['readMany'] = async (...call) => {
      const answer = await realGateway.readMany(...call);
      here.profile = { ...here.profile, baseUrl: `${service.address()}/elsewhere` };
      return answer;
    };
    const storeBatch = () => Promise.reject(new Error('It was sent.'));
    const batch = { title: 'Test', atoms: [atom('v1.a', 'x')], ...strict };
    expect(await writesOver({ readMany, storeBatch }).storeMany(id, batch, options)).toMatchObject({
      error: { code: 'address_changed' },
    });
  });
});

describe('what is saved', () => {
  it('is there after the app was reopened, and no value is on disk', async () => {
    await writesOver().store(id, { ...atom('v1.a', 'plain words of a value'), ...strict }, options);
    await writesOver().store(id, { ...atom('v1.b', 'plain words of a value'), ...strict }, options);
    await memories.close();
    const names = await readdir(path.join(folder, 'writes', id, 'receipts'));
    for (const name of names) {
      const bytes = await readFile(path.join(folder, 'writes', id, 'receipts', name));
      expect(bytes.includes('plain words')).toBe(false);
    }
    openMemories();
    expect(await receipts.list(id, { from: 0, to: 10 })).toMatchObject({
      total: 2,
      writes: [{ title: 'v1.b' }, { title: 'v1.a' }],
    });
    expect(await sizes.of(id)).toMatchObject({ largestAccepted: 22 });
  });
});
