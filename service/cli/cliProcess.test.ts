import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accepted, refusedByEntropy, refusedByPattern } from '#shared/safety/testing/sampleValues.ts';
import { builtPrograms } from '../../engine/testing/builtPrograms.ts';
import { runCli } from './runCli.ts';
import { provenAtomSchema, problemOfAtom } from '../testing/verifyAtom.ts';

// The service as its own process, bundled as in the app, so that tests can kill it.
const started = z.strictObject({
  address: z.string(),
  fullKey: z.string().nullable(),
  readKey: z.string().nullable(),
});
let program: string;
let data: string;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  program = join(await builtPrograms(), 'service-cli.js');
});

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'atom-cli-data-'));
});
afterEach(async () => {
  for (const child of children) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  children.clear();
  await rm(data, { recursive: true });
});

function command(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [program, '--data', data, ...args], {
    env: { ...process.env, ...env },
    stdio: 'pipe',
  });
  children.add(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, ...output }));
  return { child, ended };
}

/** By words alone, as the model takes longer to load than the rest of the service, unless a test is about recall. */
async function serve(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  recall: readonly string[] = ['--words-only'],
) {
  const { child, ended } = command(['--json', ...recall, ...args], env);
  const lines = createInterface(child.stdout);
  const first = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    ended.then(({ stderr }) => Promise.reject(new Error(`The service ended: ${stderr}`))),
  ]);
  const { address, fullKey, readKey } = started.parse(JSON.parse(first));
  const ask = async (method: string, path: string, body?: unknown, apiKey = fullKey) => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  return { child, ended, address, fullKey, readKey, ask };
}

/** What changes the saved keys, in this process: output and exit code of a process are tested with other commands. */
async function keysCommand(...args: readonly string[]): Promise<string> {
  let shown = '';
  const code = await runCli(['keys', ...args, '--data', data], {
    env: {},
    platform: process.platform,
    print: (text) => (shown += text),
    complain: (text) => (shown += text),
    stopped: () => Promise.reject(new Error('It started a service.')),
  });
  expect({ code, shown }).toEqual({ code: 0, shown });
  return shown;
}

describe('the service as a process', () => {
  it('creates two keys on its first run, shows them once, and saves only hashes', async () => {
    const first = await serve();
    expect((await first.ask('POST', '/atoms', { key: 'v1.a', value: 'x' })).status).toBe(201);
    expect((await first.ask('GET', '/atoms/v1.a', undefined, first.readKey)).status).toBe(200);
    expect((await first.ask('POST', '/atoms', { key: 'v1.a', value: 'x' }, first.readKey)).status).toBe(403);
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);

    const second = await serve();
    expect([second.fullKey, second.readKey]).toEqual([null, null]);
    expect((await second.ask('GET', '/atoms/v1.a', undefined, first.readKey)).status).toBe(200);
    expect(await readFile(join(data, 'api-keys.json'), 'utf8')).not.toContain(first.fullKey);
  });

  it.skipIf(process.platform === 'win32')(
    'restricts its data to its user, including what an earlier version left readable',
    async () => {
      await mkdir(join(data, 'memory'), { mode: 0o755 });
      await chmod(join(data, 'memory'), 0o755);
      await writeFile(join(data, 'memory', 'LOG'), 'of an earlier version');
      await chmod(join(data, 'memory', 'LOG'), 0o644);
      const service = await serve();
      expect((await service.ask('POST', '/atoms', { key: 'v1.a', value: 'x' })).status).toBe(201);
      service.child.kill('SIGTERM');
      await service.ended;
      const open: string[] = [];
      for (const entry of await readdir(data, { withFileTypes: true, recursive: true })) {
        const path = join(entry.parentPath, entry.name);
        const { mode } = await stat(path);
        if ((mode & 0o777) !== (entry.isDirectory() ? 0o700 : 0o600)) {
          open.push(`${path} ${(mode & 0o777).toString(8)}`);
        }
      }
      expect(open).toEqual([]);
    },
  );

  it('accepts keys from the environment and saves none of them', async () => {
    const service = await serve([], {
      ATOM_SERVICE_FULL_KEY: 'known-full',
      ATOM_SERVICE_READ_KEY: 'known-read',
    });
    expect(service.fullKey).toBeNull();
    expect((await service.ask('POST', '/atoms', { key: 'a', value: 'x' }, 'known-full')).status).toBe(201);
    expect((await service.ask('POST', '/atoms', { key: 'a', value: 'x' }, 'known-read')).status).toBe(403);
    await expect(readFile(join(data, 'api-keys.json'))).rejects.toThrow('ENOENT');
  });

  it('adds, lists, and revokes keys, which a running service notices', async () => {
    const service = await serve([], { ATOM_SERVICE_FULL_KEY: 'f' });
    const options = ['--scope', 'read', '--name', 'A dashboard', '--rate', '9'];
    const apiKey = (await keysCommand('add', ...options)).trim();
    const status = async () => (await service.ask('GET', '/atoms/none', undefined, apiKey)).status;
    await expect.poll(status).toBe(404);
    const { code, stdout: list } = await command(['keys', 'list']).ended;
    expect(code).toBe(0);
    const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;
    expect(list).toMatch(
      new RegExp(
        `^id +scope +tier +rate +created .*\n[0-9a-f]{16}  read   -     9/s   ${time}  -          -        A dashboard\n$`,
      ),
    );
    const id = list.split('\n')[1]?.slice(0, 16) ?? '';
    expect(await keysCommand('revoke', id)).toBe('');
    await expect.poll(status).toBe(401);
    const [key, ...others] = JSON.parse(await keysCommand('list', '--json')) as readonly object[];
    expect(others).toEqual([]);
    expect(key).toEqual({
      id,
      scope: 'read',
      name: 'A dashboard',
      rate: { burst: 18, perSecond: 9 },
      createdAt: expect.any(Number) as unknown,
      revokedAt: expect.any(Number) as unknown,
    });
    expect(await command(['keys', 'remove', id]).ended).toMatchObject({ code: 2, stdout: '' });
  });

  it('limits requests by the rate of the key, or else by that of the service', async () => {
    const slow = (await keysCommand('add', '--scope', 'read', '--rate', '1', '--burst', '2')).trim();
    const service = await serve([], { ATOM_SERVICE_FULL_KEY: 'f' });
    const limitOf = async (apiKey: string) => {
      const answer = await fetch(`${service.address}/atoms/none`, {
        headers: { Authorization: `Bearer ${apiKey}` },
      });
      return answer.headers.get('ratelimit-limit');
    };
    expect([await limitOf(slow), await limitOf('f')]).toEqual(['2', '1000']);
  });

  it('limits values by the tier of the key, or else by that of the service', async () => {
    const small = (await keysCommand('add', '--scope', 'full', '--tier', 'small')).trim();
    const plain = (await keysCommand('add', '--scope', 'full')).trim();
    expect(await keysCommand('list')).toMatch(/\n\w{16} {2}full {3}small {2}.*\n\w{16} {2}full {3}- .*\n$/);
    const service = await serve(['--tier', 'medium']);
    const statusOf = async (apiKey: string, bytes: number) =>
      (await service.ask('POST', '/atoms', { key: 'v1.a', value: 'é'.repeat(bytes / 2) }, apiKey)).status;
    expect(await statusOf(small, 4_096)).toBe(201);
    expect(await statusOf(small, 4_098)).toBe(413);
    expect(await statusOf(plain, 16_384)).toBe(201);
    expect(await statusOf(plain, 16_386)).toBe(413);
  });

  it('opens the demo memory with valid proofs and predictions', async () => {
    const service = await serve(['--seed', 'demo'], {}, []);
    const answer = z
      .object({ atoms: z.array(provenAtomSchema), predictions: z.array(z.string()) })
      .parse((await service.ask('POST', '/recall', { query: 'orchid project status' })).body);
    expect(answer.atoms.length).toBeGreaterThan(0);
    expect(answer.atoms.map(problemOfAtom).filter((wrong) => wrong !== null)).toEqual([]);
    expect(answer.predictions.length).toBeGreaterThan(0);
  });

  it('refuses every secret, and keeps it out of its responses, its output, and its folder', async () => {
    const service = await serve(['--faults'], { ATOM_SERVICE_FULL_KEY: 'f' });
    const secrets = [...refusedByPattern, ...refusedByEntropy].map(([, value]) => value);
    const answers: string[] = [];
    for (const [index, value] of secrets.entries()) {
      const single = await service.ask('POST', '/atoms', { key: `v1.secret.${index}`, value }, 'f');
      const atoms = [
        { key: 'v1.harmless', value: 'dark' },
        { key: 'v1.secret', value },
      ];
      const batch = await service.ask('POST', '/batch-atoms', { atoms }, 'f');
      expect([single.status, batch.status]).toEqual([422, 422]);
      answers.push(JSON.stringify([single.body, batch.body]));
    }
    for (const [index, [, value]] of accepted.entries()) {
      const stored = await service.ask('POST', '/atoms', { key: `v1.harmless.${index}`, value }, 'f');
      expect(stored.status).toBe(201);
    }
    service.child.kill('SIGTERM');
    const { stdout, stderr } = await service.ended;
    const files = await readdir(data, { recursive: true, withFileTypes: true });
    const contents = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
    );
    const everything = [stdout, stderr, ...answers, ...contents].join('\n');
    expect(everything).toContain('v1.harmless.0');
    expect(secrets.filter((value) => everything.includes(value))).toEqual([]);
  });

  it('ends when its parent ends, on request', async () => {
    const service = await serve(['--exit-with-parent']);
    service.child.stdin.end();
    expect((await service.ended).code).toBe(0);
  });

  it('has faults only when started with them', async () => {
    const without = await serve();
    expect((await without.ask('GET', '/admin/faults')).status).toBe(404);
    without.child.kill('SIGINT');
    expect((await without.ended).code).toBe(0);
    const withFaults = await serve(['--faults'], { ATOM_SERVICE_FULL_KEY: 'f' });
    expect((await withFaults.ask('GET', '/admin/faults', undefined, 'f')).status).toBe(200);
  });

  it('explains that a folder or a port is in use, with exit code 1', async () => {
    const service = await serve();
    const sameFolder = await command([]).ended;
    expect(sameFolder).toMatchObject({ code: 1, stdout: '' });
    expect(sameFolder.stderr).toContain('in use by another running service');
    service.child.kill('SIGKILL');
    await service.ended;

    const other = await serve();
    const port = new URL(other.address).port;
    const samePort = await command(['--port', port, '--data', join(data, 'another')]).ended;
    expect(samePort.code).toBe(1);
    expect(samePort.stderr).toContain(`Port ${port} is in use`);
  });

  it('explains an invalid option, with exit code 2', async () => {
    const { code, stdout, stderr } = await command(['--prot', '1']).ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('--prot');
    expect((await command(['--help']).ended).stdout).toContain('--seed demo');
  });
});
