import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { savedWords } from '#shared/text/savedWords.ts';
import { createUserFiles, fileFailed } from './userFiles.ts';

let folder: string;
let file: string;
let suggested: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'user-files-'));
  file = path.join(folder, 'a.csv');
  suggested = [];
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const filesAt = (chosen: string | null) =>
  createUserFiles({
    askWhereToSave: async (name) => {
      suggested.push(name);
      return chosen;
    },
    askWhatToOpen: async () => chosen,
    newId: () => 'new',
  });
const wanted = { title: 'Keys', extensions: ['csv'] };

describe('saving', () => {
  it('writes text as UTF-8 and bytes unchanged, replacing the old content', async () => {
    await writeFile(file, 'a longer text from before');
    expect(await filesAt(file).save('a.csv', 'käse')).toEqual({ ok: true, value: { path: file } });
    expect(await readFile(file, 'utf8')).toBe('käse');
    await filesAt(file).save('a.csv', new Uint8Array([0, 255]));
    expect([...(await readFile(file))]).toEqual([0, 255]);
    expect(await readdir(folder)).toEqual(['a.csv']);
  });

  it('replaces a link with the file, does not write to its target, and says so', async () => {
    const elsewhere = path.join(folder, 'elsewhere.csv');
    await writeFile(elsewhere, 'as it was');
    await symlink('elsewhere.csv', file);
    const saved = await filesAt(file).save('a.csv', 'new');
    expect(saved).toEqual({ ok: true, value: { path: file, replacedLink: 'elsewhere.csv' } });
    expect([await readFile(file, 'utf8'), await readFile(elsewhere, 'utf8')]).toEqual(['new', 'as it was']);
    expect((await lstat(file)).isSymbolicLink()).toBe(false);
    expect(savedWords(file, 'elsewhere.csv')).toBe(
      `Saved to ${file}. It replaced a link. The file that the link pointed to, elsewhere.csv, is unchanged.`,
    );
  });

  it('writes nothing when the user cancels', async () => {
    expect(await filesAt(null).save('a.csv', 'x')).toEqual({ ok: true, value: { path: null } });
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['a:b?.csv', 'a_b_.csv'],
    ['..', 'atoms'],
  ])('suggests a plain name for %j', async (name, plain) => {
    await filesAt(null).save(name, 'x');
    expect(suggested).toEqual([plain]);
  });

  it('gives the reason for a failure, and leaves the old content', async () => {
    const error = (failure: string) => ({ ok: false, error: { code: 'file_failed', failure } });
    expect(await filesAt(path.join(folder, 'no', 'a.csv')).save('a', 'x')).toMatchObject(error('missing'));
    await writeFile(path.join(folder, 'inner'), 'kept');
    await mkdir(file);
    await writeFile(path.join(file, 'inner'), 'kept');
    expect(await filesAt(file).save('a', 'x')).toMatchObject(error('not-a-file'));
    expect((await readdir(folder)).sort()).toEqual(['a.csv', 'inner']);
  });
});

describe('the reason for a failure', () => {
  it.each([
    ['a read-only disk', 'EROFS', 'denied'],
    ['a folder of somebody else', 'EACCES', 'denied'],
    ['a full disk', 'ENOSPC', 'full'],
    ['a used-up quota', 'EDQUOT', 'full'],
    ['a disk that fails', 'EIO', 'other'],
  ])('is told for %s', (_, code, failure) => {
    expect(fileFailed(Object.assign(new Error(code), { code }), 'a.csv')).toMatchObject({
      ok: false,
      error: { code: 'file_failed', failure, path: 'a.csv' },
    });
  });
});

describe('opening', () => {
  it('returns the name and the bytes, or null if the user cancels', async () => {
    await writeFile(file, 'x');
    const opened = await filesAt(file).open(wanted);
    expect(opened).toMatchObject({ ok: true, value: { name: 'a.csv' } });
    if (opened.ok) expect(new TextDecoder().decode(opened.value?.bytes)).toBe('x');
    expect(await filesAt(null).open(wanted)).toEqual({ ok: true, value: null });
  });

  it('refuses a file that is too large before reading it', async () => {
    await writeFile(file, '');
    await truncate(file, 64 * 1024 * 1024 + 1);
    expect(await filesAt(file).open(wanted)).toMatchObject({ error: { failure: 'too-large' } });
  });

  it('reports a file that no longer exists', async () => {
    expect(await filesAt(file).open(wanted)).toMatchObject({ error: { failure: 'missing', path: file } });
  });
});
