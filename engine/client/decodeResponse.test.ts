import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/domain/json.ts';
import * as decode from './decodeResponse.ts';
import type { ReceivedBody } from './bodyReader.ts';
import { UnreadableResponse } from './decodeResponse.ts';
import { createKeyRedactor } from './keyRedactor.ts';
import { valueToCheck } from './receivedAtom.ts';
import { bodyWithoutKeys } from './withoutKeys.ts';

/** undefined: no body at all. */
const bodyOf = (json: Json | undefined): ReceivedBody =>
  bodyOfText(json === undefined ? '' : JSON.stringify(json));
const bodyOfText = (text: string): ReceivedBody => ({ bytes: Buffer.from(text, 'utf8') });

const decodeAtom = (json: Json | undefined) => decode.decodeAtom(bodyOf(json));
const decodeRecall = (json: Json) => decode.decodeRecall(bodyOf(json), 10);
const decodeBatchRead = (json: Json) => decode.decodeBatchRead(bodyOf(json), 10);
const decodeStored = (json: Json | undefined, key: string) => decode.decodeStored(bodyOf(json), key);
const decodeBatchStored = (json: Json | undefined, keys: readonly string[]) =>
  decode.decodeBatchStored(bodyOf(json), keys);

const atom = (key: string): { [key: string]: Json } => ({
  key,
  value: `value of ${key}`,
  version: 1,
  hash: 'aa',
  proof: { leafHash: 'aa', siblings: [], rootHash: 'aa', leafIndex: 0, treeSize: 1 },
});

async function fieldOf(run: () => Promise<unknown>): Promise<string | null> {
  try {
    await run();
  } catch (error) {
    if (error instanceof UnreadableResponse) return error.field;
    throw error;
  }
  throw new Error('It was readable.');
}

describe('decodeAtom', () => {
  it('keeps unknown fields in raw', async () => {
    const json = { ...atom('a'), colour: 'blue' };
    expect(await decodeAtom(json)).toMatchObject({
      key: 'a',
      version: 1,
      score: null,
      raw: JSON.stringify(json),
    });
  });

  it('reads missing optional fields as null', async () => {
    expect(await decodeAtom({ key: 'a', value: '' })).toMatchObject({
      version: null,
      hash: null,
      proof: null,
    });
  });

  it('passes on a proof of any shape for the verifier to judge', async () => {
    expect(await decodeAtom({ ...atom('a'), proof: 'nonsense' })).toMatchObject({ proof: 'nonsense' });
  });

  it.each<[Json, string | null]>([
    [{ ...atom('a'), version: '1' }, 'version'],
    [{ ...atom('a'), version: 1.5 }, 'version'],
    [{ ...atom('a'), value: { nested: true } }, 'value'],
    [{ ...atom('a'), hash: 7 }, 'hash'],
    [{ value: 'x' }, 'key'],
    [{ key: 'x' }, 'value'],
    [[], null],
    ['text', null],
    [null, null],
  ])('names the bad field of %j', async (json, field) => {
    expect(await fieldOf(() => decodeAtom(json))).toBe(field);
  });
});

describe('decodeRecall', () => {
  it('reads atoms with scores and predictions', async () => {
    const answer = await decodeRecall({ atoms: [{ ...atom('a'), score: 0.9 }], predictions: ['b'] });
    expect(answer).toMatchObject({ atoms: [{ key: 'a', score: 0.9 }], predictions: ['b'] });
  });

  it('works without predictions', async () => {
    expect(await decodeRecall({ atoms: [] })).toEqual({ atoms: [], predictions: [], oddPredictions: [] });
  });

  it('names the item and the field', async () => {
    const atoms = [atom('a'), atom('b'), { ...atom('c'), version: 'one' }];
    expect(await fieldOf(() => decodeRecall({ atoms, predictions: [] }))).toBe('atoms[2].version');
    expect(await fieldOf(() => decodeRecall({ predictions: [] }))).toBe('atoms');
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
  ])('reads %s', async (_name, json) => {
    expect((await decodeBatchRead(json)).map(({ key, value }) => [key, value])).toEqual([
      ['a', 'value of a'],
      ['b', 'value of b'],
    ]);
  });

  it('treats keys that are names of object properties like any others', async () => {
    const json = JSON.parse(
      '{"__proto__": {"value": "1"}, "constructor": {"value": "2"}, "atoms": {"value": "3"}}',
    ) as Json;
    expect((await decodeBatchRead(json)).map(({ key, value }) => [key, value])).toEqual([
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
    [{ a: { ...atom('a'), version: '1' } }, '[“a”].version'],
    [{ ok: true }, null],
    ['text', null],
    [null, null],
  ])('names the bad field of %j', async (json, field) => {
    expect(await fieldOf(() => decodeBatchRead(json))).toBe(field);
  });
});

describe('anomalies of an atom', () => {
  const read = (text: string) => decode.decodeAtom(bodyOfText(text));

  it('passes on the text as received, with its spaces, escapes, and numbers', async () => {
    const text = ' { "key":"a", "value" : "caf\\u00e9 é", "n": 1.10, "big": 12345678901234567890 }\n';
    expect(await read(text)).toMatchObject({ value: 'café é', raw: text.trim() });
  });

  it('refuses a repeated member name at any depth and however it is written', async () => {
    const refused = (name: string) => `has the property “${name}” more than once in one object`;
    for (const [text, name] of [
      ['{"key":"a","value":"x","value":"y"}', 'value'],
      ['{"key":"a","value":"x","v\\u0061lue":"y"}', 'value'],
      ['{"key":"a","value":"x","proof":{},"proof":{}}', 'proof'],
      ['{"key":"a","value":"x","__proto__":1,"__proto__":2}', '__proto__'],
      ['{"key":"a","value":"x","proof":{"treeSize":1,"o":[{"key":1}],"treeSize":2}}', 'treeSize'],
    ] as const) {
      await expect(read(text)).rejects.toThrow(refused(name));
      const list = `{"atoms":[{"key":"b","value":""},${text}]}`;
      await expect(decode.decodeBatchRead(bodyOfText(list), 2)).rejects.toThrow(`atoms[1] ${refused(name)}`);
      await expect(decode.decodeRecall(bodyOfText(list), 2)).rejects.toThrow(`atoms[1] ${refused(name)}`);
    }
    await expect(
      decode.decodeBatchRead(bodyOfText('{"atoms":[{"key":"a","value":"x","value":null}]}'), 1),
    ).rejects.toThrow(refused('value'));
    expect((await read('{"key":"a","value":"x: \\"y\\": {","proof":{"key":1}}')).anomalies).toEqual([]);
  });

  it('never rounds an integer: the proof keeps its digits, and a version that is too large is null and reported', async () => {
    const text =
      '{"key":"a","value":"x","version":9007199254740993,"proof":{"leafIndex":9007199254740993,"treeSize":5}}';
    expect(await read(text)).toMatchObject({
      version: null,
      proof: { leafIndex: '9007199254740993', treeSize: 5 },
      anomalies: [{ kind: 'inexact-integer', field: 'version', text: '9007199254740993' }],
    });
  });

  it.each([
    ['"high"', '"high"'],
    ['true', 'true'],
    ['{"of": 1}', '{"of":1}'],
    ['1e999', 'a number too large to use'],
  ])('reads an atom whose score is %s, and reports that', async (score, text) => {
    expect(await read(`{"key":"a","value":"x","score":${score}}`)).toMatchObject({
      score: null,
      anomalies: [{ kind: 'score-not-a-number', text }],
    });
  });

  it('leaves out a member that would become the prototype of its object, and says so', async () => {
    for (const name of ['__proto__', '\\u005f_proto__']) {
      const proof = `{"${name}":{"leafHash":"aa"},"treeSize":1}`;
      const received = await read(`{"key":"a","value":"x","${name}":{"version":3},"proof":${proof}}`);
      expect(received).toMatchObject({ version: null, anomalies: [{ kind: 'prototype-name' }] });
      expect(Object.keys(received.proof as object)).toEqual(['treeSize']);
      expect(received.raw).toContain(name);
    }
  });

  it('separates predictions that are not strings', async () => {
    const answer = await decodeRecall({ atoms: [], predictions: ['a', 7, null, '\ud800', { key: 'b' }] });
    expect(answer).toMatchObject({
      predictions: ['a', '\ud800'],
      oddPredictions: ['7', 'null', '{"key":"b"}'],
    });
    expect(await decodeRecall({ atoms: [], predictions: { a: 1 } })).toMatchObject({
      predictions: [],
      oddPredictions: ['{"a":1}'],
    });
  });

  it('quotes and shortens a key that it names in an error', async () => {
    const error = await decodeBatchRead({
      [`\u202e${'k'.repeat(100_000)}`]: { version: 1.5, value: 'x', key: 'k' },
    }).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UnreadableResponse);
    expect(String(error)).toContain('U+202E');
    expect(String(error).length).toBeLessThan(250);
  });
});

describe('limits of a response', () => {
  const listOf = (count: number, item: string): string =>
    `[${Array.from({ length: count }, () => item).join()}]`;
  const small = '{"key":"a","value":""}';

  it('allow slightly more than requested, but not a thousand times as much', async () => {
    const read = (count: number, asked: number) =>
      decode.decodeBatchRead(bodyOfText(listOf(count, small)), asked);
    expect(await read(1_000, 1)).toHaveLength(1_000);
    expect(await read(20_000, 10_000)).toHaveLength(20_000);
    await expect(read(1_001, 1)).rejects.toThrow(
      'contains more than 1,000 atoms, although only 1 was requested',
    );
    await expect(read(20_001, 10_000)).rejects.toThrow('contains more than 20,000 atoms');
  });

  it('apply before parsing: what follows the limit need not even be JSON', async () => {
    const text = `{"atoms": ${listOf(1_000, small).slice(0, -1)}, no JSON at all`;
    await expect(decode.decodeRecall(bodyOfText(text), 10)).rejects.toThrow('more than 1,000 atoms');
  });

  it.each([
    ['predictions', `{"atoms":[],"predictions":${listOf(10_001, '"k"')}}`, 'more than 10,000 predictions'],
    [
      'siblings',
      `{"atoms":[{"key":"a","value":"x","proof":{"siblings":${listOf(30_000, '"aa"')}}}]}`,
      'an item with more than',
    ],
    [
      'members',
      `{"atoms":[{"key":"a","value":"x","m":{${Array.from({ length: 30_000 }, (_, i) => `"${String(i)}":0`).join()}}}]}`,
      'an item with more than',
    ],
    [
      'links of a chain',
      `{"atoms":[{"key":"a","value":"x","proof":${listOf(30_000, '{}')}}]}`,
      'an item with more than',
    ],
    ['values that nobody reads', `{"atoms":[],"other":${listOf(30_000, '0')}}`, 'an item with more than'],
    [
      'values in many atoms',
      `{"atoms":${listOf(300, `{"key":"a","value":"x","m":${listOf(1_000, '0')}}`)}}`,
      'more than 201,000 JSON values',
    ],
    ['nesting', `{"atoms":[${'['.repeat(200_000)}`, 'nested more than 100 levels'],
  ])('refuses too many %s', async (_what, text, words) => {
    await expect(decode.decodeRecall(bodyOfText(text), 10)).rejects.toThrow(words);
  });

  it('also apply to the response to one read, and to a store', async () => {
    const text = `{"key":"a","value":"x","proof":{"siblings":${listOf(30_000, '"aa"')}}}`;
    await expect(decode.decodeAtom(bodyOfText(text))).rejects.toThrow('more than 20,000 JSON values');
    await expect(decode.decodeStored(bodyOfText(text), 'a')).rejects.toThrow('JSON values');
  });
});

describe('the API key in a response', () => {
  const key = 'sk-live/ab+c"d\\e-0123';
  const removed = async (text: string): Promise<ReceivedBody> => {
    const asReceived = Buffer.from(text);
    const bytes = await bodyWithoutKeys(asReceived, createKeyRedactor([key], true));
    return { bytes, ...(bytes !== asReceived && { asReceived }) };
  };
  const read = async (text: string) => decode.decodeAtom(await removed(text));
  const everyCharacterEscaped = [...key]
    .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

  it.each([
    ['as it is', JSON.stringify(key).slice(1, -1)],
    ['in escapes', everyCharacterEscaped],
    ['in some escapes', JSON.stringify(key).slice(1, -1).replace('/', '\\/').replace('k', '\\u006B')],
    ['percent-encoded', encodeURIComponent(key)],
    ['in base64', Buffer.from(key).toString('base64')],
    ['in base64 behind other text', Buffer.from(`Bearer ${key}`).toString('base64url')],
  ])('is taken out of every string and name where it stands %s', async (_how, written) => {
    const received = await read(
      `{"key":"k ${written}","value":"v ${written}","hash":"${written}","${written}":[{"${written}":"${written}"}],"proof":{"leafHash":"${written}","${written}":1}}`,
    );
    const everything = JSON.stringify(received);
    for (const part of ['sk-live', 'ab+c', 'ab%2Bc', written]) expect(everything).not.toContain(part);
    expect(JSON.parse(received.raw)).toBeTypeOf('object');
    expect(JSON.stringify(JSON.parse(received.raw))).not.toContain('0123');
    expect(received).toMatchObject({ anomalies: [{ kind: 'api-key-removed' }] });
    expect(received.raw).toContain('[API key]');
    // The proof is checked against the text as received.
    expect(valueToCheck(received)).not.toBe(received.value);
  });

  it('is removed from the keys of a map; a response without it is unchanged', async () => {
    const [received] = await decode.decodeBatchRead(
      await removed(JSON.stringify({ [key]: { value: 'x' } })),
      1,
    );
    expect(JSON.stringify(received)).not.toContain('sk-live');
    const plain = await read('{"key":"a","value":"\\u00e9 [API key]"}');
    expect(plain.anomalies).toEqual([]);
    expect(valueToCheck(plain)).toBe('é [API key]');
  });
});

describe('decodeStored', () => {
  it('reads the response that the API defines', async () => {
    const json = { key: 'a', version: 2, hash: 'aa', rootHash: 'bb', createdAt: 5 };
    expect(await decodeStored(json, 'a')).toEqual(json);
  });

  it.each<[string, Json | undefined]>([
    ['no body', undefined],
    ['null', null],
    ['an empty object', {}],
    ['an odd timestamp', { createdAt: '2026-01-01' }],
  ])('accepts %s as stored without details', async (_name, json) => {
    expect(await decodeStored(json, 'a')).toEqual({
      key: 'a',
      version: null,
      hash: null,
      rootHash: null,
      createdAt: null,
    });
  });

  it('names a bad field', async () => {
    expect(await fieldOf(() => decodeStored({ version: 'x' }, 'a'))).toBe('version');
  });

  it('refuses a response about an atom that was not sent', async () => {
    expect(await fieldOf(() => decodeStored({ key: 'b', version: 1 }, 'a'))).toBe('key');
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
  ])('reads %s', async (_name, json, count, rootHash) => {
    const answer = await decodeBatchStored(json, ['a', 'b']);
    expect(answer.atoms?.length ?? null).toBe(count);
    expect(answer.rootHash).toBe(rootHash);
  });

  it('names a bad field', async () => {
    expect(await fieldOf(() => decodeBatchStored({ atoms: [{ version: 'x' }] }, ['a']))).toBe(
      'atoms[0].version',
    );
    expect(await fieldOf(() => decodeBatchStored('stored', ['a']))).toBeNull();
    expect(await fieldOf(() => decodeBatchStored([{ key: 'b' }, { key: 'c' }], ['a', 'b']))).toBe('[1].key');
  });
});
