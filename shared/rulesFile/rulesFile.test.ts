import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { specifiedPin } from '../merkle/testing/sampleTree.ts';
import { rulesFileFaultWords } from '../text/rulesFileWords.ts';
import { pinOfRulesFile, readRulesFile, rulesFileOf, rulesFileSchema } from './rulesFile.ts';

const owner = { name: 'Team memory', address: 'https://memory.example' };
const text = rulesFileOf({ ...specifiedPin, origin: 'inferred', samples: 3, confirmations: 9 }, owner, 0);
const [path] = specifiedPin.path;
const [leaf] = specifiedPin.leaf;

const textWith = (change: object): string => JSON.stringify({ ...(JSON.parse(text) as object), ...change });

describe('a file with hashing rules', () => {
  it('is read as it was written, with where the rules come from', () => {
    const reading = readRulesFile(text);
    if (!reading.ok) throw new Error(reading.fault.kind);
    expect(reading.rules).toMatchObject({
      connection: 'Team memory',
      service: 'https://memory.example',
      origin: 'inferred',
      savedAt: '1970-01-01T00:00:00.000Z',
    });
    expect(pinOfRulesFile(reading.rules)).toEqual({
      ...specifiedPin,
      origin: 'inferred',
      samples: 3,
      confirmations: 9,
      pinnedFor: 'Team memory',
    });
  });

  it('can have the rules of atoms without values', () => {
    expect(readRulesFile(textWith({ leaf: [{ ...leaf, preimage: 'atom' }] }))).toMatchObject({ ok: true });
  });

  it.each<[string, string, object | string]>([
    ['is not JSON', 'not-json', '{'],
    ['has a name twice', 'not-json', text.replace('"leaf":', '"path":')],
    ['is other JSON', 'not-ours', { format: 'atom-explorer-atoms' }],
    ['has no version', 'not-ours', { version: undefined }],
    ['is of a newer version', 'newer', { version: 2, more: true }],
    ['has a member that is not known', 'not-valid', { more: true }],
    ['has a hash function that is not known', 'not-valid', { path: [{ ...path, hash: 'md5' }] }],
    ['has a leaf rule that is not known', 'not-valid', { leaf: [{ ...leaf, preimage: 'nothing' }] }],
    ['has no path rule', 'not-valid', { path: [] }],
    ['does not say where the rules come from', 'not-valid', { origin: undefined }],
    ['has a path rule twice', 'repeated', { path: [path, path] }],
    ['has leaves of another hash function', 'other-hash', { leaf: [{ ...leaf, hash: 'sha-512' }] }],
  ])('that %s is refused', (_what, kind, change) => {
    const reading = readRulesFile(typeof change === 'string' ? change : textWith(change));
    if (reading.ok) throw new Error('It was read.');
    expect(reading.fault.kind).toBe(kind);
    expect(rulesFileFaultWords(reading.fault)).toMatch(/^[A-Z].*\.$/);
  });

  it('has a JSON Schema for other programs', () => {
    expect(z.toJSONSchema(rulesFileSchema)).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: {
        format: { const: 'atom-explorer-rules' },
        version: { const: 1 },
        origin: { enum: ['specified', 'built-in', 'inferred', 'chosen'] },
        path: { items: { properties: { hash: { type: 'string' } } } },
      },
    });
  });
});
