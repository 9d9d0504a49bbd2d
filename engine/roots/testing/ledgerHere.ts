import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SignedHead } from '../checkpoints.ts';
import { openRootLedger, type RootLedger } from '../rootLedger.ts';
import { ledgerEffects, sighting, testKeys, type TestKeys } from './testLedger.ts';

/** A ledger in a folder of its own, with its files at hand. */
export interface LedgerHere {
  readonly place: (name: string) => string;
  readonly entriesFile: string;
  readonly checkpointsFile: string;
  readonly logged: string[];
  keys: TestKeys;
  ledger: RootLedger;
  readonly open: () => Promise<RootLedger>;
  readonly reopen: () => Promise<void>;
  /** The signed head. */
  readonly signed: () => Promise<SignedHead>;
  /** Five entries; a checkpoint over three of them, and one over all. Closes the ledger. */
  readonly fill: () => Promise<void>;
  /** Of the file of entries; the first is the header. */
  readonly lines: () => Promise<string[]>;
  readonly putLines: (lines: readonly string[]) => Promise<void>;
  readonly remove: () => Promise<void>;
}

export async function ledgerHere(): Promise<LedgerHere> {
  const parent = await mkdtemp(path.join(tmpdir(), 'root-ledger-'));
  const place = (name: string) => path.join(parent, name);
  const entriesFile = place('root-ledger/entries.jsonl');
  const logged: string[] = [];
  const keys = testKeys();
  const openWith = (used: TestKeys) =>
    openRootLedger({
      ...ledgerEffects(used),
      log: (message) => logged.push(message),
      folder: place('root-ledger'),
      oldFolder: place('ledger'),
    });
  const here: LedgerHere = {
    place,
    entriesFile,
    checkpointsFile: place('root-ledger/checkpoints'),
    logged,
    keys,
    ledger: await openWith(keys),
    open: () => openWith(here.keys),
    reopen: async () => {
      await here.ledger.close();
      here.ledger = await here.open();
    },
    signed: async () => {
      const head = await here.ledger.signedHead();
      if (!head.ok) throw new Error(head.error.message);
      return head.value;
    },
    fill: async () => {
      for (let at = 0; at < 3; at += 1)
        await here.ledger.append(sighting(`a${String(at)}`, BigInt(at + 5), at + 1));
      await here.signed();
      await here.ledger.appendWrite({ askedAt: 4, at: 5, endpoint: 'POST /atoms', requestId: 'w' });
      await here.ledger.append(sighting('b0', 9n, 9));
      await here.ledger.close();
    },
    lines: async () => (await readFile(entriesFile, 'utf8')).split('\n'),
    putLines: (lines) => writeFile(entriesFile, lines.join('\n')),
    remove: async () => {
      await here.ledger.close();
      await rm(parent, { recursive: true });
    },
  };
  return here;
}

/** A line with another text and the hash of that text, as someone who knows the format would forge it. */
export function forged(line: string, change: (text: string) => string): string {
  const text = change(line.slice(0, line.indexOf('\t')));
  return `${text}\t${createHash('sha256').update('\0').update(text).digest('base64')}`;
}
