import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RootPin } from '#shared/domain/pin.ts';
import { runGet } from '../commands/get.ts';
import { startCommandBench, type CommandBench } from '../testing/commandBench.ts';
import { writeSigningKey } from '../testing/signingKey.ts';
import { runPinAdd, runPinCheck, runPinExport, runPinList, runPinRemove } from './runPin.ts';

let bench: CommandBench;

beforeAll(async () => {
  bench = await startCommandBench();
  await bench.service.post('/batch-atoms', { atoms: [{ key: 'v1.a', value: 'first' }] });
  await writeSigningKey(bench.file('key.pem'));
});
afterAll(async () => {
  await bench.close();
});

const here = () => ['--state', bench.file('state')];
const there = () => ['--state', bench.file('other')];
const signed = () => ['--signing-key', bench.file('key.pem')];
const check = (state: string, ...args: readonly string[]) =>
  bench.run(runPinCheck, [...args, '--url', bench.service.address(), '--state', bench.file(state)]);
const pins = async (where: readonly string[]) =>
  (await bench.run(runPinList, [...where, '--json'])).shown
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RootPin);

it('compares the service with pinned roots, which go from one memory to another as signed checkpoints', async () => {
  expect((await bench.at(runGet, ['v1.a'], 'state')).code).toBe(0);
  const first = await check('state');
  expect(first.code).toBe(3);
  const [, root = '', size = ''] =
    /^Root ([0-9a-f]{64}) \((\d+) lea(?:f|ves)\): Not pinned$/m.exec(first.shown) ?? [];

  const added = await bench.run(runPinAdd, [
    root.toUpperCase(),
    '--size',
    size,
    '--note',
    'from Ada',
    ...here(),
  ]);
  expect(added).toMatchObject({ code: 0, told: '' });
  expect(added.shown).toContain(`Pinned ${root}`);
  expect(await pins(here())).toMatchObject([
    { rootHash: root, treeSize: size, isExact: false, source: { kind: 'person' }, note: 'from Ada' },
  ]);
  const again = await bench.run(runPinAdd, [root, '--size', size, ...here()]);
  expect(again).toMatchObject({ code: 2 });
  expect(again.told).toContain('already pinned');
  const pinned = await check('state', '--json');
  expect(pinned.code).toBe(0);
  expect(JSON.parse(pinned.shown)).toMatchObject({
    key: 'v1.a',
    rootHash: root,
    root: 'pass',
    verdict: 'green',
  });

  // Signed, and pinned by somebody else.
  const exported = await bench.run(runPinExport, [root, ...here(), ...signed()]);
  expect(exported.code).toBe(0);
  const [, key = ''] = /--verifier-key (\S+)/.exec(exported.told) ?? [];
  await bench.save('root.checkpoint', exported.shown);
  await bench.at(runGet, ['v1.a'], 'other');
  const checkpoint = ['--checkpoint', bench.file('root.checkpoint'), '--exact', ...there()];
  await writeSigningKey(bench.file('forger.pem'));
  const forged = await bench.run(runPinExport, [root, ...here(), '--signing-key', bench.file('forger.pem')]);
  await bench.save('forged.checkpoint', forged.shown);
  const refused = await bench.run(runPinAdd, [
    '--checkpoint',
    bench.file('forged.checkpoint'),
    '--verifier-key',
    key,
    ...there(),
  ]);
  expect(refused.code).toBe(2);
  expect((await bench.run(runPinAdd, [...checkpoint, '--verifier-key', key])).code).toBe(0);
  expect(await pins(there())).toMatchObject([
    { rootHash: root, isExact: true, source: { kind: 'checkpoint', signer: { isVerified: true } } },
  ]);
  expect((await check('other', 'v1.a')).code).toBe(0);

  // Another tree fails where no other root is allowed, and is not vouched for where it has grown.
  await bench.service.post('/batch-atoms', { atoms: [{ key: 'v1.b', value: 'second' }] });
  const changed = await check('other', 'v1.a');
  expect(changed.code).toBe(1);
  expect(changed.shown).toContain('Contradiction');
  expect((await check('state', 'v1.a')).code).toBe(3);
  // Every other command compares, too.
  expect((await bench.at(runGet, ['v1.a'], 'other')).code).toBe(1);

  const [pin] = await pins(there());
  expect((await bench.run(runPinRemove, [pin?.id ?? '', ...there()])).code).toBe(0);
  expect(await pins(there())).toEqual([]);
  expect((await bench.run(runPinRemove, [root, ...there()])).told).toContain('There is no such pin');
  expect((await check('other', 'v1.a')).code).toBe(3);
});

it('names one of several pins of a root by its ID', async () => {
  const root = 'ab'.repeat(32);
  await bench.at(runGet, ['v1.a'], 'several');
  const where = ['--state', bench.file('several')];
  for (const source of ['person', 'print'])
    expect((await bench.run(runPinAdd, [root, '--source', source, ...where])).code).toBe(0);
  const several = await bench.run(runPinRemove, [root, ...where]);
  expect(several.code).toBe(2);
  for (const { id } of await pins(where)) expect(several.told).toContain(id);
});

it.each([
  [runPinAdd, [], 'either a root or --checkpoint'],
  [runPinAdd, ['ab'.repeat(32), '--checkpoint', 'x'], 'either a root or --checkpoint'],
  [runPinAdd, ['short'], 'must be a hash'],
  [runPinAdd, ['ab'.repeat(32), '--size', '0'], '--size must be'],
  [runPinAdd, ['ab'.repeat(32), '--source', 'hearsay'], '--source must be one of'],
  [runPinAdd, ['ab'.repeat(32), '--verifier-key', 'k'], '--verifier-key needs --checkpoint'],
  [runPinExport, ['ab'.repeat(32)], 'There is no such pin'],
  [runPinRemove, [], 'needs one pin'],
] as const)('refuses what it cannot do: %# %j', async (command, args, words) => {
  await bench.at(runGet, ['v1.a'], 'refused');
  const { code, told } = await bench.run(command, [...args, '--state', bench.file('refused')]);
  expect(code).toBe(2);
  expect(told).toContain(words);
});

it('needs a place where roots are pinned', async () => {
  const { code, told } = await bench.run(runPinCheck, ['v1.a', '--url', bench.service.address()]);
  expect(code).toBe(2);
  expect(told).toContain('where roots are pinned');
});
