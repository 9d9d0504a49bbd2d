import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { referenceService } from '#shared/merkle/testing/referenceScheme.ts';
import { proveAll } from '#shared/merkle/testing/sampleTree.ts';
import { verifiedRecords } from './asRemembered.ts';
import { readPlainBody } from './plainBody.ts';

const path = { hash: 'sha-256', node: 'hex', shape: 'rfc6962', order: 'leaf-to-root' } as const;
const hash = (...parts: readonly (Uint8Array | string)[]): Uint8Array =>
  Uint8Array.from(parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest());
const hex = 'ab'.repeat(32);

describe('the quick check of an audit', () => {
  it.each([
    ['join-colon:key,value', { key: 'c', value: 'a:b' }],
    ['concat:key,version,value', { key: hex.replaceAll('a', 'f'), value: '1' }],
    ['concat:value,key', { key: hex, value: hex }],
  ])(
    'leaves an atom by %s to the checks of every response if its content is open (F2, F3a)',
    async (preimage, open) => {
      const leaf = { hash: 'sha-256', digest: 'plain', preimage } as const;
      const stored = [{ key: 'a', value: 'b' }, { key: 'b', value: '' }, open].map((atom) => ({
        ...atom,
        version: 3,
      }));
      const service = referenceService(path, leaf, { hash, utf8: (text) => Buffer.from(text) });
      const atoms = proveAll(service, stored);
      const keys = stored.map(({ key }) => key);
      const body = readPlainBody(Buffer.from(JSON.stringify({ atoms })), keys);
      if (body === null) throw new Error('The response is not plain.');
      const pin: SchemePin = { path: [path], leaf: [leaf], origin: 'chosen', samples: 0, pinnedAt: 0 };
      const lists = { expected: null, changes: new Set<string>(), earlier: new Map() };
      const records = await verifiedRecords(body, keys, pin, lists, {
        howRead: () => 'first',
        texts: async () => [],
        isContent: () => true,
      });
      const isGreen = preimage !== 'concat:value,key';
      expect(records?.map((record) => record !== null)).toEqual([isGreen, isGreen, false]);
    },
  );
});
