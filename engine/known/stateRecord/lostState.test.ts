import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ClassicLevel } from 'classic-level';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { stateParts, type StatePart } from '#shared/domain/stateLoss.ts';
import { conclude } from '#shared/grounds/conclude.ts';
import { stateLossLines } from '#shared/text/stateLossWords.ts';
import type { Ground } from '#shared/grounds/grounds.ts';
import { stateHere, type StateHere } from './testing/stateHere.ts';

let folder: string;
let here: StateHere;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lost-state-'));
  here = await stateHere(folder);
  await here.use();
  await here.close();
});
afterEach(async () => {
  await here.close();
  for (const of of ['', '-before', '-after', '-left'])
    await rm(`${folder}${of}`, { recursive: true, force: true });
});

const place = (...names: readonly string[]): string => path.join(folder, ...names);
const id = 'one' as ConnectionId;
const entries = (): string => place('catalogue', id, 'root-ledger', 'entries.jsonl');

async function changeProfile(change: object): Promise<void> {
  const file = place('connections.json');
  const content = JSON.parse(await readFile(file, 'utf8')) as { readonly profiles: readonly object[] };
  const profiles = content.profiles.map((profile) => ({ ...profile, ...change }));
  await writeFile(file, JSON.stringify({ ...content, profiles }));
}

async function changeKeys(change: (database: ClassicLevel) => Promise<unknown>): Promise<void> {
  const database = new ClassicLevel(place('catalogue', id, 'keys'));
  await database.open();
  await change(database);
  await database.close();
}

/** As the disk is when the process ends now: nothing is closed. */
async function copyTo(name: string): Promise<void> {
  await cp(folder, `${folder}-${name}`, { recursive: true });
}

async function expectWhole(name: string): Promise<void> {
  const after = await stateHere(`${folder}-${name}`);
  expect(conclude('reading', 'green', await after.grounds()).status).toBe('green');
  await after.close();
}

/** Opens everything again. @returns what is unavailable, and why */
async function lostNow(): Promise<Partial<Record<StatePart, string>>> {
  here = await stateHere(folder);
  const grounds = await here.grounds();
  const open = stateParts.flatMap((part) => {
    const ground: Ground = grounds[part];
    return ground.kind === 'unavailable' ? [[part, ground.why] as const] : [];
  });
  expect(conclude('reading', 'green', grounds).status).toBe(open.length === 0 ? 'green' : 'amber');
  return Object.fromEntries(open);
}

describe('C3: a state that lost what it had', () => {
  it('is complete after use, and after more use', async () => {
    expect(await lostNow()).toEqual({});
    await here.use();
    await here.close();
    expect(await lostNow()).toEqual({});
  });

  const attacks: Readonly<
    Record<
      string,
      { readonly lose: () => Promise<unknown>; readonly lost: Partial<Record<StatePart, string>> }
    >
  > = {
    'one digit of the ledger is changed': {
      lose: async () => {
        const text = await readFile(entries(), 'utf8');
        await writeFile(entries(), text.replace('"treeSize":"5"', '"treeSize":"6"'));
      },
      lost: { ledger: 'damaged' },
    },
    'the folder of the ledger is deleted': {
      lose: () => rm(place('catalogue', id, 'root-ledger'), { recursive: true }),
      lost: { ledger: 'missing' },
    },
    'the file of the ledger is deleted': { lose: () => rm(entries()), lost: { ledger: 'damaged' } },
    'the last entry of the ledger is deleted': {
      lose: async () => {
        const lines = (await readFile(entries(), 'utf8')).split('\n');
        await writeFile(entries(), [...lines.slice(0, -2), ''].join('\n'));
        await rm(place('catalogue', id, 'root-ledger', 'checkpoints'));
      },
      lost: { ledger: 'older' },
    },
    'the known keys are damaged': {
      lose: () => writeFile(place('catalogue', id, 'keys', 'CURRENT'), 'MANIFEST-999999\n'),
      lost: { knownKeys: 'damaged' },
    },
    'the log of the known keys is emptied': {
      lose: async () => {
        const names = await readdir(place('catalogue', id, 'keys'));
        for (const name of names.filter((one) => /\.(log|ldb)$/.test(one)))
          await writeFile(place('catalogue', id, 'keys', name), '');
      },
      lost: { knownKeys: 'missing' },
    },
    'the folder of the known keys is deleted': {
      lose: () => rm(place('catalogue', id, 'keys'), { recursive: true }),
      lost: { knownKeys: 'missing' },
    },
    'a known key is deleted from its database': {
      lose: () => changeKeys((database) => database.del('"v1.a"')),
      lost: { knownKeys: 'damaged' },
    },
    'the folder of the catalogue is deleted': {
      lose: () => rm(place('catalogue'), { recursive: true }),
      lost: { ledger: 'missing', knownKeys: 'missing' },
    },
    'the pins are deleted': { lose: () => rm(place('pins'), { recursive: true }), lost: { pins: 'missing' } },
    'the hashing rules are deleted': {
      lose: () => changeProfile({ scheme: null }),
      lost: { rules: 'missing' },
    },
    'its address is changed in the list of connections': {
      lose: () => changeProfile({ baseUrl: 'https://other.example' }),
      lost: { rules: 'damaged', pins: 'damaged', ledger: 'damaged', knownKeys: 'damaged' },
    },
    'its profile and its record are deleted': {
      lose: async () => {
        await rm(place('connections.json'));
        await rm(place('state-records'), { recursive: true });
      },
      lost: { rules: 'missing', pins: 'missing', ledger: 'missing', knownKeys: 'missing' },
    },
    'the record is deleted beside the parts': {
      lose: () => rm(place('state-records'), { recursive: true }),
      lost: { rules: 'missing', pins: 'missing', ledger: 'missing', knownKeys: 'missing' },
    },
    'the record is damaged': {
      lose: () => writeFile(place('state-records', `${id}.json`), '{'),
      lost: { rules: 'damaged', pins: 'damaged', ledger: 'damaged', knownKeys: 'damaged' },
    },
    'the record is from a newer version': {
      lose: () => writeFile(place('state-records', `${id}.json`), '{"version":2}'),
      lost: {
        rules: 'newer-format',
        pins: 'newer-format',
        ledger: 'newer-format',
        knownKeys: 'newer-format',
      },
    },
  };

  it.each(Object.entries(attacks))('stays inconclusive until that is accepted: %s', async (name, attack) => {
    await attack.lose();
    const before = await lostNow();
    expect(before).toEqual(attack.lost);
    // Going on as if nothing had happened changes nothing.
    await here.use();
    await here.close();
    expect(Object.keys(await lostNow())).toEqual(Object.keys(attack.lost));
    if (name.includes('newer version')) {
      await expect(here.accept()).rejects.toThrow('newer version');
      return;
    }
    const accepted = await here.accept();
    expect(accepted.map(({ part }) => part).sort()).toEqual(Object.keys(attack.lost).sort());
    expect(await here.accept()).toEqual([]);
    await here.close();
    expect(await lostNow()).toEqual({});
    const record = await readFile(place('state-records', `${id}.json`), 'utf8');
    expect(record).toContain('\\"accepted\\":[{');
  });

  it.each(['catalogue', 'pins', 'catalogue/one/keys', 'catalogue/one/root-ledger'])(
    'notices an earlier copy of %s',
    async (part) => {
      await cp(place(part), place('copy'), { recursive: true });
      await lostNow();
      await here.use();
      await here.close();
      await rm(place(part), { recursive: true });
      await rename(place('copy'), place(part));
      const lost = await lostNow();
      expect(Object.keys(lost).length).toBeGreaterThan(0);
      expect(Object.values(lost).every((why) => why === 'older')).toBe(true);
    },
  );

  it('notices an earlier copy of the record, together with earlier copies of what it would vouch for', async () => {
    const parts = ['state-records', 'pins', 'catalogue/one/root-ledger'];
    for (const part of parts) await cp(place(part), place('copy', part), { recursive: true });
    await lostNow();
    await here.use();
    await here.close();
    for (const part of parts) {
      await rm(place(part), { recursive: true });
      await cp(place('copy', part), place(part), { recursive: true });
    }
    const all = { rules: 'older', pins: 'older', ledger: 'older', knownKeys: 'older' };
    expect(await lostNow()).toEqual(all);
    await here.use();
    await here.close();
    expect(await lostNow()).toEqual(all);
    expect(await here.accept()).toHaveLength(4);
    await here.close();
    expect(await lostNow()).toEqual({});
  });

  it('says of a folder without a record, such as one of an earlier version, that nobody can tell which it was', async () => {
    await rm(place('state-records'), { recursive: true });
    await changeKeys((database) => database.batch().del('state-record').del('writes').write());
    await lostNow();
    const accepted = await here.accept();
    expect(stateLossLines(accepted)).toEqual([
      'There is no record of what was saved, so nothing shows whether the saved data is complete. This is normal once after an update.',
    ]);
    await here.close();
    expect(await lostNow()).toEqual({});
  });

  it('names both addresses if they differ', async () => {
    await changeProfile({ baseUrl: 'https://other.example' });
    await lostNow();
    expect(stateLossLines(await here.accept())).toEqual([
      'All saved data: damaged or changed (connections.json has https://other.example, and the record of what was saved has https://memory.example).',
    ]);
  });

  it.each(['before', 'after'] as const)(
    'is no loss when the app ends right %s another address is saved, after the record',
    async (when) => {
      await lostNow();
      here.beforeProfile(() => copyTo('before'));
      await here.move('https://new.example');
      await copyTo('after');
      await expectWhole(when);
      await expectWhole(when);
    },
  );

  it('is no loss when the app ends between the record of a new connection and the connection', async () => {
    await rm(place('connections.json'));
    for (const part of ['state-records', 'catalogue', 'pins']) await rm(place(part), { recursive: true });
    await lostNow();
    await here.close();
    expect(await readdir(place('state-records'))).toEqual([`${id}.json`]);
    await rm(place('connections.json'));
    for (const part of ['catalogue', 'pins']) await rm(place(part), { recursive: true, force: true });
    expect(await lostNow()).toEqual({});
  });

  it('is no loss when the app removes something itself', async () => {
    await lostNow();
    await here.forgetKey('v1.a');
    await here.unpin();
    await here.close();
    expect(await lostNow()).toEqual({});
  });

  it.each(['before', 'after'] as const)(
    'is no loss when the app ends right %s the pins are saved, after the record',
    async (when) => {
      await lostNow();
      here.beforePins(() => copyTo('before'));
      await here.pin('cd'.repeat(32));
      await copyTo('after');
      await expectWhole(when);
    },
  );

  it('is no loss when the app is killed: parts may have more than the record says', async () => {
    await lostNow();
    await here.remember();
    await here.remember();
    await copyTo('left');
    await expectWhole('left');
  });
});
