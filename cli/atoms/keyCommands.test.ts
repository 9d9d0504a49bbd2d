import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFaultyService } from '../../engine/uploads/testing/faultyService.ts';
import { runDiscover } from '../commands/discover.ts';
import { runExport } from '../commands/export.ts';
import { runImportKeys } from '../commands/importKeys.ts';
import { runKeys } from '../commands/keys.ts';
import { runPredict } from '../commands/predict.ts';
import { serviceScheme, startCommandBench, type CommandBench } from '../testing/commandBench.ts';

let bench: CommandBench;
const keys = ['v1.team.red', 'v1.team.blue', 'v1.team.green'];

beforeAll(async () => {
  bench = await startCommandBench();
  await bench.service.post('/batch-atoms', {
    atoms: keys.map((key) => ({ key, value: `the team ${key}` })),
  });
});
afterAll(() => bench.close());

const predict = (args: readonly string[]) =>
  bench.run(runPredict, [...args, '--url', bench.service.address()]);
const lines = (text: string) => text.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);

it('discovers keys, which are known from then on', async () => {
  const { code, shown } = await bench.at(runDiscover, ['team', '--json'], 'found');
  expect(code).toBe(0);
  expect(JSON.parse(shown)).toMatchObject({ state: 'done', newKeys: 3 });
  const memory = ['--state', bench.file('found')];
  expect(new Set((await bench.run(runKeys, memory)).shown.split('\n'))).toEqual(new Set(keys));
  const filtered = await bench.run(runKeys, [...memory, '--filter', 'RED', '--status', 'green', '--json']);
  expect(lines(filtered.shown)).toMatchObject([{ key: 'v1.team.red', version: 1, verdict: 'green' }]);
  expect((await bench.run(runKeys, [...memory, '--prefix', 'v1.none', '--count'])).shown).toBe('0');
  const one = await bench.at(runDiscover, ['team', '--budget', '1', '--json'], 'little');
  expect(one.code).toBe(3);
});

it('does not pass an interrupted search for one with other words', async () => {
  let isDown = true;
  const faulty = await startFaultyService(
    bench.service,
    () => 'none',
    () => !isDown,
  );
  const where = ['--url', faulty.address(), '--scheme', serviceScheme, '--state', bench.file('other')];
  const discover = (...args: readonly string[]) =>
    bench.run(runDiscover, [...args, ...where, '--patience', '0']);
  try {
    expect((await discover('team')).code).toBe(3);
    isDown = false;
    const other = await discover('people');
    expect(other).toMatchObject({ code: 2, shown: '' });
    expect(other.told).toContain('began with other words');
    expect((await discover('team')).code).toBe(0);
  } finally {
    await faulty.close();
  }
});

it('exits with 1 if an atom that it finds fails, and names it', async () => {
  await bench.service.post('/admin/faults', { tamper: 'value' });
  try {
    const { code, shown, told } = await bench.at(runDiscover, ['team', '--json'], 'bad');
    expect(code).toBe(1);
    expect(new Set((JSON.parse(shown) as { readonly failed: readonly string[] }).failed)).toEqual(
      new Set(keys),
    );
    expect(told).toContain('3 atoms failed their verification, or contradict what was known: “v1.team.');
  } finally {
    await bench.service.post('/admin/faults', {});
  }
});

it('does not pass over entries of a file that cannot be keys', async () => {
  await bench.save('mixed.json', JSON.stringify([keys[0], '', 7, keys[1]]));
  const mixed = await bench.at(runImportKeys, [bench.file('mixed.json'), '--json'], 'mixed');
  expect(mixed.code).toBe(3);
  expect(mixed.told).toContain('1 entry of the file cannot be a key and was skipped: item 3.');
  expect(JSON.parse(mixed.shown)).toMatchObject({ verdicts: { green: 2 }, skipped: 1 });
  // An empty line holds nothing that could be left out.
  await bench.save('blank.txt', `${keys[0]}\n\n${keys[1]}\n`);
  expect(await bench.at(runImportKeys, [bench.file('blank.txt')], 'mixed')).toMatchObject({
    code: 0,
    told: '',
  });
});

it('imports the keys of a file, and exports atoms as lines and as a file', async () => {
  await bench.save('keys.csv', `number,name\n1,${keys[0]}\n2,${keys[1]}\n3,v1.team.none\n`);
  const imported = await bench.at(
    runImportKeys,
    [bench.file('keys.csv'), '--column', 'name', '--json'],
    'imported',
  );
  expect(imported.code).toBe(3);
  expect(JSON.parse(imported.shown)).toMatchObject({ verdicts: { green: 2 }, missing: 1, newKeys: 2 });
  const unknown = await bench.at(runImportKeys, [bench.file('keys.csv'), '--column', 'other'], 'imported');
  expect(unknown.told).toContain('has no column other. Columns: number, name.');

  const printed = await bench.at(runExport, [], 'imported');
  expect(printed.code).toBe(0);
  expect(lines(printed.shown)).toMatchObject([
    { key: keys[1], value: `the team ${keys[1]}`, verdict: 'verified' },
    { key: keys[0] },
  ]);
  const written = await bench.at(
    runExport,
    ['--out', bench.file('atoms.json'), '--prefix', 'v1.team.red'],
    'imported',
  );
  expect(written.code).toBe(0);
  expect(await bench.text('atoms.json')).toContain('the team v1.team.red');
  expect(await bench.text('atoms.json')).not.toContain('v1.team.blue');
});

it('counts no key as verified because the service returned another one twice', async () => {
  const faulty = await startFaultyService(
    bench.service,
    () => 'none',
    () => true,
    (body) => {
      const { atoms, ...others } = JSON.parse(body) as {
        readonly atoms?: readonly { readonly key: string }[];
      };
      const [first, second] = atoms ?? [];
      if (first === undefined || second === undefined) return body;
      return JSON.stringify({ ...others, atoms: [first, first, { ...second, proof: null }] });
    },
  );
  const run = (command: typeof runExport, ...args: readonly string[]) =>
    bench.run(command, [
      ...args,
      '--url',
      faulty.address(),
      '--scheme',
      serviceScheme,
      '--state',
      bench.file('twice'),
    ]);
  try {
    await bench.save('two.txt', `${keys[0]}\n${keys[1]}\n`);
    expect((await run(runImportKeys, bench.file('two.txt'), '--unread')).code).toBe(0);
    expect((await run(runExport, '--out', bench.file('twice.json'))).code).toBe(3);
    expect((await bench.text('twice.json')).split('"verdict":"verified"').length).toBe(3);
  } finally {
    await faulty.close();
  }
});

it('verifies nothing if no key matches', async () => {
  const none = ['--prefix', 'v1.nobody'];
  expect(await bench.at(runExport, none, 'imported')).toMatchObject({ code: 3, shown: '' });
  const written = await bench.at(runExport, [...none, '--out', bench.file('none.json')], 'imported');
  expect(written.code).toBe(3);
  expect(written.told).toContain('No known key matches.');
});

it('exits with 1 if an exported atom fails', async () => {
  await bench.service.post('/admin/faults', { tamper: 'value' });
  try {
    expect((await bench.at(runExport, [], 'imported')).code).toBe(1);
    expect((await bench.at(runExport, ['--out', bench.file('bad.csv')], 'imported')).code).toBe(1);
  } finally {
    await bench.service.post('/admin/faults', {});
  }
});

it('shows what follows an atom, and says so if there is more', async () => {
  // The service learns from the order of recalls.
  for (let round = 0; round < 3; round += 1)
    for (const key of keys) await bench.service.post('/recall', { query: key, limit: 1 });
  const whole = await predict(['v1.team.red', '--json']);
  expect(whole.code).toBe(0);
  const { nodes } = JSON.parse(whole.shown) as { readonly nodes: readonly { readonly key: string }[] };
  expect(nodes.map(({ key }) => key)).toContain('v1.team.blue');
  const dot = await predict(['v1.team.red', '--format', 'dot', '--budget', '1']);
  expect(dot.code).toBe(3);
  expect(dot.shown).toContain('digraph');
  const svg = await predict(['v1.team.red', '--format', 'svg']);
  expect(svg.code).toBe(0);
  expect(svg.shown).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+"/);
  expect(svg.shown.match(/<g transform/g)).toHaveLength(nodes.length);
  expect((await predict(['v1.team.red', '--format', 'json'])).shown).toBe(whole.shown);
  expect((await predict(['v1.team.red', '--depth', '1'])).shown).toMatch(/^v1\.team\.red\n {2}1\. v1/);
});

it.each([
  [runDiscover, ['team'], 'discover needs --connection, or --state'],
  [runImportKeys, ['keys.txt'], 'import-keys needs --connection, or --state'],
  [runExport, [], 'export needs --connection, or --state'],
  [runExport, ['--state', 'x', '--known'], '--known needs --out'],
  [runPredict, [], 'predict needs one key'],
  [runPredict, ['a', '--format', 'png'], '--format must be one of'],
  [runPredict, ['a', '--format', 'svg', '--json'], 'Use either --json or another --format'],
] as const)('refuses what it cannot do: %# %j', async (command, args, words) => {
  const { code, told } = await bench.run(command, [...args, '--url', bench.service.address()]);
  expect(code).toBe(2);
  expect(told).toContain(words);
});
