import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUserFiles } from '../engine/storage/userFiles/userFiles.ts';
import { UnusableInput } from './command.ts';
import { collect, readInput } from './readInput.ts';
import { runCli } from './runCli.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'read-input-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A pipe with a name, into which a process writes. */
function pipeFrom(command: string): string {
  const file = path.join(folder, `pipe-${command.length}`);
  execFileSync('mkfifo', [file]);
  spawn('sh', ['-c', `exec > "$0"; ${command}`, file], { stdio: 'ignore' });
  return file;
}

async function run(...args: readonly string[]) {
  const complaints: string[] = [];
  const code = await runCli(args, {
    print: () => undefined,
    complain: (line) => complaints.push(line),
    readStdin: async () => new Uint8Array(),
  });
  return { code, complaint: complaints.join('') };
}

describe.skipIf(process.platform === 'win32')('input of a command (G9)', () => {
  it('is not a device, which may never end', async () => {
    await writeFile(path.join(folder, 'x.json'), '{}');
    const url = ['--url', 'http://127.0.0.1:9', '--key-env', 'PATH'];
    for (const args of [
      ['verify', '/dev/zero'],
      ['verify', path.join(folder, 'x.json'), '--checkpoint', '/dev/zero'],
      ['snapshot', '/dev/zero'],
      ['audit', 'merge', '/dev/zero'],
      ['audit', ...url, '--keys', '/dev/zero'],
      ['audit', ...url, '--keys', path.join(folder, 'x.json'), '--signing-key', '/dev/zero'],
      ['recall', ...url, '--expect', '/dev/zero'],
    ])
      expect(await run(...args)).toEqual({
        code: 2,
        complaint: expect.stringMatching(
          /^\/dev\/zero is (a device, )?not a file\. Specify a file/,
        ) as string,
      });
  });

  it('can be a pipe, up to a limit', async () => {
    expect(Buffer.from(await readInput(pipeFrom('printf abc'))).toString()).toBe('abc');
    await expect(readInput(pipeFrom('exec yes'), 1_000_000)).rejects.toThrow(UnusableInput);
    await expect(readInput(pipeFrom('exec cat /dev/zero'), 1_000_000)).rejects.toThrow(
      'is too large to read: it has more than',
    );
  });

  it('is limited, whether the size is stated or not', async () => {
    const file = path.join(folder, 'large');
    await writeFile(file, '');
    await truncate(file, 1_001);
    await expect(readInput(file, 1_000)).rejects.toThrow('is too large to read');
    expect(await readInput(file, 1_001)).toHaveLength(1_001);
    const endless = async function* () {
      for (;;) yield new Uint8Array(100);
    };
    await expect(collect(endless(), 'Standard input', 1_000)).rejects.toThrow(
      'Standard input is too large to read',
    );
  });
});

describe.skipIf(process.platform === 'win32')('a file that is opened in the window (G9)', () => {
  it.each(['/dev/zero', 'a pipe'])('is not %s', async (what) => {
    const file = what === 'a pipe' ? path.join(folder, 'quiet') : what;
    if (what === 'a pipe') execFileSync('mkfifo', [file]);
    const files = createUserFiles({
      askWhereToSave: async () => null,
      askWhatToOpen: async () => file,
      newId: () => 'new',
    });
    expect(await files.open({ title: 'Proofs', extensions: ['json'] })).toMatchObject({
      ok: false,
      error: { failure: 'not-a-file', path: file },
    });
  });
});
