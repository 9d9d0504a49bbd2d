import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtPrograms } from '../../engine/testing/builtPrograms.ts';
import { fileKeyStore } from '../auth/keyFile.ts';
import { createLevelAtoms } from '../store/level/levelAtoms.ts';
import { leafId, openDatabase, type Database } from '../store/level/database.ts';
import { newTestDatabase } from '../testing/testPostgres.ts';
import { runCli } from './runCli.ts';

let data: string;
const source = () => join(data, 'source');
const target = () => join(data, 'target');
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'atom-copy-'));
});
afterEach(() => rm(data, { recursive: true }));

async function run(...args: readonly string[]) {
  const output = { stdout: '', stderr: '' };
  const code = await runCli(args, {
    env: {},
    platform: process.platform,
    print: (text) => (output.stdout += text),
    complain: (text) => (output.stderr += text),
    stopped: () => Promise.reject(new Error('It started a service.')),
  });
  return { code, ...output };
}

async function inMemory(folder: string, use: (database: Database) => Promise<unknown>): Promise<void> {
  const database = await openDatabase(join(folder, 'memory'));
  await use(database);
  await database.level.close();
}

async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    files.map((file) =>
      stat(join(folder, file)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Versions in batches of 1,000, several of most keys. */
function fill(versions: number): Promise<void> {
  return inMemory(source(), async (database) => {
    const store = createLevelAtoms(database, Date.now);
    for (let first = 0; first < versions; first += 1_000) {
      const count = Math.min(1_000, versions - first);
      await store.append(
        Array.from({ length: count }, (_, place) => ({
          key: `v1.k${((first + place) * 7) % 2_003}`,
          value: `value ${first + place}`,
        })),
      );
    }
  });
}

describe('service verify', () => {
  it('prints the root and says that everything agrees', async () => {
    await fill(2_500);
    const text = await run('verify', '--data', source());
    expect(text).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^leaves {2}2500\nkeys {4}2003\nroot {4}[0-9a-f]{64}\nEverything agrees\.\n$/,
      ) as unknown,
      stderr: '',
    });
    const root = /root {4}(\w+)/.exec(text.stdout)?.[1] ?? '';
    const json = await run('verify', '--data', source(), '--json', '--root', root);
    expect(json.code).toBe(0);
    expect(JSON.parse(json.stdout)).toEqual({
      size: 2_500,
      root,
      keys: 2_003,
      problems: [],
      problemCount: 0,
    });
    expect((await run('verify', '--data', source(), '--root', '0'.repeat(64))).code).toBe(1);
  });

  it('names what is wrong, with exit code 1', async () => {
    await fill(3_000);
    await inMemory(source(), ({ leaves }) =>
      leaves.batch([1_000, 1_001, 1_002].map((index) => ({ type: 'del' as const, key: leafId(index) }))),
    );
    const { code, stdout } = await run('verify', '--data', source());
    expect(code).toBe(1);
    expect(stdout).toContain('Leaf 1000 is missing.\nLeaf 1001 is missing.\nLeaf 1002 is missing.\n');
    expect(stdout).toContain('root    -\n');
  });

  it('creates no memory where there is none, with exit code 3', async () => {
    expect(await run('verify', '--data', source())).toEqual({
      code: 3,
      stdout: '',
      stderr: `${source()} has no memory.\n`,
    });
    await expect(access(join(source(), 'memory'))).rejects.toThrow('ENOENT');
  });

  it('does not read a memory that a service uses, with exit code 3', async () => {
    await fill(1);
    await inMemory(source(), async () => {
      const { code, stderr } = await run('verify', '--data', source());
      expect([code, stderr]).toEqual([3, expect.stringContaining('in use by another running service')]);
    });
  });
});

describe('service copy', () => {
  it('copies a memory with its API keys', async () => {
    await fill(2_500);
    const apiKey = (await run('keys', 'add', '--scope', 'full', '--data', source())).stdout;
    const { code, stdout } = await run('copy', '--from', source(), '--to', target(), '--json');
    expect(code).toBe(0);
    expect(stdout).toBe((await run('verify', '--data', source(), '--json')).stdout);
    expect(await fileKeyStore(target()).list()).toEqual(await fileKeyStore(source()).list());
    const id = (await fileKeyStore(source()).list())[0]?.id ?? '';
    await run('keys', 'revoke', id, '--data', source());
    expect((await run('copy', '--from', source(), '--to', target())).code).toBe(0);
    expect((await fileKeyStore(target()).list())[0]?.revokedAt).toBeDefined();
    expect(apiKey).toMatch(/^atom_full_/);
  });

  it('refuses a target that has another memory, with exit code 1', async () => {
    await fill(10);
    await inMemory(target(), (database) =>
      createLevelAtoms(database, Date.now).append([{ key: 'v1.other', value: 'x' }]),
    );
    expect(await run('copy', '--from', source(), '--to', target())).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The target already has other atoms than the source.\n',
    });
  });

  it('moves a memory to PostgreSQL and back, with the same root and API keys', async () => {
    await fill(2_500);
    await run('keys', 'add', '--scope', 'full', '--name', 'CI', '--data', source());
    const url = await newTestDatabase();
    const expected = (await run('verify', '--data', source(), '--json')).stdout;
    const there = await run('copy', '--from', source(), '--to', url, '--json');
    expect([there.code, there.stdout]).toEqual([0, expected]);
    expect((await run('verify', '--store', url, '--json')).stdout).toBe(expected);
    const back = await run('copy', '--from', url, '--to', target(), '--json');
    expect([back.code, back.stdout]).toEqual([0, expected]);
    const keys = await run('keys', 'list', '--json', '--store', url);
    expect(keys.stdout).toBe((await run('keys', 'list', '--json', '--data', source())).stdout);
    expect(await fileKeyStore(target()).list()).toEqual(await fileKeyStore(source()).list());
  });

  it('creates no API keys for a database, but says that there are none', async () => {
    const url = await newTestDatabase();
    const output = { stdout: '', stderr: '' };
    const code = await runCli(['--words-only', '--json', '--store', url], {
      env: {},
      platform: process.platform,
      print: (text) => (output.stdout += text),
      complain: (text) => (output.stderr += text),
      stopped: () => Promise.resolve(),
    });
    expect([code, JSON.parse(output.stdout)]).toMatchObject([0, { fullKey: null, readKey: null }]);
    expect(output.stderr).toContain('There are no API keys yet.');
    expect((await run('keys', 'list', '--json', '--store', url)).stdout).toBe('[]\n');
  });

  describe('as a process', () => {
    it('goes on after it was killed', async () => {
      const program = join(await builtPrograms(), 'service-cli.js');
      await fill(20_000);
      for (let round = 0; round < 3; round += 1) {
        const args = ['copy', '--from', source(), '--to', target()];
        const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore' });
        const ended = once(child, 'exit');
        const before = await bytesIn(target());
        const more = before + 500_000;
        await expect
          .poll(async () => (await bytesIn(target())) >= more || child.exitCode !== null)
          .toBe(true);
        child.kill('SIGKILL');
        await ended;
      }
      const { code, stdout } = await run('copy', '--from', source(), '--to', target(), '--json');
      expect(code).toBe(0);
      expect(stdout).toBe((await run('verify', '--data', source(), '--json')).stdout);
    });
  });
});
