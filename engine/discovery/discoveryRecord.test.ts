import { appendFile, mkdtemp, open, readdir, readFile, rm, stat, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  latestDiscovery,
  openDiscoveryRecord,
  readDiscoveryRecord,
  unfinishedDiscovery,
  type DiscoveryLine,
} from './discoveryRecord.ts';

const settings = { seeds: ['a'], budget: 5, limit: null, pauseMs: 0, guesses: true };
const begun: DiscoveryLine = { kind: 'begun', settings, at: 1 };
const ended: DiscoveryLine = { kind: 'ended' };
const asked = (query: string): DiscoveryLine => ({
  kind: 'asked',
  outcome: { kind: 'recall', query, limit: 100, hits: 3, fullHits: 2, newKeys: 1 },
  requests: 2,
});

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'record-'));
  file = path.join(folder, 'inner', 'c.jsonl');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function write(...lines: readonly DiscoveryLine[]): Promise<void> {
  const record = await openDiscoveryRecord(file, () => 7);
  for (const line of lines) await record.append(line);
  await record.close();
}

describe('the record of a discovery', () => {
  it('returns what was written, also after reopening', async () => {
    await write(begun, asked('a "quoted"\nline'));
    await write(ended);
    expect(await readDiscoveryRecord(file, () => 7)).toEqual([begun, asked('a "quoted"\nline'), ended]);
  });

  it('is empty where there is none', async () => {
    expect(await readDiscoveryRecord(file, () => 7)).toEqual([]);
  });

  it('drops a line that a crash cut short, and continues after the last complete one', async () => {
    await write(begun, asked('ä'));
    await appendFile(file, '{"kind":"asked","outc');
    await write(asked('b'));
    expect(await readDiscoveryRecord(file, () => 7)).toEqual([begun, asked('ä'), asked('b')]);
  });

  it('removes a line that a full disk cut short, and continues when there is space again', async () => {
    await write(begun);
    const probe = await open(file, 'r');
    const handles = Object.getPrototypeOf(probe) as FileHandle;
    await probe.close();
    const { size } = await stat(file);
    const full = vi.spyOn(handles, 'write').mockImplementationOnce(async function (this: FileHandle) {
      full.mockRestore();
      await this.write('{"kind":"a', size);
      throw new Error('no space left');
    });
    const record = await openDiscoveryRecord(file, () => 7);
    await expect(record.append(asked('a'))).rejects.toThrow('no space left');
    await record.append(asked('b'));
    await record.close();
    expect(await readDiscoveryRecord(file, () => 7)).toEqual([begun, asked('b')]);
  });

  it('moves a damaged record aside and starts a new one', async () => {
    await write(begun);
    await appendFile(file, 'rubbish\n');
    await write(begun, ended);
    expect((await readdir(path.dirname(file))).sort()).toEqual(['c.jsonl', 'c.jsonl.damaged-7']);
    expect(await readFile(`${file}.damaged-7`, 'utf8')).toContain('rubbish');
    expect(await readDiscoveryRecord(file, () => 7)).toEqual([begun, ended]);
  });
});

describe('the content of the record', () => {
  it.each([
    ['none was begun', [], false],
    ['one was begun', [begun, asked('a')], true],
    ['one ended', [begun, asked('a'), ended], false],
    ['another was begun after one that ended', [begun, ended, begun], true],
  ] as const)('%s', (_, lines, isUnfinished) => {
    expect(unfinishedDiscovery(lines) !== null).toBe(isUnfinished);
  });

  it('separates the lines of the last discovery from earlier ones', () => {
    expect(latestDiscovery([begun, asked('a'), ended, begun, asked('b')])).toEqual([begun, asked('b')]);
    expect(latestDiscovery([])).toEqual([]);
  });
});
