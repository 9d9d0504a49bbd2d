import { link, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bundleOf,
  inputOf,
  provenAtoms,
  rawResponseOf,
  readsOf,
  testSigner,
} from '#shared/evidence/testing/sampleEvidence.ts';
import { checkpointText } from '#shared/transparency/checkpoint.ts';
import { signNote, verifierKeyText } from '#shared/transparency/signedNote.ts';
import { runCli } from '../runCli.ts';

const signer = testSigner('01');
const other = testSigner('02');
const atoms = provenAtoms(3);
const root = atoms[0]?.proof.rootHash ?? '';
let folder: string;
let good: string;
let failed: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verify-bundle-'));
  const reads = readsOf(atoms);
  good = await write(
    'good.sigstore.json',
    bundleOf(inputOf(reads, { rawResponses: [rawResponseOf(reads)] }), signer),
  );
  const tampered = readsOf(atoms, (_, at) => (at === 1 ? { value: 'tampered' } : {}));
  failed = await write('failed.sigstore.json', bundleOf(inputOf(tampered), signer));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

async function run(...args: readonly string[]) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await runCli(['verify', ...args], {
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
    readStdin: () => readFile(good),
  });
  return { code, out: printed.join('\n'), complaints: complaints.join('\n') };
}

describe('verify with an evidence bundle', () => {
  it('exits with 0 only if the named key signed and every read verifies', async () => {
    const pem = await write('signer.pem', signer.publicKeyPem);
    const colons = signer.fingerprint.toUpperCase().replaceAll(/..(?=.)/g, '$&:');
    for (const key of [signer.fingerprint, colons, pem]) expect((await run(good, '--key', key)).code).toBe(0);
    expect((await run('-', '--key', signer.fingerprint)).code).toBe(0);
    expect((await run(good, '--key', signer.fingerprint, '--root', root)).code).toBe(0);
  });

  it('exits with 3 without a key, and says what that means first', async () => {
    const { code, out } = await run(good);
    expect(code).toBe(3);
    expect(out).toMatch(/^\[\?\?\] Intact, signer unknown\n {4}It was signed by an unknown key/);
    expect(out).toContain('Not shown by this bundle:');
    expect(out.indexOf('Not shown')).toBeLessThan(out.indexOf('“v1.fact.n0”'));
  });

  it('exits with 1 if a read failed, another key signed, or the root is another one', async () => {
    const { code, out } = await run(failed, '--key', signer.fingerprint);
    expect(code).toBe(1);
    expect(out).toContain('[!!] Intact, signer known');
    expect(out).toContain('[!!] “v1.fact.n1”: Failed');
    expect((await run(good, '--key', other.fingerprint)).code).toBe(1);
    expect((await run(good, '--key', signer.fingerprint, '--root', 'ab'.repeat(32))).code).toBe(1);
  });

  it('relies on the root of a checkpoint only if its signature was verified, and it is of the memory that is meant', async () => {
    const noteSigner = { ...signer, name: 'ada' };
    const text = checkpointText({
      origin: 'memory.example.com',
      size: 3n,
      root: Buffer.from(root, 'hex'),
      extensions: [],
    });
    const file = await write('root.checkpoint', signNote(text, noteSigner));
    const options = [good, '--key', signer.fingerprint, '--checkpoint', file];
    const unsigned = await run(...options);
    expect(unsigned.code).toBe(3);
    expect(unsigned.out).toContain(
      `a trusted root is not covered by a valid signature (${file}). Pass the key of its signer`,
    );
    const verifierKey = ['--verifier-key', verifierKeyText(noteSigner)];
    expect((await run(...options, ...verifierKey)).code).toBe(3);
    expect((await run(...options, ...verifierKey, '--origin', 'memory.example.com')).code).toBe(0);
    expect((await run(...options, '--root', root)).code).toBe(0);
  });

  it('exits with 1 and shows nothing if the signature is wrong', async () => {
    const text = await readFile(good, 'utf8');
    const at = text.indexOf('"payload":"') + 300;
    const letter = text.charAt(at) === 'A' ? 'B' : 'A';
    const altered = await write('altered.json', text.slice(0, at) + letter + text.slice(at + 1));
    const { code, out } = await run(altered, '--key', signer.fingerprint);
    expect(code).toBe(1);
    expect(out).toContain('[!!] Altered or damaged');
    expect(out).not.toContain('v1.fact');
  });

  it('exits with 2 if the bundle or the command line cannot be used', async () => {
    const pretty = await write(
      'pretty.json',
      JSON.stringify(JSON.parse(await readFile(good, 'utf8')), null, 2),
    );
    expect(await run(pretty)).toMatchObject({
      code: 2,
      complaints: expect.stringContaining('another program reformatted it') as unknown,
    });
    expect((await run(good, '--key', 'nobody')).code).toBe(2);
    expect((await run(good, '--scheme', 'hash=sha-256')).code).toBe(2);
    expect((await run(good, '--report', 'report.pdf')).code).toBe(2);
    const plain = await write('atom.json', JSON.stringify(atoms[0]));
    expect((await run(plain, '--key', signer.fingerprint)).code).toBe(2);
  });

  it('refuses a report that would replace what it reads, or other evidence', async () => {
    const named = ['--key', signer.fingerprint];
    const evidence = await write('e.json', await readFile(good, 'utf8'));
    const audit = await write('audit.json', '{"format":"atom-explorer-audit","version":1}\n');
    await symlink(evidence, path.join(folder, 'soft.json'));
    await link(evidence, path.join(folder, 'hard.json'));
    for (const [name, told] of [
      ['e.json', '--report and FILE name the same file'],
      ['soft.json', '--report and FILE name the same file'],
      ['hard.json', '--report and FILE name the same file'],
    ] as const) {
      const { code, out, complaints } = await run(evidence, ...named, '--report', path.join(folder, name));
      expect([code, out, complaints]).toEqual([2, '', expect.stringContaining(told)]);
    }
    const given = await run(evidence, ...named, '--audit', audit, '--report', audit);
    expect([given.code, given.complaints]).toEqual([2, expect.stringContaining('--report and --audit')]);
    const kept = await run(good, ...named, '--report', audit);
    expect([kept.code, kept.complaints]).toEqual([2, expect.stringContaining('the file of an audit')]);
    const bundle = await run(good, ...named, '--report', evidence);
    expect([bundle.code, bundle.complaints]).toEqual([2, expect.stringContaining('an evidence bundle')]);
    expect(await readFile(evidence, 'utf8')).toBe(await readFile(good, 'utf8'));
    expect(await readFile(audit, 'utf8')).toContain('atom-explorer-audit');
  });

  it('prints one line of JSON', async () => {
    const { out } = await run(failed, '--key', signer.fingerprint, '--json');
    expect(JSON.parse(out)).toMatchObject({
      status: 'red',
      isIntact: true,
      signer: { fingerprint: signer.fingerprint, trust: 'named' },
      contents: {
        counts: { green: 2, keyOnly: 0, amber: 0, red: 1 },
        failures: [{ read: 2, key: 'v1.fact.n1', check: 'content', code: 'content-differs' }],
      },
    });
  });

  it.each(['html', 'csv', 'json'])('writes a report as %s', async (format) => {
    const file = path.join(folder, `report.${format}`);
    expect((await run(failed, '--key', signer.fingerprint, '--report', file)).code).toBe(1);
    const report = await readFile(file, 'utf8');
    for (const fact of ['v1.fact.n1', 'https://memory.example.com', signer.fingerprint, root, '0.1.0'])
      expect(report).toContain(fact);
  });
});
