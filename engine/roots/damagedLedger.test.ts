import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LedgerDamage } from '#shared/domain/rootLedger.ts';
import { forged, ledgerHere, type LedgerHere } from './testing/ledgerHere.ts';
import { sighting, testKeys } from './testing/testLedger.ts';

let here: LedgerHere;
beforeEach(async () => {
  here = await ledgerHere();
});
afterEach(() => here.remove());

/** What opening finds, and what the new ledger says about it. */
async function damageOnOpening(): Promise<LedgerDamage | null> {
  here.ledger = await here.open();
  const { beginning, entries } = here.ledger.summary();
  expect(entries).toBe(beginning === null ? entries : 1);
  expect(here.ledger.recoveredFrom).toBe(beginning === null ? null : here.place('root-ledger.damaged-7'));
  return beginning?.kind === 'set-aside' ? beginning.damage : null;
}

describe('a damaged ledger', () => {
  it.each<[string, (lines: string[]) => string[], LedgerDamage]>([
    [
      'a changed entry',
      (lines) => lines.map((line) => line.replace('"treeSize":"6"', '"treeSize":"7"')),
      { kind: 'entry-changed', entry: 1 },
    ],
    [
      'a removed entry',
      (lines) => lines.filter((_line, at) => at !== 2),
      { kind: 'entries-missing', from: 1, to: 1 },
    ],
    [
      'removed first entries',
      (lines) => lines.filter((_line, at) => at !== 1 && at !== 2),
      { kind: 'entries-missing', from: 0, to: 1 },
    ],
    [
      'entries in another order',
      (lines) => [lines[0] ?? '', lines[1] ?? '', lines[3] ?? '', lines[2] ?? '', ...lines.slice(4)],
      { kind: 'entries-missing', from: 1, to: 1 },
    ],
    [
      'a repeated entry',
      (lines) => [...lines.slice(0, 3), lines[2] ?? '', ...lines.slice(3)],
      { kind: 'entry-misplaced', found: 1, expected: 2 },
    ],
    [
      'removed last entries',
      (lines) => [...lines.slice(0, 4), ''],
      { kind: 'end-missing', from: 3, to: 4, checkpoint: 2 },
    ],
    [
      'a forged entry',
      (lines) =>
        lines.map((line) =>
          line.includes('"sequence":3') ? forged(line, (text) => text.replace('"w"', '"v"')) : line,
        ),
      { kind: 'rewritten', from: 3, to: 4, checkpoint: 2, isSigned: true },
    ],
    [
      'an entry of an unknown kind',
      (lines) =>
        lines.map((line) =>
          line.includes('"write"') ? forged(line, (text) => text.replace('"write"', '"other"')) : line,
        ),
      { kind: 'entry-unreadable', entry: 3 },
    ],
    [
      'another name',
      (lines) => [(lines[0] ?? '').replace('test-1', 'test-2'), ...lines.slice(1)],
      { kind: 'header-changed' },
    ],
  ])('with %s is set aside, and the new one says what was found', async (_, tamper, damage) => {
    await here.fill();
    await here.putLines(tamper(await here.lines()));
    expect(await damageOnOpening()).toEqual(damage);
    expect(await readdir(here.place('root-ledger.damaged-7'))).toEqual(['checkpoints', 'entries.jsonl']);
  });

  it('cannot be forged together with its checkpoints without the installation key', async () => {
    await here.fill();
    const stranger = testKeys();
    const honest = here.keys;
    here.keys = stranger;
    await rm(here.place('root-ledger'), { recursive: true });
    here.ledger = await here.open();
    await here.ledger.append(sighting('forged', 5n, 1));
    await here.signed();
    await here.ledger.close();
    here.keys = honest;
    here.ledger = await here.open();
    expect(await here.ledger.verify(() => undefined)).toMatchObject({
      unsigned: 1,
      checkpoints: { valid: 0, unknownKeys: [1] },
    });
  });

  it('is found and named whichever byte of its files is flipped', async () => {
    await here.ledger.append(sighting('a', 5n));
    await here.signed();
    const wrong: string[] = [];
    const named = new Set<string>();
    for (const file of [here.entriesFile, here.checkpointsFile]) {
      const content = await readFile(file);
      for (let at = 0; at < content.length; at += 1) {
        const flipped = Buffer.from(content);
        flipped[at] = (content[at] ?? 0) ^ (1 << (at % 8));
        await writeFile(file, flipped);
        const { damage, checkpoints } = await here.ledger.verify(() => undefined);
        const line = content.subarray(0, at).filter((one) => one === 0x0a).length;
        const checkpoint = 1 + Math.floor(line / 5);
        const [first] = damage;
        const isNamed =
          file === here.entriesFile
            ? line === 0
              ? first?.kind === 'header-changed'
              : first?.kind === 'entry-changed' && first.entry === line - 1
            : // One character of base64 is part of the key ID and of the signature.
              checkpoints.unknownKeys.includes(checkpoint) ||
              (first !== undefined && 'checkpoint' in first && first.checkpoint === checkpoint);
        if (!isNamed) wrong.push(`${path.basename(file)} byte ${String(at)}: ${JSON.stringify(first)}`);
        if (first !== undefined) named.add(first.kind);
      }
      await writeFile(file, content);
    }
    expect(wrong).toEqual([]);
    expect([...named].sort()).toEqual([
      'checkpoint-changed',
      'checkpoint-unreadable',
      'entry-changed',
      'header-changed',
    ]);
  }, 60_000);

  it('lists all damage when it is verified while open, and does not report consequences of it', async () => {
    await here.fill();
    here.ledger = await here.open();
    const lines = await here.lines();
    await here.putLines([
      lines[0] ?? '',
      (lines[1] ?? '').replace('"5"', '"6"'),
      lines[2] ?? '',
      ...lines.slice(4),
    ]);
    const notes = await readFile(here.checkpointsFile, 'utf8');
    const altered = notes.replace(
      /(— \S+ \S{20})(.)/u,
      (_, before: string, character: string) => `${before}${character === 'A' ? 'B' : 'A'}`,
    );
    await writeFile(here.checkpointsFile, altered);
    const { damage } = await here.ledger.verify(() => undefined);
    expect(damage).toEqual([
      { kind: 'entry-changed', entry: 0 },
      { kind: 'entries-missing', from: 2, to: 2 },
      { kind: 'checkpoint-changed', checkpoint: 1, size: '3' },
    ]);
  });

  it('is noticed while open even where no checkpoint covers the change', async () => {
    here.keys.signer = null;
    await here.ledger.append(sighting('a', 5n, 1));
    await here.ledger.append(sighting('b', 6n, 2));
    const lines = await here.lines();
    await here.putLines(
      lines.map((line, at) => (at === 1 ? forged(line, (text) => text.replace('"5"', '"6"')) : line)),
    );
    expect((await here.ledger.verify(() => undefined)).damage).toEqual([
      { kind: 'changed-since-opening', entry: 0 },
    ]);
    await here.putLines([...lines.slice(0, 2), '']);
    expect((await here.ledger.verify(() => undefined)).damage).toEqual([
      { kind: 'entries-missing', from: 1, to: 1 },
    ]);
  });
});
