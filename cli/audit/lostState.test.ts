import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundlePrograms } from '../../workers/testing/bundlePrograms.ts';
import { auditCommandHere, auditPrograms, type AuditCommandHere } from './testing/auditCommand.ts';

let programs: string;
beforeAll(async () => {
  programs = await bundlePrograms(auditPrograms);
});
afterAll(() => rm(programs, { recursive: true }));

let here: AuditCommandHere;
beforeEach(async () => {
  here = await auditCommandHere(programs);
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
    ['the record', 'Earlier reads: missing', () => rm(here.file('state/state-records'), { recursive: true })],
  ] as const)('exits with 3, and says so, until that is accepted: %s', async (_, said, lose) => {
    expect((await here.audit()).code).toBe(0);
    expect((await here.audit()).code).toBe(0);
    await lose();
    const lost = await here.audit();
    expect(lost.told).toContain(`Lost: ${said}`);
    expect(lost.told).toContain('until you accept the loss with --accept-lost-state');
    expect(lost.code).toBe(3);
    expect((await here.audit()).code).toBe(3);
    const accepted = await here.audit('--accept-lost-state');
    expect(accepted.told).toContain(`Accepted: ${said}`);
    expect(accepted.code).toBe(0);
    expect((await here.audit()).told).not.toContain('Lost');
  });

  it('still finds what contradicts the parts that are left', async () => {
    expect((await here.audit()).code).toBe(0);
    await rm(await inState('catalogue', 'keys'), { recursive: true });
    expect((await here.audit('--pin', 'ab'.repeat(32))).code).toBe(1);
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
