import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { checkpointText, parseCheckpoint } from '#shared/transparency/checkpoint.ts';
import { parseSignedNote } from '#shared/transparency/signedNote.ts';
import { loadLedger } from '../../roots/ledgerFiles.ts';
import { forged } from '../../roots/testing/ledgerHere.ts';
import { testKeys, type TestKeys } from '../../roots/testing/testLedger.ts';
import { stateHere, type StateHere } from './testing/stateHere.ts';

const id = 'one' as ConnectionId;

let folder: string;
let here: StateHere;
let keys: TestKeys;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'signed-state-'));
  keys = testKeys();
  here = await stateHere(folder, keys);
  await here.use();
  await here.use();
  await here.close();
});
afterEach(async () => {
  await here.close();
  await rm(folder, { recursive: true });
});

const place = (...names: readonly string[]): string => path.join(folder, ...names);
const entries = (): string => place('catalogue', id, 'root-ledger', 'entries.jsonl');
const checkpoints = (): string => place('catalogue', id, 'root-ledger', 'checkpoints');
const record = (): string => place('state-records', `${id}.json`);

async function ledgerNow(): Promise<string> {
  await here.close();
  here = await stateHere(folder, keys);
  const { ledger } = await here.grounds();
  return ledger.kind === 'unavailable' ? ledger.why : ledger.kind;
}

/** Writes other roots into the entries, with their hashes, as someone who knows the format would. */
async function rewrite(): Promise<void> {
  const lines = (await readFile(entries(), 'utf8')).split('\n');
  const rewritten = lines.map((line, at) =>
    at === 0 || line === ''
      ? line
      : forged(line, (text) => text.replace('"rootHash":"root', '"rootHash":"fake')),
  );
  await writeFile(entries(), rewritten.join('\n'));
}

/** The root that the entries have now, in the newest checkpoint, under its old signature. */
async function forgeCheckpoint(): Promise<void> {
  const text = await readFile(checkpoints(), 'utf8');
  const note = parseSignedNote(text);
  const checkpoint = note === null ? null : parseCheckpoint(note.text);
  await rm(checkpoints());
  const loaded = await loadLedger(path.dirname(entries()), { ...keys, pause: () => Promise.resolve() });
  if (checkpoint === null || !loaded.ok) throw new Error('There is a checkpoint, and a ledger.');
  const root = loaded.ledger.state.tree.head(Number(checkpoint.size));
  const [, signature = ''] = text.split('\n\n');
  await writeFile(checkpoints(), `${checkpointText({ ...checkpoint, root })}\n${signature}`);
}

describe('C4: a signed ledger that was rewritten', () => {
  it('is whole after use', async () => {
    expect(await ledgerNow()).toBe('given');
  });

  it.each([
    ['its checkpoints are deleted', () => rm(checkpoints()), 'unsigned'],
    [
      'its entries are rewritten, and its checkpoints deleted',
      async () => {
        await rewrite();
        await rm(checkpoints());
      },
      'damaged',
    ],
    [
      'its entries are rewritten, and the new root is put into its checkpoint',
      async () => {
        await rewrite();
        await forgeCheckpoint();
      },
      'damaged',
    ],
  ] as const)(
    'is unavailable, and nothing signs over it until that is accepted: %s',
    async (_, attack, why) => {
      await attack();
      expect(await ledgerNow()).toBe(why);
      await here.remember();
      const ledger = await here.catalogues.ledgerOf(id);
      expect(await ledger.signedHead()).toMatchObject({ ok: false, error: { code: 'ledger_doubted' } });
      expect(await ledgerNow()).toBe(why);
      expect((await here.catalogues.ledgerOf(id)).held().covered).toBe(0);
      expect(await here.accept()).toMatchObject([{ part: 'ledger', why }]);
      expect((await (await here.catalogues.ledgerOf(id)).signedHead()).ok).toBe(true);
      expect(await ledgerNow()).toBe('given');
    },
  );

  it('shows by itself that its newest checkpoint is not signed as it is', async () => {
    await rewrite();
    await forgeCheckpoint();
    expect(await loadLedger(path.dirname(entries()), { ...keys, pause: () => Promise.resolve() })).toEqual({
      ok: false,
      damage: { kind: 'checkpoint-changed', checkpoint: 1, size: '2' },
    });
  });

  it('is unavailable if another key signed it', async () => {
    keys.signer = testKeys().signer;
    keys.known = keys.signer === null ? [] : [keys.signer];
    const grounds = await ledgerNow();
    expect(grounds).toBe('unsigned');
  });
});

describe('a signed record of the state', () => {
  it('is not replaced by one without a signature, or with a changed text', async () => {
    const whole = await readFile(record(), 'utf8');
    const file = JSON.parse(whole) as { readonly record: string; readonly signature: object };
    await writeFile(record(), JSON.stringify({ ...file, signature: null }));
    expect(await ledgerNow()).toBe('unsigned');
    const changed = file.record.replace(/"size":\d+/, '"size":0');
    expect(changed).not.toBe(file.record);
    await writeFile(record(), JSON.stringify({ ...file, record: changed }));
    expect(await ledgerNow()).toBe('damaged');
    await writeFile(record(), whole);
    expect(await ledgerNow()).toBe('given');
  });
});
