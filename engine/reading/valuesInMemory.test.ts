import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AtomsQuery } from '#shared/domain/catalogueQuery.ts';
import { specifiedPin } from '#shared/merkle/testing/sampleTree.ts';
import { auditedId, auditsOver, type AuditsHere } from '../audits/testing/auditsOver.ts';

const keys = ['v1.one', 'v1.two', 'v1.three'];
let here: AuditsHere;
beforeEach(async () => {
  // As whole responses, which are checked where the known keys are.
  here = await auditsOver(keys, { scheme: specifiedPin, wholeFrom: 1 });
});
afterEach(() => here.stop());

async function found(text: string): Promise<readonly string[]> {
  const query: AtomsQuery = {
    connectionId: auditedId,
    filter: { text, mode: 'contains', where: 'values' },
    delimiter: '.',
    path: '',
    sort: { column: 'key', direction: 'ascending' },
  };
  return (await (await here.catalogues.of(auditedId)).keys.keys(query, { from: 0, to: 100 })).rows;
}

const options = { requestId: 'r', signal: new AbortController().signal } as const;

it('finds the latest values of atoms that were read, until none may be in memory', async () => {
  await here.readings.read(auditedId, 'v1.one', options);
  expect(await found('v1.')).toEqual(['v1.one']);
  await here.readings.readMany(auditedId, ['v1.two', 'v1.unknown'], options);
  expect(await found('V1.')).toEqual(['v1.one', 'v1.two']);
  const { keys: known } = await here.catalogues.of(auditedId);
  expect(await known.valueCoverage()).toEqual({ keys: 2, searched: 2, tooLarge: 0, dropped: 0, readable: 0 });

  here.alter((atoms) => ({ atoms: atoms.map((atom) => ({ ...atom, value: 'changed' })) }));
  await here.readings.readMany(auditedId, ['v1.one'], options);
  expect(await found('changed')).toEqual(['v1.one']);
  expect(await found('v1.')).toEqual(['v1.two']);

  await here.catalogues.keepValues(false);
  expect(await found('changed')).toEqual([]);
  expect(await known.valueCoverage()).toMatchObject({ keys: 2, searched: 0, readable: 2 });
});

it('keeps no value of what is read while none may be in memory, and keeps values again afterwards', async () => {
  await here.catalogues.of(auditedId);
  await here.catalogues.keepValues(false);
  await here.readings.read(auditedId, 'v1.one', options);
  await here.audit(keys);
  const { keys: known } = await here.catalogues.of(auditedId);
  await known.putValues([['v1.two', 'v1.']]);
  expect(await found('v1.')).toEqual([]);

  await here.catalogues.keepValues(true);
  expect(await found('v1.')).toEqual([]);
  await here.readings.read(auditedId, 'v1.one', options);
  expect(await found('v1.')).toEqual(['v1.one']);
});

it('finds the values of responses that an audit checks as a whole', async () => {
  await here.audit(keys);
  expect(await found('v1.')).toEqual([...keys].sort());
});
