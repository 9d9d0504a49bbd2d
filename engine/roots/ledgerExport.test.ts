import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseCheckpoint } from '#shared/transparency/checkpoint.ts';
import { verifyConsistency, verifyInclusion } from '#shared/transparency/hashTree.ts';
import { parseSignedNote } from '#shared/transparency/signedNote.ts';
import { parseTlogProof } from '#shared/transparency/testing/parseTlogProof.ts';
import { treeHash } from '#shared/transparency/treeHash.ts';
import { exportedLedger, exportedProof } from './ledgerExport.ts';
import { ledgerHere, type LedgerHere } from './testing/ledgerHere.ts';

let here: LedgerHere;
beforeEach(async () => {
  here = await ledgerHere();
  await here.fill();
  here.ledger = await here.open();
});
afterEach(() => here.remove());

async function script(): Promise<string> {
  const page = await readFile('docs/ledger.md', 'utf8');
  const code = /```python\n(.*?)```/s.exec(page)?.[1];
  if (code === undefined) throw new Error('The page has no script.');
  const file = here.place('check_ledger.py');
  await writeFile(file, code);
  return file;
}

async function check(text: string): Promise<string> {
  const file = here.place('root-ledger.jsonl');
  await writeFile(file, text);
  const fingerprint = here.keys.signer?.fingerprint ?? '';
  return execFileSync('python3', [await script(), file, fingerprint], { encoding: 'utf8', stdio: 'pipe' });
}

it('exports a ledger that the script of the documentation verifies, and finds altered', async () => {
  const text = await exportedLedger(here.ledger, await here.signed());
  const said = await check(text);
  expect(said).toContain('5 entries, of which a checkpoint covers 5');
  expect(said).toContain(`fingerprint of the key: ${here.keys.signer?.fingerprint ?? ''}`);
  await expect(check(text.replace('"b0"', '"b1"'))).rejects.toThrow('the entries do not have the head');
  const [first = '', ...rest] = text.split('\n');
  await expect(check(rest.join('\n'))).rejects.toThrow('is not in its place');
  expect(first).toContain('"sequence":0');
  const note = /\\n— \S+ \S{20}(.)/u.exec(text);
  const at = (note?.index ?? 0) + (note?.[0].length ?? 0) - 1;
  const other = text[at] === 'A' ? 'B' : 'A';
  await expect(check(text.slice(0, at) + other + text.slice(at + 1))).rejects.toThrow('bad signature');
});

it('exports a consistency proof from each checkpoint to the next', async () => {
  const lines = (await exportedLedger(here.ledger, await here.signed())).trim().split('\n');
  const others = lines.slice(5).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(others.map(({ kind }) => kind)).toEqual(['checkpoint', 'checkpoint', 'consistency-proof', 'head']);
  const roots = others.slice(0, 2).map(({ note }) => {
    const parsed = parseSignedNote(String(note));
    return parseCheckpoint(parsed?.text ?? '')?.root ?? new Uint8Array(0);
  });
  const [fromRoot = new Uint8Array(0), toRoot = new Uint8Array(0)] = roots;
  const proof = ((others[2]?.['proof'] ?? []) as readonly string[]).map((hex) => Buffer.from(hex, 'hex'));
  expect(verifyConsistency({ from: 3, to: 5, fromRoot, toRoot, proof }, treeHash())).toBe(true);
});

it('exports a proof of one entry with the entry in it', async () => {
  const proof = parseTlogProof(await exportedProof(here.ledger, 3, await here.signed()));
  const note = parseSignedNote(proof?.checkpoint ?? '');
  const checkpoint = parseCheckpoint(note?.text ?? '');
  if (proof === null || checkpoint === null) throw new Error('Not a proof.');
  const extra = proof.extra ?? new Uint8Array(0);
  expect(JSON.parse(Buffer.from(extra).toString())).toMatchObject({ sequence: 3, kind: 'write' });
  const { index, proof: siblings } = proof;
  const leaf = treeHash().leaf(extra);
  const { size, root } = checkpoint;
  expect(verifyInclusion({ leaf, index, size, root, proof: siblings })).toBe(true);
});
