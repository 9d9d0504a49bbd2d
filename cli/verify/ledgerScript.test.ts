import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toBase64 } from '#shared/merkle/base64.ts';
import { noteKeyId } from '#shared/transparency/signedNote.ts';
import { exportedLedger } from '../../engine/roots/ledgerExport.ts';
import { ledgerHere, type LedgerHere } from '../../engine/roots/testing/ledgerHere.ts';

// E5: the script of docs/ledger.md, under -O, which skips every `assert`.
let here: LedgerHere;
let text: string;
let script: string;
beforeEach(async () => {
  here = await ledgerHere();
  await here.fill();
  here.ledger = await here.open();
  text = await exportedLedger(here.ledger, await here.signed());
  const page = await readFile('docs/ledger.md', 'utf8');
  script = here.place('check_ledger.py');
  await writeFile(script, /```python\n(.*?)```/s.exec(page)?.[1] ?? '');
});
afterEach(() => here.remove());

async function exitCode(ledger: string, ...args: readonly string[]): Promise<number | null> {
  const file = here.place('root-ledger.jsonl');
  await writeFile(file, ledger);
  return spawnSync('python3', ['-O', script, file, ...args]).status;
}

describe('the script that checks an exported ledger (E5)', () => {
  it('exits with 0 only with the fingerprint of its key', async () => {
    const { fingerprint } = here.keys.signer ?? { fingerprint: '' };
    expect(await exitCode(text, fingerprint)).toBe(0);
    expect(await exitCode(text)).toBe(3);
    expect(await exitCode(text, 'ab'.repeat(32))).toBe(1);
  });

  it('finds changed, missing, and moved entries, and wrong signatures', async () => {
    const { fingerprint } = here.keys.signer ?? { fingerprint: '' };
    const [first = '', second = '', ...rest] = text.split('\n');
    const withoutCheckpoints = text.split('\n').filter((line) => !line.startsWith('{"kind":"checkpoint"'));
    const changed: readonly (readonly [string, number])[] = [
      [text.replace('"b0"', '"b1"'), 1],
      [[second, first, ...rest].join('\n'), 1],
      [
        text.replace(
          /(\\n— \S+ \S{20})(.)/u,
          (_, start: string, one: string) => start + (one === 'A' ? 'B' : 'A'),
        ),
        1,
      ],
      [withoutCheckpoints.join('\n'), 3],
      [text.slice(0, -1), 2],
      ['{}\n', 2],
    ];
    for (const [ledger, code] of changed) expect(await exitCode(ledger, fingerprint)).toBe(code);
  });

  it('refuses a key that nobody can own', async () => {
    const [, name = '', key = ''] = /"verifierKey":"([^+]+)\+([^"]+)"/.exec(text) ?? [];
    const publicKey = new Uint8Array(Buffer.from(`01${'00'.repeat(30)}80`, 'hex'));
    const own = `${noteKeyId({ name, publicKey })}+${toBase64(Uint8Array.of(1, ...publicKey))}`;
    expect(await exitCode(text.replace(`${name}+${key}`, `${name}+${own}`))).toBe(1);
  });
});
