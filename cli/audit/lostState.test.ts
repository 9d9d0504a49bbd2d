import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UnusableInput } from '../command.ts';
import { auditCommandHere, type AuditCommandHere, type AuditRun } from './testing/auditCommand.ts';

let here: AuditCommandHere;
beforeEach(async () => {
  here = await auditCommandHere();
});
afterEach(() => here.remove());

/** The folder of the one connection in a folder of the state. */
async function inState(...names: readonly [string, ...string[]]): Promise<string> {
  const [first, ...rest] = names;
  const parent = here.file(`state/${first}`);
  const [id = ''] = await readdir(parent);
  return path.join(parent, id, ...rest);
}

describe('C3: a monitor whose state lost something', () => {
  it.each([
    [
      'one digit of the ledger',
      'Root ledger: damaged or changed',
      async () => {
        const file = await inState('catalogue', 'root-ledger', 'entries.jsonl');
        const text = await readFile(file, 'utf8');
        await writeFile(file, text.replace(/"treeSize":"\d/, '"treeSize":"9'));
      },
    ],
    [
      'the folder of the catalogue',
      'Root ledger: missing',
      () => rm(here.file('state/catalogue'), { recursive: true }),
    ],
    [
      'the known keys',
      'Earlier reads: missing',
      async () => rm(await inState('catalogue', 'keys'), { recursive: true }),
    ],
    [
      'the record',
      'There is no record of what was saved',
      () => rm(here.file('state/state-records'), { recursive: true }),
    ],
  ] as const)('exits with 3, and says so, until that is accepted: %s', async (_, said, lose) => {
    expect((await here.audit()).code).toBe(0);
    expect((await here.audit()).code).toBe(0);
    await lose();
    const lost = await here.audit();
    expect(lost.told).toContain(`Lost: ${said}`);
    expect(lost.told).toContain('until you accept the loss with atom-explorer audit --accept-lost-state');
    expect(lost.code).toBe(3);
    // The cause, first and once.
    expect(lost.shown).toMatch(/^[^\n]+\n  Inconclusive: .+--accept-lost-state/);
    expect(lost.shown.split('Inconclusive:').length).toBe(lost.told.split('Lost:').length);
    expect((await here.audit()).code).toBe(3);
    const accepted = await here.audit('--accept-lost-state');
    expect(accepted.told).toContain(`Accepted: ${said}`);
    expect(accepted.code).toBe(0);
    const outputs = [here.file('a.html'), here.file('a.json'), here.file('a.xml')] as const;
    const [html, json, xml] = outputs;
    const later = await here.audit('--report', html, '--json', json, '--junit', xml);
    expect(later.told).not.toContain('Lost');
    // Every later result names what was accepted.
    for (const text of [
      accepted.shown,
      later.shown,
      ...(await Promise.all(outputs.map((file) => readFile(file, 'utf8')))),
    ])
      expect(text).toMatch(/On \d{4}-\d\d-\d\d, it was accepted that .+ Nothing from before was compared/);
  });

  it('still finds what contradicts the parts that are left', async () => {
    expect((await here.audit()).code).toBe(0);
    await rm(await inState('catalogue', 'keys'), { recursive: true });
    expect((await here.audit('--pin', 'ab'.repeat(32))).code).toBe(1);
  });

  it('says in every output that nothing was compared the first time, and names the other addresses of the folder', async () => {
    const names = ['a.html', 'a.xml', 'a.json'] as const;
    const [html, xml, json] = names.map(here.file);
    const outputs = ['--report', String(html), '--junit', String(xml), '--json', String(json)];
    const first = 'First audit of this service in this state folder: nothing to compare with.';
    const times = async (audit: Promise<AuditRun>): Promise<readonly number[]> => {
      const { code, shown } = await audit;
      expect(code).toBe(0);
      const texts = await Promise.all(names.map((name) => readFile(here.file(name), 'utf8')));
      return [shown, ...texts].map((text) => text.split(first).length - 1);
    };
    // JUnit and JSON have it with each ground that it is about, and JSON also among what the audit does not show.
    expect(await times(here.audit(...outputs))).toEqual([1, 1, 2, 3]);
    expect(await times(here.audit(...outputs))).toEqual([0, 0, 0, 0]);
    const slip = await here.audit('--url', here.service.address().replace('127.0.0.1', 'localhost'));
    expect(slip.shown).toContain(first);
    expect(slip.told).toContain(`New in this state folder, which also has ${here.service.address()}.`);
  });

  it('cannot be used if part of it cannot be read, which is not the same as missing', async () => {
    await mkdir(here.file('state/connections.json'), { recursive: true });
    await expect(here.audit()).rejects.toThrow(UnusableInput);
    await rm(here.file('state/connections.json'), { recursive: true });
    await writeFile(here.file('state/state-records'), '');
    await expect(here.audit()).rejects.toThrow(UnusableInput);
  });

  it('keeps the rest if the list of connections is lost, until the same rules are found again', async () => {
    expect((await here.audit()).code).toBe(0);
    await rm(here.file('state/connections.json'));
    const lost = await here.audit();
    expect(lost.told).toContain('Lost: Hashing rules: missing');
    expect(lost.told).not.toContain('Root ledger');
    expect(lost.code).toBe(3);
    // They are those of the record.
    expect((await here.audit('--known')).code).toBe(0);
  });
});
