import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ClassicLevel } from 'classic-level';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateHere, type StateHere } from '../../known/stateRecord/testing/stateHere.ts';

const id = 'one' as ConnectionId;

let folder: string;
let here: StateHere;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'connection-grounds-'));
  here = await stateHere(folder);
});
afterEach(async () => {
  await here.close();
  await rm(folder, { recursive: true });
});

const place = (...names: readonly string[]): string => path.join(folder, ...names);
const reopen = async (): Promise<void> => {
  await here.close();
  here = await stateHere(folder);
};

describe('the grounds of a connection', () => {
  it('are given, and pins left out by choice, for a connection that is new', async () => {
    expect(await here.grounds()).toEqual({
      rules: { kind: 'given' },
      pins: { kind: 'none' },
      ledger: { kind: 'given' },
      knownKeys: { kind: 'given' },
    });
    await here.use();
    expect((await here.grounds()).pins).toEqual({ kind: 'given' });
  });

  it('C5: keep pins and ledger if the known keys are of a newer version', async () => {
    await here.use();
    await here.close();
    const database = new ClassicLevel(place('catalogue/one/keys'));
    await database.open();
    await database.put('version', '2');
    await database.close();
    await reopen();
    expect(await here.grounds()).toMatchObject({
      pins: { kind: 'given' },
      ledger: { kind: 'given' },
      knownKeys: { kind: 'unavailable', why: 'newer-format' },
    });
    // The ledger is asked and continued.
    expect((await here.catalogues.ledgerOf(id)).held().size).toBe(1);
  });

  it('C5, G1: leave a ledger alone while another process uses the known keys, and keep the pins', async () => {
    await here.use();
    await here.close();
    const entries = place('catalogue/one/root-ledger/entries.jsonl');
    // An entry that the other process is writing.
    await writeFile(entries, `${await readFile(entries, 'utf8')}{"sequence":1,`);
    const before = await readFile(entries, 'utf8');
    const other = new ClassicLevel(place('catalogue/one/keys'));
    await other.open();
    await reopen();
    expect(await here.grounds()).toMatchObject({
      pins: { kind: 'given' },
      ledger: { kind: 'unavailable', why: 'in-use' },
      knownKeys: { kind: 'unavailable', why: 'in-use' },
    });
    expect(await readFile(entries, 'utf8')).toBe(before);
    await other.close();
    // What could not be opened is opened when it is free.
    expect(await here.grounds()).toMatchObject({ ledger: { kind: 'given' }, knownKeys: { kind: 'given' } });
  });

  it('name pins of a newer version, and ask the others', async () => {
    await here.use();
    await here.close();
    await writeFile(place('pins/one/pins.json'), '{"version":2}');
    await reopen();
    expect(await here.grounds()).toMatchObject({
      pins: { kind: 'unavailable', why: 'newer-format' },
      ledger: { kind: 'given' },
      knownKeys: { kind: 'given' },
    });
  });
});
