import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadJsonFile, saveJsonFile } from './jsonFile.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'json-file-'));
  file = path.join(folder, 'a.json');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const load = () =>
  loadJsonFile({
    file,
    format: { version: 1, schema: z.object({ n: z.number() }) },
    fresh: { n: 0 },
    now: () => 7,
  });

describe('a JSON file', () => {
  it('starts with defaults, and contains what was saved', async () => {
    expect(await load()).toEqual({ value: { n: 0 }, setAside: null });
    await saveJsonFile(file, { n: 5 });
    expect(await load()).toEqual({ value: { n: 5 }, setAside: null });
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it.each(['', '{"n":', '{"n":"five"}', 'null'])('is set aside if damaged: %j', async (content) => {
    await writeFile(file, content);
    expect(await load()).toEqual({ value: { n: 0 }, setAside: `${file}.damaged-7` });
    expect(await readFile(`${file}.damaged-7`, 'utf8')).toBe(content);
  });

  it('is not considered damaged if it cannot be read', async () => {
    await mkdir(file);
    await expect(load()).rejects.toThrow('This is not a file');
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it('stays unchanged if the new one cannot be written', async () => {
    await saveJsonFile(file, { n: 5 });
    await mkdir(`${file}.new`);
    await expect(saveJsonFile(file, { n: 6 })).rejects.toThrow('EISDIR');
    expect(await load()).toMatchObject({ value: { n: 5 } });
  });
});
