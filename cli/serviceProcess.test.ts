import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { help } from '../service/cli/help.ts';
import { builtPrograms } from '../engine/testing/builtPrograms.ts';
import { optionsInHelp } from './definition/optionsInHelp.ts';
import { serviceScheme } from './testing/commandBench.ts';

let programs: string;
let folder: string;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  programs = await builtPrograms();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'service-command-'));
});
afterEach(async () => {
  for (const child of children) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  children.clear();
  await rm(folder, { recursive: true });
});

const started = z.strictObject({ address: z.string(), fullKey: z.string(), readKey: z.string() });

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(programs, 'cli.js'), ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

it('runs the service until its parent ends, and other commands use it', async () => {
  const where = ['--data', folder];
  const child = spawn(
    process.execPath,
    [
      path.join(programs, 'cli.js'),
      'service',
      ...where,
      '--json',
      '--words-only',
      '--seed',
      'demo',
      '--exit-with-parent',
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  children.add(child);
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  const { address, fullKey } = started.parse(JSON.parse(line));
  const put = run(['put', 'v1.mine', 'stored', '--url', address, '--scheme', serviceScheme], {
    ATOM_SERVICE_KEY: fullKey,
  });
  expect(put).toMatchObject({ code: 0, stderr: '' });

  // The folder has one service at a time. That is no failed check, so it is not 1.
  const second = run(['service', ...where, '--words-only']);
  expect(second.code).toBe(2);
  expect(second.stderr).toContain('in use by another running service');

  child.stdin.end();
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);

  const added = run(['service', 'keys', 'add', '--scope', 'read', ...where]);
  expect(added).toMatchObject({ code: 0, stderr: '' });
  expect(
    run(['service', 'keys', 'list', ...where])
      .stdout.trim()
      .split('\n').length,
    // With the names of the columns.
  ).toBe(4);
});

it('does not take a folder that is missing for a memory without keys', () => {
  const { code, stdout, stderr } = run(['service', 'keys', 'list', '--data', path.join(folder, 'none')]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('There is no folder');
});

it('has the options of the service, by the name of this command', () => {
  const pages = [[], ['keys'], ['verify'], ['copy']].map((part) => run(['service', ...part, '--help']));
  expect(pages.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  const stdout = pages.map((page) => page.stdout).join('');
  const listed = [...help.matchAll(/^ {2}(--.*?)(?: {2}|$)/gm)]
    .flatMap(([, names = '']) => [...names.matchAll(/--([a-z-]+)/g)].map(([, name]) => name))
    .filter((name) => name !== 'help');
  expect(listed.length).toBeGreaterThan(30);
  expect(optionsInHelp(help).flatMap(({ options }) => Object.keys(options))).toEqual(listed);
  for (const name of listed) expect(stdout).toContain(`--${String(name)}`);
  expect(stdout).not.toContain('npm run');
  const mistyped = run(['service', '--prot', '1']);
  expect(mistyped.code).toBe(2);
  expect(mistyped.stderr).toContain('atom-explorer service --help');
});
