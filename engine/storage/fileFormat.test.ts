import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openProfileStore } from '../connections/profileStore.ts';
import { openDiscoveryRecord } from '../discovery/discoveryRecord.ts';
import { fileFailed } from './userFiles/userFiles.ts';
import { openExpectationStore } from '../recall/expectationStore.ts';
import { loadUploadRecord } from '../uploads/uploadRecord.ts';
import { openWindowMemory } from '../../electron/main/window/windowMemory.ts';
import { openReceiptStore } from '../writing/receiptStore.ts';
import { nothingFound, openSizeFindings } from '../writing/sizeFindings.ts';
import { openDatabase } from './database.ts';
import { NewerFileError } from './fileFormat.ts';
import { loadJsonFile } from './jsonFile.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'file-format-'));
  file = path.join(folder, 'a.json');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const now = () => 7;
const log = () => undefined;
const newer = '{"version":9,"what":"this app does not know"}\n';
/** What a newer version of the app wrote is unchanged, and nothing was added. */
const expectUntouched = async (): Promise<void> => {
  expect(await readdir(folder)).toEqual(['a.json']);
  expect(await readFile(file, 'utf8')).toBe(newer);
};

describe('a file that a newer version of the app wrote', () => {
  beforeEach(async () => {
    await writeFile(file, newer);
  });

  it.each([
    ['the list of connections', () => openProfileStore(file, now)],
    ['expectations', () => openExpectationStore(file, { now, newId: () => 'a' })],
    ['the record of a discovery', () => openDiscoveryRecord(file, now)],
  ])('is not read, overwritten, or set aside: %s', async (_, open) => {
    const error: unknown = await open().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(NewerFileError);
    expect(String(error)).toContain(`${file} was written by a newer version of Atom Explorer`);
    expect(String(error)).toContain('Update Atom Explorer');
    expect(fileFailed(error, file)).toMatchObject({ error: { code: 'file_failed', failure: 'newer' } });
    await expectUntouched();
  });

  it('does not keep the window from opening, but then the position is not saved', async () => {
    const memory = await openWindowMemory(file, { now, log });
    memory.remember({ theme: 'dark' });
    expect(memory.state().theme).toBe('dark');
    await memory.settled();
    await expectUntouched();
  });

  it('does not keep size limits from being found again', async () => {
    const findings = await openSizeFindings(file, now);
    findings.set({ ...nothingFound, largestAccepted: 5 });
    await findings.save();
    expect(findings.value().largestAccepted).toBe(5);
    await findings.close();
    await expectUntouched();
  });
});

it('an upload of a newer app version stays where it is', async () => {
  await writeFile(path.join(folder, 'upload.json'), '{"format":9}');
  await expect(loadUploadRecord(folder)).rejects.toThrow(NewerFileError);
  expect(await readdir(folder)).toEqual(['upload.json']);
});

it('a database of a newer app version is neither read nor set aside', async () => {
  const database = path.join(folder, 'writes');
  await mkdir(folder, { recursive: true });
  const { database: opened } = await openDatabase({ folder: database, load: async () => null, now });
  await opened.put('version', '2');
  await opened.put('summary/1/a', 'of another kind');
  await opened.close();
  await expect(openReceiptStore(database, now)).rejects.toThrow(NewerFileError);
  expect(await readdir(folder)).toEqual(['writes']);
});

describe('a file that an older version of the app wrote', () => {
  const format = {
    version: 3,
    schema: z.strictObject({ version: z.literal(3), names: z.array(z.string()) }),
    migrations: {
      1: (content: unknown) => ({ version: 2, name: z.object({ title: z.string() }).parse(content).title }),
      2: (content: unknown) => ({ version: 3, names: [z.object({ name: z.string() }).parse(content).name] }),
    },
  };
  const load = () => loadJsonFile({ file, format, fresh: { version: 3 as const, names: [] }, now });

  it.each([
    ['that stated no version yet', '{"title":"a"}'],
    ['of the version before', '{"version":2,"name":"a"}'],
    ['of this version', '{"version":3,"names":["a"]}'],
  ])('is upgraded: one %s', async (_, content) => {
    await writeFile(file, content);
    expect(await load()).toEqual({ value: { version: 3, names: ['a'] }, setAside: null });
  });

  it('is set aside if it is damaged', async () => {
    await writeFile(file, '{"version":2}');
    expect(await load()).toEqual({ value: { version: 3, names: [] }, setAside: `${file}.damaged-7` });
  });
});
