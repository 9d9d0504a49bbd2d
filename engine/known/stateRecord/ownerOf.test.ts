import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { openProfileStore } from '../../connections/profileStore.ts';
import { testKeys, type TestKeys } from '../../roots/testing/testLedger.ts';
import { testProfile } from '../../reading/testing/testReadings.ts';
import { idForAddress, ownerOf, type Owner } from './ownerOf.ts';
import { createStateRecords } from './stateRecords.ts';

const address = 'https://memory.example';
const elsewhere = 'https://other.example';
/** As the app, and earlier versions of the command, name a connection. */
const older = '7f0c' as ConnectionId;
const own = idForAddress(address);

let folder: string;
let keys: TestKeys;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'owner-'));
  keys = testKeys();
});
afterEach(() => rm(folder, { recursive: true }));

const place = (...names: readonly string[]): string => path.join(folder, ...names);

async function openState(isSigned = false) {
  const profiles = await openProfileStore(place('connections.json'), () => 7);
  const records = createStateRecords({
    folder,
    profileOf: profiles.find,
    keys: isSigned ? keys : { ...keys, held: () => null },
    isSignatureRequired: isSigned,
    now: () => 7,
    log: () => undefined,
  });
  profiles.beforeChange(records.profileWillBe);
  const owner = (of = address): Promise<Owner> =>
    ownerOf(of, {
      folder,
      profiles: profiles.all(),
      recorded: records.recorded,
      newId: () => 'made-up',
    });
  return { profiles, records, owner };
}

/** A connection of which something was saved. */
async function saveConnection(id: ConnectionId, baseUrl: string, isSigned = false): Promise<void> {
  const { profiles } = await openState(isSigned);
  await profiles.add(testProfile(baseUrl, { id }));
  await mkdir(place('catalogue', id), { recursive: true });
}

async function editFile(file: string, from: string, to: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(from, to));
}

const ownerNow = async (of = address, isSigned = false): Promise<Owner> =>
  (await openState(isSigned)).owner(of);

describe.each([
  ['an earlier version added', older],
  ['is named by its address', own],
])('the owner of an address whose connection %s', (_, id) => {
  beforeEach(() => saveConnection(id, address));

  it('is that connection', async () => {
    expect(await ownerNow()).toEqual({ kind: 'listed', id });
  });

  it('is that connection if its profile is gone, or has another address or kind', async () => {
    await editFile(place('connections.json'), address, elsewhere);
    expect(await ownerNow()).toEqual({
      kind: 'unlisted',
      id,
      loss: {
        why: 'damaged',
        detail: `connections.json has ${elsewhere}, and the record of what was saved has ${address}`,
      },
    });
    await editFile(place('connections.json'), elsewhere, address);
    await editFile(place('connections.json'), '"service"', '"snapshot"');
    expect(await ownerNow()).toMatchObject({ kind: 'unlisted', id, loss: { why: 'damaged' } });
    await rm(place('connections.json'));
    expect(await ownerNow()).toEqual({ kind: 'unlisted', id, loss: null });
  });

  it('is that connection if its record is gone, which the record says itself', async () => {
    await rm(place('state-records'), { recursive: true });
    expect(await ownerNow()).toEqual({ kind: 'unlisted', id, loss: null });
  });

  it('is never unknown without a loss if profile and record are gone, and anything else is left', async () => {
    await rm(place('state-records'), { recursive: true });
    await rm(place('connections.json'));
    const { records, profiles, owner } = await openState();
    const found = await owner();
    if (found.kind === 'new' && found.loss !== null) await records.startLost(found.id, address, found.loss);
    await profiles.add(testProfile(address, { id: found.id }));
    expect(await records.losses(found.id)).toHaveLength(4);
    // Also later.
    const later = await openState();
    expect(await later.owner()).toEqual({ kind: 'listed', id: found.id });
    expect(await later.records.losses(found.id)).toHaveLength(4);
  });

  it('is that connection if the addresses of two are swapped', async () => {
    await saveConnection('second' as ConnectionId, elsewhere);
    await editFile(place('connections.json'), address, 'https://between.example');
    await editFile(place('connections.json'), elsewhere, address);
    await editFile(place('connections.json'), 'https://between.example', elsewhere);
    expect(await ownerNow()).toMatchObject({ kind: 'unlisted', id, loss: { why: 'damaged' } });
    expect(await ownerNow(elsewhere)).toMatchObject({ kind: 'unlisted', id: 'second' });
  });
});

describe('the owner of an address that a folder does not know', () => {
  it('is new, and the other addresses are named', async () => {
    await saveConnection(older, elsewhere);
    expect(await ownerNow()).toEqual({ kind: 'new', id: own, loss: null, others: [elsewhere] });
  });

  it('is new with a loss if something belongs to no connection, or not as it was recorded', async () => {
    await saveConnection(older, elsewhere);
    await mkdir(place('audits', 'left'), { recursive: true });
    expect(await ownerNow()).toMatchObject({ kind: 'new', loss: { why: 'missing' } });
    await rm(place('audits'), { recursive: true });
    await editFile(place('state-records', `${older}.json`), elsewhere, 'https://third.example');
    expect(await ownerNow()).toMatchObject({ kind: 'new', loss: { why: 'missing' } });
  });

  it('is new without a loss beside a record of nothing, which an interrupted start leaves', async () => {
    await saveConnection(older, elsewhere);
    await rm(place('connections.json'));
    await rm(place('catalogue'), { recursive: true });
    expect(await ownerNow()).toEqual({ kind: 'new', id: own, loss: null, others: [] });
  });

  it('has a loss if what has its ID was moved to another address, in the list and in the record', async () => {
    await saveConnection(own, address);
    await editFile(place('connections.json'), address, elsewhere);
    await editFile(place('state-records', `${own}.json`), address, elsewhere);
    expect(await ownerNow()).toMatchObject({ kind: 'new', id: 'made-up', loss: { why: 'damaged' } });
  });

  it('cannot be made up in signed records', async () => {
    await saveConnection(older, address, true);
    expect(await ownerNow(address, true)).toEqual({ kind: 'listed', id: older });
    await editFile(place('connections.json'), address, elsewhere);
    await editFile(place('state-records', `${older}.json`), address, elsewhere);
    expect(await ownerNow(address, true)).toMatchObject({ kind: 'new', loss: { why: 'missing' } });
  });
});
