import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { uploadsHere, value, type UploadsHere } from './testing/uploadsHere.ts';

let service: TestService;
let here: UploadsHere;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  here = await uploadsHere({ address: service.address, apiKey: service.fullKey });
});
afterEach(() => here.close());

it('are known keys that the template fits and no row has, also after a row was changed or skipped', async () => {
  here.knownKeys.push('v1.a', 'v1.b', 'v1.c', 'v1.', 'other');
  const { id } = await here.prepare(['v1.a,1', 'v1.b,2']);
  const absent = async () => value(await here.uploads().keysNotInFile(id));
  // Every key fits the template of this file.
  expect(await absent()).toEqual({ total: 3, keys: ['v1.c', 'v1.', 'other'] });
  value(await here.uploads().changeRow(id, 0, { key: 'v1.c', value: '1' }));
  value(await here.uploads().changeRows(id, { kind: 'rows', rows: [1] }, { kind: 'drop', dropped: true }));
  // A skipped row is still in the file.
  expect(await absent()).toEqual({ total: 3, keys: ['v1.a', 'v1.', 'other'] });
});

it('are none before the rows are read, and only counted beyond a limit', async () => {
  expect(await here.uploads().keysNotInFile('none')).toMatchObject({ ok: false });
  here.knownKeys.push(...Array.from({ length: 12_000 }, (_, at) => `v1.k${String(at)}`));
  const { id } = await here.prepare(['v1.k0,1']);
  const found = value(await here.uploads().keysNotInFile(id));
  expect(found.total).toBe(11_999);
  expect(found.keys).toHaveLength(10_000);
});
