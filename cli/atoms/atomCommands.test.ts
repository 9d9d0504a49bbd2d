import { rm, stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { openProfileStore } from '../../engine/connections/profileStore.ts';
import { lockFolder } from '../../engine/storage/folderLock.ts';
import { runConnections } from '../commands/connections.ts';
import { runGet } from '../commands/get.ts';
import { runHistory } from '../commands/history.ts';
import { runKeys } from '../commands/keys.ts';
import { runPut } from '../commands/put.ts';
import { runCli } from '../runCli.ts';
import { serviceScheme, startCommandBench, type CommandBench } from '../testing/commandBench.ts';

let bench: CommandBench;

beforeAll(async () => {
  bench = await startCommandBench();
  await bench.service.post('/batch-atoms', {
    atoms: [
      { key: 'v1.a', value: 'first\nv1.b, version 9: Verified' },
      { key: 'v1.b', value: '\u001B[31mred' },
    ],
  });
});
afterAll(() => bench.close());

/** Changes the proofs of all responses from now on. */
const tamper = () => bench.service.post('/admin/faults', { tamper: 'value' });

async function shownBy(args: readonly string[]): Promise<string> {
  const shown: string[] = [];
  const print = (line: string): unknown => shown.push(line);
  await runCli(args, { print, complain: print, readStdin: async () => new Uint8Array() });
  return shown.join('\n');
}

describe('get', () => {
  it('prints values with their verdicts, and no value passes for a line of the program', async () => {
    const { code, shown, told } = await bench.at(runGet, ['v1.a', 'v1.b']);
    expect({ code, told }).toEqual({ code: 0, told: '' });
    expect(shown.split('\n')).toEqual([
      'v1.a, version 1: Verified',
      '    first',
      '    v1.b, version 9: Verified',
      'v1.b, version 1: Verified',
      '    \u001B[31mred',
    ]);
  });

  it('prints one line of JSON for each key, with the proof', async () => {
    const { code, shown } = await bench.at(runGet, ['v1.b', 'v1.none', '--json']);
    expect(code).toBe(3);
    const [atom, none] = shown.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(shown).not.toContain('\u001B');
    expect(atom).toMatchObject({ key: 'v1.b', version: 1, verdict: 'verified', outcome: 'read' });
    expect(atom?.['proof']).toBeTypeOf('object');
    expect(none).toMatchObject({ key: 'v1.none', outcome: 'missing', contradicts: false });
  });

  it('prints exactly the value with --value', async () => {
    expect(await bench.at(runGet, ['v1.a', '--value'])).toMatchObject({
      code: 0,
      shown: 'first\nv1.b, version 9: Verified',
      told: '',
    });
  });

  it('exits with 1 if a proof fails, and prints no value with --value', async () => {
    await tamper();
    try {
      expect((await bench.at(runGet, ['v1.a', 'v1.b'])).code).toBe(1);
      const only = await bench.at(runGet, ['v1.a', '--value']);
      expect(only).toMatchObject({ code: 1, shown: '' });
      expect(only.told).toContain('v1.a, version 1: Verification failed');
    } finally {
      await bench.service.post('/admin/faults', {});
    }
  });

  it('calls nothing verified by rules that only the service shows', async () => {
    const url = ['--url', bench.service.address()];
    const { code, shown } = await bench.run(runGet, ['v1.a', 'v1.b', ...url]);
    expect(code).toBe(3);
    expect(shown).toContain('Hashing rules are stated only by what is being checked');
    // They hold once they are pinned, in a state folder or by a connection of the app.
    await bench.at(runGet, ['v1.a', 'v1.b'], 'pinned');
    // With values in it, a new state folder is its owner's alone.
    if (process.platform !== 'win32') expect((await stat(bench.file('pinned'))).mode & 0o077).toBe(0);
    const pinned = await bench.run(runGet, ['v1.a', ...url, '--state', bench.file('pinned')]);
    expect(pinned.code).toBe(0);
  });

  it('exits with 1 under another root than the one given, and with 2 if nothing can be read', async () => {
    expect((await bench.at(runGet, ['v1.a', '--root', 'ab'.repeat(32)])).code).toBe(1);
    expect((await bench.run(runGet, ['v1.a', '--url', 'http://127.0.0.1:9'])).code).toBe(2);
  });
});

describe('put', () => {
  it('stores, reads back, and keeps a receipt and what is remembered in the state folder', async () => {
    const stored = await bench.at(runPut, ['v1.put', 'one'], 'put');
    expect(stored).toMatchObject({ code: 0 });
    expect(stored.shown).toContain('Stored “v1.put”, version 1.\n  Read back: as sent. Verified.');
    const again = await bench.at(runPut, ['v1.put', '-', '--json'], 'put', 'two\n');
    expect(JSON.parse(again.shown)).toMatchObject({
      outcome: 'stored',
      isLogged: true,
      versionBefore: 1,
      version: 2,
      readBack: { matches: true, verdict: 'green' },
    });
    expect((await bench.at(runGet, ['v1.put', '--value'])).shown).toBe('two\n');
    // What a state folder knows needs no service and no key.
    const memory = ['--state', bench.file('put')];
    expect(await bench.run(runKeys, memory, { env: { ATOM_SERVICE_KEY: '' } })).toMatchObject({
      code: 0,
      shown: 'v1.put',
    });
    const known = await bench.run(runHistory, ['v1.put', '--json', ...memory]);
    expect(known.code).toBe(0);
    expect(JSON.parse(known.shown)).toMatchObject({ known: { version: 2, verdict: 'green' }, versions: [] });
    expect((await bench.run(runHistory, ['v1.other', ...memory])).code).toBe(2);
  });

  it('stores nothing if the atom is not as expected', async () => {
    const value = ['v1.a', 'other'];
    for (const condition of [['--if-absent'], ['--if-version', '7']]) {
      const { code, shown } = await bench.at(runPut, [...value, ...condition]);
      expect(code).toBe(1);
      expect(shown).toContain('Nothing was stored. “v1.a” is not as expected: it has version 1.');
    }
    expect((await bench.at(runPut, ['v1.new', 'x', '--if-version', '1'])).shown).toContain(
      'there is no such atom',
    );
    expect((await bench.at(runGet, ['v1.a', '--value'])).shown).toContain('first');
    expect((await bench.at(runPut, ['v1.new', 'x', '--if-absent'])).code).toBe(0);
    expect((await bench.at(runPut, ['v1.new', 'y', '--if-version', '1'])).code).toBe(0);
  });

  it('stores a key and a value that begin with a dash after --', async () => {
    const options = ['--url', bench.service.address(), '--scheme', serviceScheme];
    expect((await bench.run(runPut, [...options, '--', '-k', '-h'])).code).toBe(0);
    expect((await bench.run(runGet, ['--value', ...options, '--', '-k'])).shown).toBe('-h');
    const help = await shownBy(['put', '--help']);
    expect(help).toContain('put ... -- KEY VALUE');
    expect(await shownBy(['put', '-k', '-h'])).toBe(help);
  });

  it('never exits with 0 if the receipt could not be saved', async () => {
    await bench.at(runPut, ['v1.logged', 'one'], 'unlogged');
    // No folder can take the place of this file.
    await rm(bench.file('unlogged/writes'), { recursive: true });
    await bench.save('unlogged/writes', '');
    const { code, told, shown } = await bench.at(runPut, ['v1.logged', 'two'], 'unlogged');
    expect(code).toBe(3);
    expect(shown).toContain('Stored “v1.logged”, version 2.');
    expect(told).toContain('the receipt could not be saved');
    expect((await bench.at(runGet, ['v1.logged', '--value'])).shown).toBe('two');
  });

  it('exits with 1 if the proof of what was read back fails', async () => {
    await tamper();
    try {
      expect((await bench.at(runPut, ['v1.tampered', 'x'])).code).toBe(1);
    } finally {
      await bench.service.post('/admin/faults', {});
    }
  });

  it('refuses what looks like a credential, and a key that may only read, with 2', async () => {
    const secret = await bench.at(runPut, ['v1.secret', 'AKIAIOSFODNN7EXAMPLQ']);
    expect(secret).toMatchObject({ code: 2, shown: '' });
    const readOnly = await bench.run(runPut, ['v1.b', 'x', '--url', bench.service.address()], {
      env: { ATOM_SERVICE_KEY: bench.service.readKey },
    });
    expect(readOnly).toMatchObject({ code: 2, shown: '' });
  });

  it.each([
    [['v1.a']],
    [['v1.a', 'x', 'y']],
    [['v1.a', 'x', '--if-absent', '--if-version', '1']],
    [['v1.a', '-', '--key-stdin']],
  ])('refuses %j before anything is sent', async (args) => {
    expect((await bench.at(runPut, args)).code).toBe(2);
  });
});

describe('a connection of the app', () => {
  const name = 'Team memory';
  const id = 'team' as ConnectionId;
  const withKey = ['--connection', name, '--key-env', 'OTHER_KEY'];
  const env = () => ({ OTHER_KEY: bench.service.fullKey });
  const change = async (to: object): Promise<void> => {
    const profiles = await openProfileStore(`${bench.app}/connections.json`, Date.now);
    await profiles.update(id, (before) => ({ ...before, ...to }));
  };

  beforeAll(async () => {
    const profiles = await openProfileStore(`${bench.app}/connections.json`, Date.now);
    const baseUrl = bench.service.address();
    await profiles.add({
      id,
      kind: 'service',
      name,
      baseUrl,
      colour: 'blue',
      readOnly: true,
      scheme: null,
      keyOrigin: new URL(baseUrl).origin,
      keepsHistory: false,
    });
  });

  it('is listed, without its key', async () => {
    const { shown } = await bench.run(runConnections, ['--json']);
    expect(JSON.parse(shown)).toEqual({
      name,
      kind: 'service',
      address: bench.service.address(),
      environment: 'none',
      readOnly: true,
    });
  });

  it('is read with what the app remembers, and a key from the environment is not saved', async () => {
    for (const key of ['v1.a', 'v1.b', 'v1.a'])
      expect((await bench.run(runGet, [key, ...withKey], { env: env() })).code).not.toBe(2);
    expect((await bench.run(runKeys, ['--connection', name])).shown).toBe('v1.a\nv1.b');
    expect(await bench.text('Atom Explorer/connections.json')).not.toContain(bench.service.fullKey);
  });

  it('is read while the app is open, never as verified, and the process that has the folder is named', async () => {
    const lock = await lockFolder(bench.app, 'Atom Explorer');
    try {
      const { code, told } = await bench.run(runGet, ['v1.a', ...withKey], { env: env() });
      expect(code).toBe(3);
      expect(told).toContain(`in use by process ${process.pid} (“Atom Explorer”)`);
      for (const [command, args] of [
        [runKeys, []],
        [runPut, ['v1.a', 'x', '--key-env', 'OTHER_KEY']],
      ] as const) {
        const refused = await bench.run(command, [...args, '--connection', name], { env: env() });
        expect(refused.code).toBe(2);
        expect(refused.told).toContain(`in use by process ${process.pid}`);
      }
    } finally {
      await lock.release();
    }
  });

  it('stores nothing while it is read-only, or production without its name', async () => {
    const put = ['v1.app', 'x', ...withKey];
    expect((await bench.run(runPut, put, { env: env() })).told).toContain('read-only');
    await change({ readOnly: false, environment: 'production' });
    expect(await bench.run(runPut, put, { env: env() })).toMatchObject({ code: 2, shown: '' });
    expect((await bench.run(runPut, [...put, '--confirm', 'Other'], { env: env() })).code).toBe(2);
    const stored = await bench.run(runPut, [...put, '--confirm', name, '--json'], { env: env() });
    expect(JSON.parse(stored.shown)).toMatchObject({ outcome: 'stored', version: 1 });
  });

  it('is not used before the user has connected to an imported address', async () => {
    await change({ isUnconfirmed: true });
    const { code, told } = await bench.run(runGet, ['v1.a', ...withKey], { env: env() });
    expect(code).toBe(2);
    expect(told).toContain('you have not connected to');
  });

  it.each([
    [['--connection', 'Unknown'], 'The app has no connection called “Unknown”'],
    [['--connection', name, '--url', 'http://localhost:1'], 'Use either --connection'],
    [['--connection', name, '--root', 'ab'.repeat(32)], '--root and --scheme cannot be used'],
    [[], 'Choose a connection'],
  ])('is not mixed with other options: %j', async (args, words) => {
    const { code, told } = await bench.run(runGet, ['v1.a', ...args]);
    expect(code).toBe(2);
    expect(told).toContain(words);
  });
});
