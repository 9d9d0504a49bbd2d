import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { PreviousValuesOfWrite } from '#shared/domain/store.ts';
import {
  createMemoryKeyStorage,
  type MemoryKeyStorage,
} from '../storage/keychain/testing/memoryKeyStorage.ts';
import { createDataKeys } from '../storage/dataKeys.ts';
import { createPreviousValues, type PreviousValues } from './previousValues.ts';

const id = 'one' as ConnectionId;
let folder: string;
let keychain: MemoryKeyStorage;
let time: number;
let isKnown: boolean;
let address: string;
let previous: PreviousValues;

const open = (): PreviousValues =>
  createPreviousValues({
    folder,
    dataKeys: createDataKeys(keychain, 'previous-values'),
    isKnown: () => isKnown,
    addressOf: () => address,
    limits: { writes: 3, bytes: 2_500, units: 1_000 },
    now: () => (time += 1),
    log: () => undefined,
  });
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'previous-'));
  keychain = createMemoryKeyStorage();
  time = 1_000;
  isKnown = true;
  address = 'https://one.example';
  previous = open();
});
afterEach(async () => {
  await previous.close();
  await rm(folder, { recursive: true });
});

const atoms = (value: string): PreviousValuesOfWrite => ({
  atoms: [{ key: 'v1.secret.name', version: 3, value, verdict: 'green', replacedBy: '00ff' }],
  notKept: [{ why: 'reading before the store failed', atoms: 2 }],
});
const files = (): Promise<readonly string[]> => readdir(path.join(folder, id));

describe('values from before a write', () => {
  it('are there after a restart, sealed on disk', async () => {
    expect(await previous.keep(id, 'w1', atoms('the old words'))).toBeNull();
    const [file = ''] = await files();
    const text = await readFile(path.join(folder, id, file), 'latin1');
    for (const part of ['old words', 'secret', 'w1']) expect(text + file).not.toContain(part);
    previous = open();
    expect(await previous.count(id, 'w1')).toBe(1);
    expect(await previous.read(id, 'w1')).toEqual(atoms('the old words'));
    expect(await previous.read(id, 'w2')).toBeNull();
    expect((await previous.usage(id)).writes).toBe(1);
  });

  it('are not read if a file was changed, or moved to another write', async () => {
    await previous.keep(id, 'w1', atoms('one'));
    await previous.keep(id, 'w2', atoms('two'));
    const [first = '', second = ''] = (await files()).map((file) => path.join(folder, id, file));
    await writeFile(first, await readFile(second));
    expect(await previous.read(id, 'w1')).toBeNull();
    expect(await previous.read(id, 'w2')).toEqual(atoms('two'));
  });

  it('are not for another service, which the connection may have since', async () => {
    await previous.keep(id, 'w1', atoms('one'));
    address = 'https://two.example';
    expect(await previous.read(id, 'w1')).toBeNull();
    address = 'https://one.example';
    expect(await previous.read(id, 'w1')).toEqual(atoms('one'));
  });

  it('of several parts are those from before all that the write stored', async () => {
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    const part = (was: string, now: string) => ({
      atoms: [{ key: 'k', version: 1, value: was, verdict: 'green' as const, replacedBy: sha256(now) }],
      notKept: [],
    });
    const readBack = async () => (await previous.read(id, 'w1'))?.atoms.map(({ value }) => value);
    await previous.keep(id, 'w1', part('theirs', 'one'));
    await previous.keep(id, 'w1', part('one', 'two'));
    await previous.keep(id, 'w1', part('two', 'three'));
    expect(await readBack()).toEqual(['theirs']);
    // What others stored in between is what the last part replaced.
    await previous.keep(id, 'w1', part('theirs again', 'four'));
    expect(await readBack()).toEqual(['theirs again']);
  });

  it('make room for later ones: at most so many, and so large together', async () => {
    for (const write of ['w1', 'w2', 'w3', 'w4']) await previous.keep(id, write, atoms(write));
    expect(await previous.count(id, 'w1')).toBe(0);
    expect(await previous.count(id, 'w2')).toBe(1);
    await previous.keep(id, 'w5', atoms('x'.repeat(900)));
    await previous.keep(id, 'w6', atoms('x'.repeat(900)));
    await previous.keep(id, 'w7', atoms('x'.repeat(900)));
    expect(await previous.usage(id)).toMatchObject({ writes: 2 });
    expect(await previous.count(id, 'w7')).toBe(1);
  });

  it('make room for later ones in the order of the writes, although the clock was set back', async () => {
    for (const write of ['w1', 'w2', 'w3']) await previous.keep(id, write, atoms(write));
    time = 10;
    await previous.keep(id, 'w4', atoms('w4'));
    const counts = ['w1', 'w2', 'w3', 'w4'].map((write) => previous.count(id, write));
    expect(await Promise.all(counts)).toEqual([0, 1, 1, 1]);
  });

  it('are not kept if they are too large, without a keychain, or on a full disk, and say why', async () => {
    expect(await previous.keep(id, 'w1', atoms('x'.repeat(2_000)))).toBe(
      'there are too many of them, or they are too large',
    );
    expect(await previous.keep(id, 'w1', atoms('x'))).toBeNull();
    await rm(path.join(folder, id), { recursive: true });
    await writeFile(path.join(folder, id), 'in the way');
    expect(await previous.keep(id, 'w1', atoms('x'))).toBe('writing to the disk failed');
    await rm(path.join(folder, id));
    keychain.fault = new Error('The keychain is locked.');
    previous = open();
    expect(await previous.keep(id, 'w1', atoms('x'))).not.toBeNull();
    // No store waits for it each time.
    const { length } = keychain.calls;
    expect(await previous.keep(id, 'w2', atoms('x'))).not.toBeNull();
    expect(keychain.calls).toHaveLength(length);
  });

  it('are deleted one by one, together, and with the connection', async () => {
    await previous.keep(id, 'w1', atoms('one'));
    await previous.keep(id, 'w2', atoms('two'));
    await previous.drop(id, 'w1');
    expect(await previous.usage(id)).toMatchObject({ writes: 1 });
    await previous.clear(id);
    expect(await previous.usage(id)).toEqual({ writes: 0, bytes: 0 });
    await previous.keep(id, 'w3', atoms('three'));
    isKnown = false;
    await previous.forget(id);
    expect(keychain.secrets.size).toBe(0);
    // A write that ends later creates nothing.
    expect(await previous.keep(id, 'w4', atoms('four'))).toBe('the connection was removed');
    expect(await readdir(folder)).toEqual([]);
  });
});
