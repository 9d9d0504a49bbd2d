import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sampleSnapshot } from '../engine/snapshots/testing/sampleSnapshot.ts';
import { runCli } from './runCli.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'snapshot-cli-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function run(content: unknown, ...options: readonly string[]) {
  const file = path.join(folder, 'memory.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const printed: string[] = [];
  const code = await runCli(['snapshot', file, ...options], {
    print: (line) => printed.push(line),
    complain: (line) => printed.push(line),
    readStdin: () => Promise.resolve(new Uint8Array()),
  });
  return { code, text: printed.join('\n') };
}

const { snapshot } = sampleSnapshot({ atoms: [{ key: 'v1.a' }, { key: 'v1.b' }], shards: 2 });
const fingerprint = snapshot.signature.publicKeyFingerprint;

it('is confirmed only by a fingerprint from elsewhere', async () => {
  const alone = await run(snapshot);
  expect(alone.code).toBe(3);
  expect(alone.text).toContain('Consistent; signer not confirmed');
  expect(alone.text).toContain('Checked by @parametric-memory/snapshot-verify:\nAll of its checks passed.');
  expect(await run(snapshot, '--key', fingerprint)).toMatchObject({ code: 0 });
  expect(await run(snapshot, '--key', fingerprint.replaceAll(':', '').toUpperCase())).toMatchObject({
    code: 0,
  });
  const other = await run(snapshot, '--key', 'ab'.repeat(32));
  expect(other.code).toBe(1);
  expect(other.text).toContain('Signed by another key');
});

it('fails a changed atom, and says which program found it', async () => {
  const changed = { ...snapshot, atoms: snapshot.atoms.map((atom) => ({ ...atom, key: `${atom.key}!` })) };
  const { code, text } = await run(changed, '--key', fingerprint);
  expect(code).toBe(1);
  expect(text).toContain('[!!] Leaves: 2 leaves are not the hash of the key.');
  // The library never compares a leaf with its key.
  expect(text).toContain('snapshot-verify:\nAll of its checks passed.');
  const tree = { ...snapshot, edges: [{}] };
  expect((await run(tree, '--key', fingerprint)).text).toContain('Failed: edgesRoot.');
});

it('prints stable JSON', async () => {
  const { code, text } = await run(snapshot, '--json', '--key', fingerprint);
  expect(code).toBe(0);
  expect(JSON.parse(text)).toMatchObject({
    result: 'confirmed',
    facts: { atoms: 2, masterRoot: snapshot.tree.masterRoot, fingerprint },
    library: { failed: [] },
  });
  expect(JSON.parse((await run(snapshot, '--json', '--own')).text)).toMatchObject({
    result: 'unconfirmed',
    library: null,
  });
});

it.each([
  [['--key', 'short'], '--key must be a fingerprint'],
  [['another.json'], 'only one file'],
])('refuses %j', async (options, words) => {
  const { code, text } = await run(snapshot, ...options);
  expect(code).toBe(2);
  expect(text).toContain(words);
});

it('refuses what is not a snapshot', async () => {
  expect(await run('[]')).toMatchObject({
    code: 2,
    text: expect.stringContaining('not a signed snapshot') as string,
  });
});
