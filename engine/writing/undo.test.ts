import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Gateway } from '../client/gateway.ts';
import {
  allow,
  atom,
  id,
  keychain,
  lost,
  options,
  prepareWrites,
  previousValues,
  put,
  realGateway,
  secret,
  strict,
  writesOver,
} from './testing/writesHere.ts';

prepareWrites();

const withKey = 'values that contain the API key are never saved';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('what atoms were before a write', () => {
  it('is kept before the request is sent, and can be stored again', async () => {
    await put('v1.a', 'first');
    let keptWhenSent = 0;
    const store: Gateway['store'] = async (...call) => {
      keptWhenSent = await previousValues.count(id, 'id-1');
      return realGateway.store(...call);
    };
    const stored = await writesOver({ store }).store(id, { ...atom('v1.a', 'second'), ...strict }, options);
    expect(stored).toMatchObject({ value: { outcome: 'stored', previous: { atoms: 1, notKept: [] } } });
    expect(keptWhenSent).toBe(1);
    expect(await previousValues.read(id, 'id-1')).toEqual({
      atoms: [{ key: 'v1.a', version: 1, value: 'first', verdict: 'green', replacedBy: sha256('second') }],
      notKept: [],
    });
  });

  it('is nothing for a new atom, and for one that had the value', async () => {
    await put('v1.same', 'same');
    const stored = await writesOver().storeMany(
      id,
      { title: 'Test', atoms: [atom('v1.same', 'same'), atom('v1.new', 'new')], ...strict },
      options,
    );
    expect(stored).toMatchObject({ value: { previous: { atoms: 0, notKept: [] } } });
    expect(await previousValues.usage(id)).toEqual({ writes: 0, bytes: 0 });
  });

  it('is kept of all atoms of a batch, also if its response is lost', async () => {
    await put('v1.a', 'first');
    await put('v1.b', 'other');
    const storeBatch: Gateway['storeBatch'] = async (...call) => {
      await realGateway.storeBatch(...call);
      return lost;
    };
    const batch = { title: 'Test', atoms: [atom('v1.a', 'x'), atom('v1.b', 'y')], ...strict };
    const stored = await writesOver({ storeBatch }).storeMany(id, batch, options);
    expect(stored).toMatchObject({ value: { previous: { atoms: 2, notKept: [] } } });
    expect(await previousValues.read(id, 'id-1')).toMatchObject({
      atoms: [
        { key: 'v1.a', version: 1, value: 'first' },
        { key: 'v1.b', version: 1, value: 'other' },
      ],
    });
  });

  it('is not kept where the API key was removed from it, which it would then be without', async () => {
    await put('v1.a', 'a note of somebody');
    const read: Gateway['read'] = async (...call) => {
      const answer = await realGateway.read(...call);
      if (!answer.ok) return answer;
      return { ...answer, value: { ...answer.value, anomalies: [{ kind: 'api-key-removed' }] } };
    };
    const stored = await writesOver({ read }).store(id, { ...atom('v1.a', 'second'), ...strict }, options);
    expect(stored).toMatchObject({
      value: { previous: { atoms: 0, notKept: [{ why: withKey, atoms: 1 }] } },
    });
    expect(await previousValues.usage(id)).toEqual({ writes: 0, bytes: 0 });
  });

  it('says how many values of a batch are missing, in the receipt and where they are stored again', async () => {
    await put('v1.a', 'a note of somebody');
    await put('v1.b', 'first');
    await put('v1.c', 'with the [API key removed]');
    const readMany: Gateway['readMany'] = async (...call) => {
      const answer = await realGateway.readMany(...call);
      if (!answer.ok) return answer;
      const value = answer.value.map((one) =>
        one.key === 'v1.b' ? one : { ...one, anomalies: [{ kind: 'api-key-removed' as const }] },
      );
      return { ...answer, value };
    };
    const stored = await writesOver({ readMany }).storeMany(
      id,
      {
        title: 'Test',
        // What the last one was is unknown, although what is left of it is what is stored.
        atoms: [atom('v1.a', 'x'), atom('v1.b', 'y'), atom('v1.c', 'with the [API key removed]')],
        ...strict,
      },
      options,
    );
    const notKept = [{ why: withKey, atoms: 2 }];
    expect(stored).toMatchObject({ value: { outcome: 'stored', previous: { atoms: 1, notKept } } });
    expect(await previousValues.read(id, 'id-1')).toMatchObject({ atoms: [{ key: 'v1.b' }], notKept });
  });

  it('is said not to be kept if the atom could not be read before it was stored', async () => {
    await put('v1.a', 'first');
    let reads = 0;
    const read: Gateway['read'] = async (...call) => {
      reads += 1;
      return reads === 1 ? lost : realGateway.read(...call);
    };
    const stored = await writesOver({ read }).store(
      id,
      { ...atom('v1.a', 'second'), precondition: { kind: 'anything' }, ...strict },
      options,
    );
    expect(stored).toMatchObject({
      value: {
        outcome: 'stored',
        previous: { atoms: 0, notKept: [{ why: 'reading before the store failed', atoms: 1 }] },
      },
    });
  });

  it('is dropped if the service refuses the write', async () => {
    await put('v1.a', 'first');
    const refused = await writesOver().store(id, { ...atom('v1.a', secret), ...allow }, options);
    expect(refused.ok).toBe(false);
    expect(await previousValues.usage(id)).toEqual({ writes: 0, bytes: 0 });
  });

  it('does not hold the write back if it cannot be kept, and the receipt says so', async () => {
    await put('v1.a', 'first');
    keychain.fault = new Error('The keychain is locked.');
    const stored = await writesOver().store(id, { ...atom('v1.a', 'second'), ...strict }, options);
    expect(stored).toMatchObject({
      value: {
        outcome: 'stored',
        previous: { atoms: 0, notKept: [{ why: expect.any(String) as string, atoms: 1 }] },
      },
    });
    expect(await previousValues.count(id, 'id-1')).toBe(0);
  });
});
