import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPut } from '../commands/put.ts';
import { runAuditArgs } from '../audit/runAuditArgs.ts';
import { runCli } from '../runCli.ts';
import { serviceScheme, startCommandBench, type CommandBench } from '../testing/commandBench.ts';
import { writeSigningKey } from '../testing/signingKey.ts';
import { runEvidence } from './runEvidence.ts';

let bench: CommandBench;

beforeAll(async () => {
  bench = await startCommandBench();
  await bench.service.post('/batch-atoms', {
    atoms: [
      { key: 'v1.a', value: 'first' },
      { key: 'v1.b', value: 'second' },
    ],
  });
  await writeSigningKey(bench.file('key.pem'));
  const pem = createPrivateKey(await readFile(bench.file('key.pem')));
  await bench.save('public.pem', createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString());
});
afterAll(async () => {
  await bench.close();
});

const signed = () => ['--signing-key', bench.file('key.pem')];
const evidence = (args: readonly string[], state?: string) =>
  bench.at(runEvidence, [...args, ...signed()], state);

/** Verifies it as its recipient does. */
async function verified(name: string, ...options: readonly string[]) {
  const shown: string[] = [];
  const print = (line: string): unknown => shown.push(line);
  const code = await runCli(
    ['verify', bench.file(name), '--key', bench.file('public.pem'), '--json', ...options],
    { print, complain: print, readStdin: async () => new Uint8Array() },
  );
  return { code, text: shown.join('\n') };
}

describe('evidence', () => {
  it('saves what the service returned, which others verify', async () => {
    const out = bench.file('ab.sigstore.json');
    const made = await evidence(['v1.a', 'v1.b', '--out', out, '--json', '--script', '--responses']);
    expect(made).toMatchObject({ code: 0 });
    expect(JSON.parse(made.shown)).toMatchObject({ file: out, verdict: 'green', reads: 2, notRead: 0 });
    const { code, text } = await verified('ab.sigstore.json');
    expect([0, 3]).toContain(code);
    expect(text).toContain('v1.a');
    await stat(bench.file('verify_evidence.py'));
    await stat(bench.file('README-verify_evidence.txt'));
    // Nobody else could have signed it.
    await writeSigningKey(bench.file('other.pem'));
    expect(
      (await bench.at(runEvidence, ['v1.a', '--out', out, '--signing-key', bench.file('other.pem')])).code,
    ).toBe(0);
    expect((await verified('ab.sigstore.json')).code).toBe(1);
  });

  it('leaves out values, and makes a report instead of a bundle', async () => {
    const bare = bench.file('bare.sigstore.json');
    // Whoever has only the file cannot compute the leaf.
    expect((await evidence(['v1.a', '--out', bare, '--no-values'])).code).toBe(3);
    const { dsseEnvelope } = JSON.parse(await bench.text('bare.sigstore.json')) as {
      readonly dsseEnvelope: { readonly payload: string };
    };
    const payload = Buffer.from(dsseEnvelope.payload, 'base64').toString();
    expect(payload).toContain('v1.a');
    expect(payload).not.toContain('"first"');
    expect((await evidence(['v1.a', '--out', bench.file('a.html'), '--format', 'html'])).code).toBe(0);
    expect(await bench.text('a.html')).toContain('<html');
  });

  it('is written also if a verification failed, and says so', async () => {
    await bench.service.post('/admin/faults', { tamper: 'value' });
    try {
      const made = await evidence(['v1.a', '--out', bench.file('bad.sigstore.json')]);
      expect(made).toMatchObject({ code: 1 });
      expect(made.shown).toContain('1 proof, Failed');
    } finally {
      await bench.service.post('/admin/faults', {});
    }
    expect((await verified('bad.sigstore.json')).code).toBe(1);
  });

  it('exits with 3 for keys that are not there, and for rules that only the service shows', async () => {
    const some = await evidence(['v1.a', 'v1.none', '--out', bench.file('some.sigstore.json')]);
    expect(some.code).toBe(3);
    expect(some.shown).toContain('1 key could not be read.');
    const inferred = await bench.run(runEvidence, [
      'v1.a',
      '--out',
      bench.file('inferred.sigstore.json'),
      ...signed(),
      '--url',
      bench.service.address(),
    ]);
    expect(inferred.code).toBe(3);
  });

  it('is about a store in the log of writes', async () => {
    const stored = await bench.at(runPut, ['v1.stored', 'one', '--json'], 'state');
    const { receipt } = JSON.parse(stored.shown) as { readonly receipt: string };
    const made = await evidence(
      ['--receipt', receipt, '--out', bench.file('receipt.sigstore.json'), '--json'],
      'state',
    );
    expect(made.told).toBe('');
    expect(made.code).not.toBe(2);
    expect((await verified('receipt.sigstore.json')).text).toContain('v1.stored');
    expect((await evidence(['--receipt', 'none', '--out', bench.file('r')], 'state')).code).toBe(2);
  });

  it('is about an audit that was saved earlier', async () => {
    await bench.save('keys.txt', 'v1.a\nv1.b\n');
    const where = ['--url', bench.service.address(), '--scheme', serviceScheme];
    const audit = bench.file('whole.audit.jsonl');
    const audited = await bench.run(runAuditArgs, [
      ...where,
      '--keys',
      bench.file('keys.txt'),
      '--out',
      audit,
    ]);
    const made = await bench.run(runEvidence, [
      '--audit',
      audit,
      '--out',
      bench.file('whole.sigstore.json'),
      ...signed(),
    ]);
    expect(made.told).toBe('');
    expect(audited.code).toBe(0);
    // It has no response that could be verified again.
    expect(made.code).toBe(3);
    expect((await verified('whole.sigstore.json', '--audit', audit)).text).toContain('audit');
  });

  it('writes no file if it cannot sign or read anything, and replaces no audit', async () => {
    const none = bench.file('none.sigstore.json');
    const dead = ['--url', 'http://127.0.0.1:9', '--out', none];
    for (const key of [signed(), ['--signing-key', bench.file('public.pem')]])
      expect((await bench.run(runEvidence, ['v1.a', ...dead, ...key])).code).toBe(2);
    // The key of the app signs only for its connections.
    expect((await bench.run(runEvidence, ['v1.a', ...dead])).told).toContain('needs --signing-key');
    await expect(stat(none)).rejects.toThrow('ENOENT');
    await bench.save('keys.txt', 'v1.a\n');
    const audit = bench.file('kept.audit.jsonl');
    await bench.run(runAuditArgs, [
      '--url',
      bench.service.address(),
      '--keys',
      bench.file('keys.txt'),
      '--out',
      audit,
    ]);
    expect((await evidence(['v1.a', '--out', audit])).told).toContain('which is the file of an audit');
  });

  it.each([
    [[], 'exactly one of keys, --receipt, and --audit'],
    [['a', '--receipt', 'b', '--out', 'c'], 'exactly one of keys, --receipt, and --audit'],
    [['a'], 'evidence needs --out'],
    [['a', '--out', 'b', '--format', 'pdf'], '--format must be one of'],
    [['a', '--out', 'b', '--no-values', '--responses'], 'the responses contain the values'],
    [['a', '--out', 'b', '--format', 'html', '--script'], '--timestamp and --script are for a bundle'],
    [['--audit', 'a', '--out', 'b'], '--url cannot be used with --audit'],
    [['--receipt', 'a', '--out', 'b'], '--receipt needs --connection, or --state'],
  ])('refuses %j', async (args, words) => {
    const { code, told } = await evidence(args);
    expect(code).toBe(2);
    expect(told).toContain(words);
  });
});
