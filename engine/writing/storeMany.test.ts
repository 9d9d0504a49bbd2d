import { describe, expect, it } from 'vitest';
import type { AtomToStore } from '#shared/domain/store.ts';
import { type Gateway } from '../client/gateway.ts';
import {
  atom,
  changes,
  here,
  id,
  lost,
  options,
  prepareWrites,
  put,
  realGateway,
  secret,
  strict,
  theReceipt,
  valueOf,
  writesOver,
} from './testing/writesHere.ts';

prepareWrites();

describe('storing several', () => {
  const batch = (...atoms: AtomToStore[]) => ({ title: 'Find and replace', atoms, allowSensitive: false });

  it('stores them as one batch, reads back one snapshot, and saves one receipt', async () => {
    await put('v1.a', 'old a');
    const readMany: string[][] = [];
    const parts: Partial<Gateway> = {
      readMany: (target, keys, given) => {
        readMany.push([...keys]);
        return realGateway.readMany(target, keys, given);
      },
    };
    const stored = await writesOver(parts).storeMany(
      id,
      batch(
        atom('v1.a', 'new a', { kind: 'as-read', version: 1, value: 'old a' }),
        atom('v1.b', 'new b', { kind: 'absent' }),
      ),
      options,
    );
    expect(stored).toMatchObject({
      value: {
        outcome: 'stored',
        error: null,
        atoms: [
          {
            key: 'v1.a',
            version: 2,
            before: 'there',
            versionBefore: 1,
            readBack: { version: 2, holdsValue: true, verdict: 'green' },
            otherWrites: { before: false, after: false },
          },
          { key: 'v1.b', version: 1, before: 'absent', versionBefore: null },
        ],
      },
    });
    const value = stored.ok && stored.value.outcome !== 'conflict' ? stored.value : null;
    expect(value?.readBackRoots).toEqual([value?.rootAfter]);
    expect(value?.rootBefore).toMatch(/^[0-9a-f]{64}$/);
    expect(readMany).toEqual([
      ['v1.a', 'v1.b'],
      ['v1.a', 'v1.b'],
    ]);
    expect(await theReceipt()).toMatchObject({
      kind: 'batch',
      title: 'Find and replace',
      atomCount: 2,
      outcome: 'stored',
      readBack: { green: 2 },
    });
  });

  it('sends nothing if any has a conflict, and lists all conflicts', async () => {
    await put('v1.a', 'theirs');
    await put('v1.b', 'same');
    const storeBatch = () => Promise.reject(new Error('It was sent.'));
    expect(
      await writesOver({ storeBatch }).storeMany(
        id,
        batch(
          atom('v1.a', 'x', { kind: 'as-read', version: 1, value: 'old' }),
          atom('v1.b', 'x', { kind: 'as-read', version: 1, value: 'same' }),
          atom('v1.c', 'x', { kind: 'as-read', version: 1, value: 'old' }),
        ),
        options,
      ),
    ).toMatchObject({
      value: {
        outcome: 'conflict',
        conflicts: [
          { key: 'v1.a', now: { value: 'theirs' } },
          { key: 'v1.c', now: null },
        ],
      },
    });
  });

  it('reads in parts if the service refuses one request as too large', async () => {
    const readMany: number[] = [];
    const parts: Partial<Gateway> = {
      readMany: async (target, keys, given) => {
        readMany.push(keys.length);
        return keys.length > 3
          ? {
              ok: false,
              error: { code: 'payload_too_large', message: '', requestId: 'r1' },
              mayHaveBeenDone: false,
            }
          : realGateway.readMany(target, keys, given);
      },
    };
    const atoms = Array.from({ length: 5 }, (_, i) => atom(`v1.${String(i)}`, 'x', { kind: 'absent' }));
    expect(await writesOver(parts).storeMany(id, batch(...atoms), options)).toMatchObject({
      value: { outcome: 'stored', atoms: atoms.map(() => ({ readBack: { holdsValue: true } })) },
    });
    expect(readMany).toEqual([5, 3, 2, 5, 3, 2]);
  });

  it('reports other stores for each atom', async () => {
    const storeBatch: Gateway['storeBatch'] = async (...call) => {
      await put('v1.a', 'theirs');
      const answer = await realGateway.storeBatch(...call);
      await put('v1.b', 'theirs');
      return answer;
    };
    const atoms = ['v1.a', 'v1.b', 'v1.c'].map((key) => atom(key, 'mine', { kind: 'absent' }));
    expect(await writesOver({ storeBatch }).storeMany(id, batch(...atoms), options)).toMatchObject({
      value: {
        atoms: [
          { otherWrites: { before: true, after: false } },
          { otherWrites: { before: false, after: true }, readBack: { holdsValue: false } },
          { otherWrites: { before: false, after: false } },
        ],
      },
    });
  });

  it('settles a lost response by reading back: everything is there', async () => {
    const storeBatch: Gateway['storeBatch'] = async (...call) => {
      await realGateway.storeBatch(...call);
      return lost;
    };
    const atoms = ['v1.a', 'v1.b'].map((key) => atom(key, 'mine', { kind: 'absent' }));
    expect(await writesOver({ storeBatch }).storeMany(id, batch(...atoms), options)).toMatchObject({
      value: {
        outcome: 'stored',
        error: { code: 'network' },
        rootAfter: null,
        atoms: [{ version: null }, {}],
      },
    });
    expect(await theReceipt()).toMatchObject({ outcome: 'stored', errorCode: 'network' });
  });

  it('leaves a lost response unknown if nothing is there, or was there before', async () => {
    const storeBatch: Gateway['storeBatch'] = async () => lost;
    const absent = ['v1.a', 'v1.b'].map((key) => atom(key, 'mine', { kind: 'absent' }));
    expect(await writesOver({ storeBatch }).storeMany(id, batch(...absent), options)).toMatchObject({
      value: { outcome: 'unknown', atoms: [{ missing: true, readBack: null }, { missing: true }] },
    });
    await put('v1.c', 'mine');
    expect(
      await writesOver({ storeBatch }).storeMany(id, batch(atom('v1.c', 'mine')), options),
    ).toMatchObject({
      value: { outcome: 'unknown', atoms: [{ readBack: { holdsValue: true } }] },
    });
  });

  it('names the atom that looks like a credential, before anything is sent', async () => {
    const sent = () => Promise.reject(new Error('It was sent.'));
    const writes = writesOver({ readMany: sent, storeBatch: sent });
    expect(await writes.storeMany(id, batch(atom('v1.a', 'x'), atom('v1.b', secret)), options)).toMatchObject(
      {
        error: { code: 'sensitive_content', failedIndex: 1, field: 'atoms[1].value' },
      },
    );
    here.profile = { ...here.profile, readOnly: true };
    expect(await writes.storeMany(id, batch(atom('v1.a', 'x')), options)).toMatchObject({
      error: { code: 'read_only' },
    });
  });
});

describe('production', () => {
  const refused = { ok: false, error: { code: 'not_confirmed' } };

  it('is written to only with the address that the user was shown, and read only after that', async () => {
    const sent = () => Promise.reject(new Error('It was sent.'));
    here.profile = { ...here.profile, environment: 'production' };
    const careful = writesOver({ read: sent, store: sent });
    const write = { ...atom('v1.a', 'x'), ...strict };
    for (const confirmation of [undefined, { address: 'https://other.example', typedName: 'one' }]) {
      expect(await careful.store(id, { ...write, confirmation }, options)).toMatchObject(refused);
    }
    expect(changes).toBe(0);
    const confirmation = { address: here.profile.baseUrl, typedName: null };
    expect(await writesOver().store(id, { ...write, confirmation }, options)).toMatchObject({
      value: { outcome: 'stored' },
    });
    expect(await valueOf('v1.a')).toMatchObject({ value: 'x' });
  });

  it.each([null, '', 'two', 'One'])('gets no batch with %j typed as its name', async (typedName) => {
    const sent = () => Promise.reject(new Error('It was sent.'));
    here.profile = { ...here.profile, environment: 'production' };
    const confirmation = { address: here.profile.baseUrl, typedName };
    const writes = writesOver({ readMany: sent, storeBatch: sent });
    expect(
      await writes.storeMany(
        id,
        { title: 't', atoms: [atom('v1.a', 'x')], ...strict, confirmation },
        options,
      ),
    ).toMatchObject(refused);
  });

  it('gets a batch with its name typed', async () => {
    here.profile = { ...here.profile, environment: 'production' };
    const confirmation = { address: here.profile.baseUrl, typedName: ' one ' };
    const stored = await writesOver().storeMany(
      id,
      { title: 't', atoms: [atom('v1.a', 'x'), atom('v1.b', 'y')], ...strict, confirmation },
      options,
    );
    expect(stored).toMatchObject({ value: { outcome: 'stored' } });
  });

  it('is asked about again if the connection became production after the check, before sending', async () => {
    const read: Gateway['read'] = async (...call) => {
      const answer = await realGateway.read(...call);
      here.profile = { ...here.profile, environment: 'production' };
      return answer;
    };
    const sent = () => Promise.reject(new Error('It was sent.'));
    expect(
      await writesOver({ read, store: sent }).store(id, { ...atom('v1.a', 'x'), ...strict }, options),
    ).toMatchObject(refused);
  });
});
