import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/domain/json.ts';
import {
  decodeAtom,
  decodeBatchRead,
  decodeBatchStored,
  decodeRecall,
  decodeStored,
  UnreadableAnswer,
} from './decodeAnswer.ts';

const atom = (key: string): { [key: string]: Json } => ({
  key,
  value: `value of ${key}`,
  version: 1,
  hash: 'aa',
  proof: { leafHash: 'aa', siblings: [], rootHash: 'aa', leafIndex: 0, treeSize: 1 },
});

function fieldOf(decode: () => unknown): string | null {
  try {
    decode();
  } catch (error) {
    if (error instanceof UnreadableAnswer) return error.field;
    throw error;
  }
  throw new Error('It was readable.');
}

describe('decodeAtom', () => {
  it('keeps unknown fields in raw', () => {
    const json = { ...atom('a'), colour: 'blue' };
    expect(decodeAtom(json)).toMatchObject({ key: 'a', version: 1, score: null, raw: json });
  });

  it('takes what may be absent as null', () => {
    expect(decodeAtom({ key: 'a', value: '' })).toMatchObject({ version: null, hash: null, proof: null });
  });

  it('hands on a proof of any shape for the verifier to judge', () => {
    expect(decodeAtom({ ...atom('a'), proof: 'nonsense' }).proof).toBe('nonsense');
  });

  it.each<[Json, string | null]>([
    [{ ...atom('a'), version: '1' }, 'version'],
    [{ ...atom('a'), version: 1.5 }, 'version'],
    [{ ...atom('a'), version: 2 ** 60 }, 'version'],
    [{ ...atom('a'), value: { nested: true } }, 'value'],
    [{ ...atom('a'), hash: 7 }, 'hash'],
    [{ value: 'x' }, 'key'],
    [{ key: 'x' }, 'value'],
    [[], null],
    ['text', null],
    [null, null],
  ])('names the bad field of %j', (json, field) => {
    expect(fieldOf(() => decodeAtom(json))).toBe(field);
  });
});

describe('decodeRecall', () => {
  it('reads atoms with scores and predictions', () => {
    const answer = decodeRecall({ atoms: [{ ...atom('a'), score: 0.9 }], predictions: ['b'] });
    expect(answer).toMatchObject({ atoms: [{ key: 'a', score: 0.9 }], predictions: ['b'] });
  });

  it('does without predictions', () => {
    expect(decodeRecall({ atoms: [] }).predictions).toEqual([]);
  });

  it('names the entry and the field', () => {
    const atoms = [atom('a'), atom('b'), { ...atom('c'), version: 'one' }];
    expect(fieldOf(() => decodeRecall({ atoms, predictions: [] }))).toBe('atoms[2].version');
    expect(fieldOf(() => decodeRecall({ atoms: [], predictions: [1] }))).toBe('predictions[0]');
    expect(fieldOf(() => decodeRecall({ predictions: [] }))).toBe('atoms');
  });
});

describe('decodeBatchRead', () => {
  const { key: _key, ...withoutKey } = atom('b');
  it.each<[string, Json]>([
    ['{atoms, missing}', { atoms: [atom('a'), atom('b')], missing: ['c'] }],
    ['an array', [atom('a'), atom('b')]],
    ['an array with nulls', [atom('a'), null, atom('b')]],
    ['{results}', { results: [atom('a'), atom('b')] }],
    ['a map by key', { a: atom('a'), b: withoutKey, c: null }],
    ['{atoms} with a map', { atoms: { a: atom('a'), b: withoutKey, c: null } }],
    [
      'entries that wrap an atom',
      {
        results: [
          { key: 'a', atom: atom('a') },
          { key: 'b', atom: withoutKey },
        ],
      },
    ],
    [
      'entries marked as not found',
      [atom('a'), { key: 'c', found: false }, { key: 'd', status: 404 }, atom('b')],
    ],
    ['entries with an error', [atom('a'), { key: 'c', error: { code: 'NOT_FOUND' } }, atom('b')]],
    ['entries with a null value', [atom('a'), { key: 'c', value: null }, atom('b')]],
  ])('reads %s', (_name, json) => {
    expect(decodeBatchRead(json).map(({ key, value }) => [key, value])).toEqual([
      ['a', 'value of a'],
      ['b', 'value of b'],
    ]);
  });

  it('takes keys that are names of object properties for ordinary ones', () => {
    const json = JSON.parse(
      '{"__proto__": {"value": "1"}, "constructor": {"value": "2"}, "atoms": {"value": "3"}}',
    ) as Json;
    expect(decodeBatchRead(json).map(({ key, value }) => [key, value])).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['atoms', '3'],
    ]);
    expect(({} as { value?: string }).value).toBeUndefined();
  });

  it.each<[Json, string | null]>([
    [{ atoms: [atom('a'), { key: 'b' }] }, 'atoms[1].value'],
    [{ atoms: [7] }, 'atoms[0]'],
    [[{ ...atom('a'), version: '1' }], '[0].version'],
    [{ a: { ...atom('a'), version: '1' } }, '["a"].version'],
    [{ ok: true }, null],
    ['text', null],
    [null, null],
  ])('names the bad field of %j', (json, field) => {
    expect(fieldOf(() => decodeBatchRead(json))).toBe(field);
  });
});

describe('decodeStored', () => {
  it('reads the answer of the interface', () => {
    const json = { key: 'a', version: 2, hash: 'aa', rootHash: 'bb', createdAt: 5 };
    expect(decodeStored(json, 'a')).toEqual(json);
  });

  it.each<[string, Json | undefined]>([
    ['no body', undefined],
    ['null', null],
    ['an empty object', {}],
    ['an odd timestamp', { createdAt: '2026-01-01' }],
  ])('takes %s for stored without details', (_name, json) => {
    expect(decodeStored(json, 'a')).toEqual({
      key: 'a',
      version: null,
      hash: null,
      rootHash: null,
      createdAt: null,
    });
  });

  it('names a bad field', () => {
    expect(fieldOf(() => decodeStored({ version: 'x' }, 'a'))).toBe('version');
  });

  it('refuses an answer about an atom that was not sent', () => {
    expect(fieldOf(() => decodeStored({ key: 'b', version: 1 }, 'a'))).toBe('key');
  });
});

describe('decodeBatchStored', () => {
  const stored = (key: string, rootHash?: string): Json => ({
    key,
    version: 1,
    ...(rootHash && { rootHash }),
  });
  it.each<[string, Json | undefined, number | null, string | null]>([
    ['{atoms, rootHash}', { atoms: [stored('a'), stored('b')], rootHash: 'r' }, 2, 'r'],
    ['an array', [stored('a', 'r'), stored('b', 'r')], 2, 'r'],
    ['an array with two roots', [stored('a', 'r'), stored('b', 's')], 2, null],
    ['{results}', { results: [stored('a', 'r'), stored('b', 'r')] }, 2, 'r'],
    ['a root alone', { rootHash: 'r' }, null, 'r'],
    ['{ok: true}', { ok: true }, null, null],
    ['no body', undefined, null, null],
    ['null', null, null, null],
  ])('reads %s', (_name, json, count, rootHash) => {
    const answer = decodeBatchStored(json, ['a', 'b']);
    expect(answer.atoms?.length ?? null).toBe(count);
    expect(answer.rootHash).toBe(rootHash);
  });

  it('names a bad field', () => {
    expect(fieldOf(() => decodeBatchStored({ atoms: [{ version: 'x' }] }, ['a']))).toBe('atoms[0].version');
    expect(fieldOf(() => decodeBatchStored('stored', ['a']))).toBeNull();
    expect(fieldOf(() => decodeBatchStored([{ key: 'b' }, { key: 'c' }], ['a', 'b']))).toBe('[1].key');
  });
});
