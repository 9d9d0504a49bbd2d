import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { ClassicLevel } from 'classic-level';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LedgerDamage } from '#shared/domain/rootLedger.ts';
import { ledgerHere, type LedgerHere } from './testing/ledgerHere.ts';

let here: LedgerHere;
beforeEach(async () => {
  here = await ledgerHere();
});
afterEach(() => here.remove());

describe('a ledger of the older format', () => {
  const chain = (count: number) => {
    let previous = '0'.repeat(64);
    return Array.from({ length: count }, (_, sequence) => {
      const endpoint =
        sequence === 1 ? 'accepted by the user' : sequence === 2 ? 'POST /atoms' : 'POST /recall';
      const rootHash = sequence === 2 ? null : `a${String(Math.min(sequence, 3) - (sequence === 1 ? 1 : 0))}`;
      const treeSize = rootHash === null ? null : '5';
      const fields = [sequence, sequence, sequence + 1, endpoint, rootHash, treeSize, 'pass', 'r', previous];
      const hash = createHash('sha256').update(JSON.stringify(fields)).digest('hex');
      const [, askedAt, at, , , , proof, requestId] = fields;
      const record = {
        sequence,
        askedAt,
        at,
        endpoint,
        rootHash,
        treeSize,
        path: proof,
        requestId,
        previous,
        hash,
      };
      previous = hash;
      return record;
    });
  };
  const key = (sequence: number) => sequence.toString().padStart(16, '0');
  async function writeOld(change: (database: ClassicLevel) => Promise<void> = async () => undefined) {
    await here.ledger.close();
    await rm(here.place('root-ledger'), { recursive: true });
    const database = new ClassicLevel(here.place('ledger'));
    for (const record of chain(4)) await database.put(key(record.sequence), JSON.stringify(record));
    await change(database);
    await database.close();
  }

  it('is migrated once: its entries come first, and the next one says so', async () => {
    await writeOld();
    here.ledger = await here.open();
    const last = chain(4).at(-1)?.hash;
    expect(here.ledger.summary()).toMatchObject({
      entries: 5,
      beginning: { kind: 'migrated', sequence: 4, entries: 4, lastHash: last, at: 7 },
    });
    expect((await here.ledger.texts()).map((text) => (JSON.parse(text) as { kind: string }).kind)).toEqual([
      'root',
      'accepted',
      'write',
      'root',
      'migrated',
    ]);
    await here.reopen();
    expect(here.ledger.summary().entries).toBe(5);
    expect((await readdir(here.place('.'))).sort()).toEqual(['ledger.migrated-7', 'root-ledger']);
  });

  it.each<[string, (database: ClassicLevel) => Promise<void>, LedgerDamage]>([
    [
      'changed',
      async (database) => {
        const text = (await database.get(key(0))) ?? '';
        await database.put(key(0), text.replace('"treeSize":"5"', '"treeSize":"7"'));
      },
      { kind: 'entry-changed', entry: 0 },
    ],
    [
      'taken out of the middle',
      (database) => database.del(key(1)),
      { kind: 'entries-missing', from: 1, to: 1 },
    ],
    ['unreadable', (database) => database.put(key(2), '{'), { kind: 'entry-unreadable', entry: 2 }],
  ])('is set aside if a record was %s', async (_, tamper, damage) => {
    await writeOld(tamper);
    here.ledger = await here.open();
    expect(here.ledger.recoveredFrom).toBe(here.place('ledger.damaged-7'));
    expect(here.ledger.summary().beginning).toMatchObject({
      kind: 'set-aside',
      damage,
      movedTo: 'ledger.damaged-7',
    });
    expect((await readdir(here.place('.'))).sort()).toEqual(['ledger.damaged-7', 'root-ledger']);
  });

  it('is not reported as damaged while another process has it open', async () => {
    await writeOld();
    const database = new ClassicLevel(here.place('ledger'));
    await database.open();
    await expect(here.open()).rejects.toThrow('in use by another process');
    await database.close();
    here.ledger = await here.open();
    expect(here.ledger.summary().entries).toBe(5);
  });
});
