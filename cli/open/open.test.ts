import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { watch } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAppLink } from '../../electron/main/links/readAppLink.ts';
import { openProfileStore } from '../../engine/connections/profileStore.ts';
import { testProfile } from '../../engine/reading/testing/testReadings.ts';
import { runOpen } from '../commands/open.ts';
import { UnusableInput, UsageError } from '../command.ts';
import { findWindow } from './windowProgram.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'open-'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = (name: string): string => path.join(folder, name);

/** A program that writes down what it is started with. */
async function program(name: string): Promise<string> {
  const place = file(name);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(
    place,
    `#!/bin/sh\nprintf '%s\\n' "$#" "$@" > "${file('.started')}"\nmv "${file('.started')}" "${file('started')}"\n`,
  );
  await chmod(place, 0o755);
  return place;
}

/** What the program was started with, as soon as it was. */
async function startedWith(): Promise<readonly string[]> {
  const changes = watch(folder);
  try {
    for (;;) {
      const changed = new Promise((resolve) => changes.once('change', resolve));
      const text = await readFile(file('started'), 'utf8').catch(() => null);
      if (text !== null) return text.trimEnd().split('\n').slice(1);
      await changed;
    }
  } finally {
    changes.close();
  }
}

async function open(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const world = {
    print: () => undefined,
    write: () => undefined,
    complain: () => undefined,
    note: () => undefined,
    progress: () => undefined,
    readStdin: async () => new Uint8Array(),
    programs: '',
    env: { XDG_CONFIG_HOME: folder, ...env },
    onInterrupt: () => () => undefined,
  };
  try {
    return { code: await runOpen(args, world), told: '' };
  } catch (error) {
    if (error instanceof UsageError || error instanceof UnusableInput)
      return { code: 2, told: error.message };
    throw error;
  }
}

const service = 'https://memory.example/atoms';

describe('open', () => {
  it('starts the app', async () => {
    expect(await open([], { ATOM_EXPLORER_APP: await program('app') })).toEqual({ code: 0, told: '' });
    expect(await startedWith()).toEqual([]);
  });

  it('passes an atom as a link that the app can read', async () => {
    const key = 'v1.user.a&b=c';
    const env = { ATOM_EXPLORER_APP: await program('app') };
    expect((await open([key, '--url', `${service}/`], env)).code).toBe(0);
    const [link = '', ...others] = await startedWith();
    expect(others).toEqual([]);
    expect(readAppLink(link)).toMatchObject({ kind: 'atom', address: service, key });
  });

  it('knows the address of a connection of the app', async () => {
    const profiles = await openProfileStore(file('Atom Explorer/connections.json'), Date.now);
    await profiles.add(testProfile(service, { name: 'Team memory' }));
    const env = { ATOM_EXPLORER_APP: await program('app') };
    expect((await open(['v1.a', '--connection', 'Team memory'], env)).code).toBe(0);
    expect(readAppLink((await startedWith())[0] ?? '')).toMatchObject({ address: service, key: 'v1.a' });
    expect((await open(['v1.a', '--connection', 'Other'], env)).told).toContain(
      'no connection called “Other”',
    );
  });

  it('passes an evidence bundle by its whole path', async () => {
    await writeFile(file('theme.sigstore.json'), '{}');
    const relative = path.relative(process.cwd(), file('theme.sigstore.json'));
    expect((await open([relative], { ATOM_EXPLORER_APP: await program('app') })).code).toBe(0);
    expect(await startedWith()).toEqual([file('theme.sigstore.json')]);
  });

  it('finds the program in PATH, and says what to install if there is none', async () => {
    const place = await program('bin/atom-explorer-app');
    const found = await findWindow({ PATH: `relative:${path.dirname(place)}` }, 'linux');
    expect(found).toEqual({ file: place, args: [] });
    for (const [platform, words] of [
      ['linux', 'a .deb file or an AppImage'],
      ['darwin', 'a .dmg file'],
      ['win32', 'an .exe file'],
    ] as const)
      await expect(findWindow({}, platform)).rejects.toThrow(words);
    const named = await findWindow({ ATOM_EXPLORER_APP: await program('Own.app') }, 'darwin');
    expect(named).toEqual({ file: '/usr/bin/open', args: ['-a', file('Own.app')] });
  });

  it.each([
    [['a', 'b'], 'only one key or file'],
    [['v1.a'], 'For a key, say where it is'],
    [['--url', service], '--connection and --url need a key'],
    [['a', '--url', service, '--connection', 'c'], 'Use either --connection or --url'],
    [['a', '--url', 'ftp://a'], '--url'],
    [['', '--url', service], 'cannot be opened from outside the app'],
    [['none.sigstore.json'], 'There is no file none.sigstore.json'],
    [[], 'ATOM_EXPLORER_APP is /none/app, which is not a program'],
  ])('refuses %j', async (args, words) => {
    const { code, told } = await open(args, { ATOM_EXPLORER_APP: '/none/app' });
    expect(code).toBe(2);
    expect(told).toContain(words);
  });
});
