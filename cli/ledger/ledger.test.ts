import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFaultyService } from '../../engine/uploads/testing/faultyService.ts';
import { runGet } from '../commands/get.ts';
import { runPut } from '../commands/put.ts';
import { serviceScheme, startCommandBench, type CommandBench } from '../testing/commandBench.ts';
import { writeSigningKey } from '../testing/signingKey.ts';
import { runLedgerExport, runLedgerList, runLedgerVerify } from './runLedger.ts';

let bench: CommandBench;

beforeAll(async () => {
  bench = await startCommandBench();
  await writeSigningKey(bench.file('key.pem'));
});
afterAll(async () => {
  await bench.close();
});

const state = (name: string) => ['--state', bench.file(name)];
const signed = () => ['--signing-key', bench.file('key.pem')];
const lines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function ledgerFolder(name: string): Promise<string> {
  const [id = ''] = await readdir(bench.file(`${name}/catalogue`));
  return path.join(bench.file(name), 'catalogue', id, 'root-ledger');
}

it('lists the roots, signs and exports the ledger, and verifies it', async () => {
  await bench.at(runPut, ['v1.a', 'one'], 'whole');
  await bench.at(runPut, ['v1.b', 'two'], 'whole');
  const roots = await bench.run(runLedgerList, [...state('whole'), '--json']);
  expect(roots.code).toBe(0);
  // The first one first.
  expect(lines(roots.shown).map(({ treeSize }) => treeSize)).toEqual(['1', '2']);
  expect((await bench.run(runLedgerList, [...state('whole'), '--doubtful'])).shown).toBe('');

  // No head is signed yet, so a shorter ledger would not be noticed.
  const unsigned = await bench.run(runLedgerVerify, state('whole'));
  expect(unsigned.code).toBe(3);
  expect(unsigned.shown).toContain('no head is signed');

  const out = bench.file('ledger.jsonl');
  expect(await bench.run(runLedgerExport, [...state('whole'), ...signed(), '--out', out])).toMatchObject({
    code: 0,
  });
  const exported = lines(await readFile(out, 'utf8'));
  expect(exported.at(-1)).toMatchObject({ kind: 'head' });
  const head = await bench.run(runLedgerExport, [...state('whole'), ...signed(), '--what', 'checkpoint']);
  expect(exported.find(({ kind }) => kind === 'checkpoint')).toMatchObject({ note: head.shown });
  const proof = await bench.run(runLedgerExport, [
    ...state('whole'),
    ...signed(),
    '--what',
    'proof',
    '--entry',
    '0',
  ]);
  expect(proof.code).toBe(0);
  expect(proof.shown).toContain(head.shown);
  const heads = await bench.run(runLedgerList, [...state('whole'), '--heads', '--json']);
  expect(lines(heads.shown)).toMatchObject([{ number: 1 }]);

  const intact = await bench.run(runLedgerVerify, [...state('whole'), ...signed(), '--json']);
  expect(intact.code).toBe(0);
  expect(lines(intact.shown)).toMatchObject([{ result: 'intact', damageCount: 0, openContradictions: 0 }]);
  // Without the key, anyone may have signed it.
  expect((await bench.run(runLedgerVerify, state('whole'))).code).toBe(3);
});

it('exits with 1 if the ledger was altered, and with 3 while its loss is not accepted', async () => {
  await bench.at(runPut, ['v1.a', 'one'], 'altered');
  await bench.run(runLedgerExport, [...state('altered'), ...signed()]);
  const file = path.join(await ledgerFolder('altered'), 'entries.jsonl');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('"treeSize":"', '"treeSize":"9'));
  const altered = await bench.run(runLedgerVerify, [...state('altered'), ...signed()]);
  expect(altered.code).toBe(1);
  expect(altered.shown).toContain('The ledger was altered. Entry 0 was changed');
  expect(altered.shown).toContain('It was moved to');
  const later = await bench.run(runLedgerVerify, [...state('altered'), ...signed(), '--json']);
  expect(later.code).toBe(3);
  expect(lines(later.shown)).toMatchObject([{ result: 'undecided', setAside: { kind: 'set-aside' } }]);
  expect((await bench.run(runLedgerList, state('altered'))).code).toBe(3);
});

it('exits with 1 and lists a root that contradicts another', async () => {
  let replayed: string | null = null;
  let isReplaying = false;
  const proxy = await startFaultyService(
    bench.service,
    () => 'none',
    () => true,
    (body) => {
      if (!body.includes('"proof"')) return body;
      replayed ??= body;
      return isReplaying ? replayed : body;
    },
  );
  const get = () =>
    bench.run(runGet, ['v1.old', '--url', proxy.address(), '--scheme', serviceScheme, ...state('old')]);
  try {
    await bench.service.post('/batch-atoms', { atoms: [{ key: 'v1.old', value: 'one' }] });
    expect((await get()).code).toBe(0);
    await bench.service.post('/batch-atoms', { atoms: [{ key: 'v1.old.next', value: 'two' }] });
    expect((await get()).code).toBe(0);
    // A valid proof, of a tree that was smaller.
    isReplaying = true;
    expect((await get()).code).toBe(1);
  } finally {
    await proxy.close();
  }
  const doubtful = await bench.run(runLedgerList, [...state('old'), '--doubtful', '--json']);
  expect(doubtful.code).toBe(1);
  expect(lines(doubtful.shown)).toMatchObject([{ status: { kind: 'contradiction' } }]);
});

it('exits with 3 if nothing explains a root', async () => {
  await bench.at(runPut, ['v1.fork', 'one'], 'fork');
  await bench.service.post('/admin/faults', { tamper: 'fork' });
  try {
    for (const key of ['v1.a', 'v1.fork']) await bench.at(runGet, [key], 'fork');
  } finally {
    await bench.service.post('/admin/faults', {});
  }
  const doubtful = await bench.run(runLedgerList, [...state('fork'), '--doubtful', '--json']);
  expect(doubtful.code).toBe(3);
  expect(lines(doubtful.shown)).toMatchObject([{ status: { kind: 'unexplained' } }]);
});

it.each([
  [runLedgerExport, ['--what', 'proof'], '--entry and --what proof need each other'],
  [runLedgerExport, ['--what', 'all'], '--what must be one of'],
  [runLedgerExport, [], '--state needs --signing-key'],
  [runLedgerList, ['--heads', '--doubtful'], '--doubtful is for roots'],
] as const)('refuses what it cannot do: %# %j', async (command, args, words) => {
  const { code, told } = await bench.run(command, [...args, ...state('none')]);
  expect(code).toBe(2);
  expect(told).toContain(words);
});
