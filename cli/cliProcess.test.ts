import { generateKeyPairSync } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { shardOf } from '#shared/audit/shards.ts';
import { auditText, digestOfKeys, header, record } from '#shared/audit/testing/sampleAudit.ts';
import { checkpointText } from '#shared/transparency/checkpoint.ts';
import { signNote, verifierKeyText } from '#shared/transparency/signedNote.ts';
import { publicKeyPem, signerOf } from '../engine/connections/identity/ed25519.ts';
import {
  embeddedLike,
  flipBit,
  keyOnly,
  proveAll,
  sampleAtoms,
  type ProvenAtom,
} from '#shared/merkle/testing/sampleTree.ts';
import { verdictStatuses } from '#shared/merkle/verdict.ts';
import { sha256 } from '#shared/merkle/testing/nodeSha256.ts';
import { runCli } from './runCli.ts';
import { builtPrograms } from '../engine/testing/builtPrograms.ts';

let folder: string;
let programs: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atom-verify-'));
  programs = await builtPrograms();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const answer = z.object({
  scheme: z.object({
    source: z.enum(['given', 'partly-given', 'inferred', 'none']),
    given: z.array(z.string()),
    samples: z.number(),
    path: z.array(z.string()),
    leaf: z.array(z.string()),
  }),
  root: z.object({ expected: z.array(z.string()), treeSize: z.string().nullable() }),
  totals: z.record(z.enum(verdictStatuses), z.number()),
  verdicts: z.array(
    z.object({
      at: z.string(),
      key: z.string().nullable(),
      title: z.string(),
      root: z.string().nullable(),
      problems: z.array(z.string()),
      status: z.enum(verdictStatuses),
      checks: z.record(
        z.enum(['wellFormed', 'path', 'content', 'coherent', 'snapshot', 'root']),
        z.object({
          status: z.enum(['pass', 'fail', 'undecided']),
          code: z.string().regex(/^[a-z+.A-Z-]+$/),
          warnings: z.array(z.string()),
          why: z.string().min(10),
        }),
      ),
      binds: z.array(z.string()),
    }),
  ),
});

/** The command as its own process. Starting one takes longer than what it does, so a few tests stand for all. */
function runProcess(args: readonly string[], input: string | Uint8Array = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(programs, 'cli.js'), ...args], {
    input,
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

async function run(args: readonly string[], input: string | Uint8Array = '') {
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await runCli(args, {
    print: (line) => printed.push(`${line}\n`),
    complain: (line) => complaints.push(`${line}\n`),
    readStdin: async () => Buffer.from(input),
  });
  return { code, stdout: printed.join(''), stderr: complaints.join('') };
}

async function verify(content: unknown, ...options: readonly string[]) {
  const file = join(folder, 'input.json');
  await writeFile(file, JSON.stringify(content));
  const { code, stdout, stderr } = await run(['verify', file, '--json', ...options]);
  expect(stderr).toBe('');
  const { verdicts, scheme } = answer.parse(JSON.parse(stdout));
  const checks = verdicts.map(({ checks: each }) =>
    Object.fromEntries(Object.entries(each).map(([name, { status }]) => [name, status])),
  );
  return { code, scheme, verdicts, statuses: verdicts.map(({ status }) => status), checks };
}

const pathScheme = 'hash=sha-256,node=prefix-01,shape=rfc6962,order=leaf-to-root';
const leafScheme = 'hash=sha-256,digest=prefix-00,preimage=json:key,value,version';
const whole = `digest=prefix-00,preimage=json:key,value,version,${pathScheme}`;
const atoms = proveAll(embeddedLike(sha256), sampleAtoms(7));

function nth(index: number, among = atoms): ProvenAtom {
  const atom = among[index];
  if (atom === undefined) throw new Error(`no atom ${index}`);
  return atom;
}
const atom = nth(4);
const { proof } = atom;
const auditPath = { leaf: proof.leafHash, root: proof.rootHash, auditPath: proof.siblings, index: 4 };
const log = { logIndex: 4, hashes: proof.siblings, rootHash: proof.rootHash, treeSize: 7 };
/** The root from a trusted source. */
const trusted = ['--root', proof.rootHash];
/** The root and the rules from a trusted source. */
const held = [...trusted, '--scheme', whole];
const tampered = { ...atom, proof: { ...proof, siblings: proof.siblings.map((hash) => flipBit(hash, 3)) } };

describe('atom-explorer verify', () => {
  it('is green for an atom with its proof, and names its scheme and what it covers', async () => {
    // The path of the last leaf of seven skips a single node, which determines the shape of the tree.
    const inferred = await verify(nth(6), ...trusted);
    expect(inferred).toMatchObject({
      code: 3,
      scheme: { source: 'inferred', samples: 1, path: [pathScheme], leaf: [leafScheme] },
    });
    const { code, scheme, verdicts, checks } = await verify(nth(6), ...held);
    expect(code).toBe(0);
    expect(scheme).toMatchObject({ source: 'given', samples: 0, path: [pathScheme], leaf: [leafScheme] });
    expect(verdicts).toMatchObject([
      { key: nth(6).key, status: 'green', binds: ['key', 'value', 'version'] },
    ]);
    expect(checks).toEqual([
      {
        wellFormed: 'pass',
        path: 'pass',
        content: 'pass',
        coherent: 'pass',
        snapshot: 'undecided',
        root: 'pass',
      },
    ]);
  });

  it('gives one verdict for each input, in order, for an array and for { atoms }', async () => {
    const three = [nth(2), tampered, nth(6)];
    for (const input of [three, { atoms: three }]) {
      const { code, statuses, verdicts } = await verify(input, ...held);
      expect(code).toBe(1);
      expect(statuses).toEqual(['green', 'red', 'green']);
      expect(verdicts.map(({ key }) => key)).toEqual(three.map(({ key }) => key));
    }
  });

  it('requires one of several expected roots', async () => {
    const other = flipBit(proof.rootHash, 0);
    expect(await verify(nth(6), '--root', other, ...held)).toMatchObject({ code: 0 });
    const neither = await verify(nth(6), '--root', other, '--root', flipBit(other, 1));
    expect(neither).toMatchObject({ code: 1, statuses: ['red'] });
    expect(neither.verdicts[0]?.checks['root']?.why).toContain('none of the 2 roots that you expect');
  });

  it('takes a checkpoint for the root, and checks its signature with a verifier key', async () => {
    const key = signerOf(generateKeyPairSync('ed25519').privateKey);
    const signer = { name: 'ada', publicKey: key.publicKey, sign: key.sign };
    const file = join(folder, 'ada.checkpoint');
    const bytes = Uint8Array.from(Buffer.from(proof.rootHash, 'hex'));
    const noteOf = (size: bigint) =>
      signNote(checkpointText({ origin: 'memory.example', size, root: bytes, extensions: [] }), signer);
    await writeFile(file, noteOf(7n));
    const verifier = ['--verifier-key', verifierKeyText(signer), '--origin', 'memory.example'];
    const rules = ['--scheme', whole];
    expect(await verify(nth(6), '--checkpoint', file, ...verifier, ...rules)).toMatchObject({ code: 0 });
    const text = (...options: readonly string[]) =>
      run(['verify', join(folder, 'input.json'), '--checkpoint', file, ...options]);
    expect((await text()).stdout).toContain('signed by “ada”: the signature was not checked.');
    expect((await text(...verifier)).stdout).toContain('signed by “ada”: the signature was verified.');
    const pem = join(folder, 'ada.pem');
    await writeFile(pem, publicKeyPem(key.publicKey));
    expect((await text('--verifier-key', pem)).stdout).toContain('the signature was verified.');
    await writeFile(file, noteOf(8n));
    expect(await verify(nth(6), '--checkpoint', file)).toMatchObject({ code: 1, statuses: ['red'] });
    await writeFile(file, noteOf(7n).replace('\n7\n', '\n9\n'));
    expect(await text(...verifier)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The signature does not match.') as string,
    });
  });

  it('judges a bare proof by its path if its scheme is given, but not if it is inferred', async () => {
    expect(await verify(proof, '--scheme', pathScheme, ...trusted)).toMatchObject({
      code: 0,
      statuses: ['green'],
    });
    expect(await verify(tampered.proof, '--scheme', pathScheme)).toMatchObject({
      code: 1,
      statuses: ['red'],
    });
    expect(await verify(proof, ...trusted)).toMatchObject({
      code: 3,
      statuses: ['amber'],
      checks: [{ path: 'pass' }],
    });
  });

  it('reads { leaf, root, auditPath, index }, whose position stays undecided', async () => {
    const { code, checks } = await verify(auditPath, '--scheme', pathScheme, ...trusted);
    expect(code).toBe(0);
    expect(checks).toMatchObject([{ wellFormed: 'undecided', path: 'pass' }]);
    expect(await verify({ ...atom, proof: auditPath }, ...held)).toMatchObject({ code: 0 });
    expect(await verify({ ...auditPath, index: 3 }, '--scheme', pathScheme)).toMatchObject({ code: 1 });
  });

  it('reads { logIndex, hashes, rootHash, treeSize }, whose leaf is the hash of the atom or of its content', async () => {
    expect(await verify({ ...atom, proof: log }, ...held)).toMatchObject({ code: 0 });
    const { key, value, version } = atom;
    expect(await verify({ key, value, version, proof: log }, '--scheme', whole, ...trusted)).toMatchObject({
      code: 0,
    });
    expect(
      await verify({ key, value: 'other', version, proof: log }, '--scheme', whole, ...trusted),
    ).toMatchObject({
      code: 1,
    });
    expect(await verify({ key, value, version, proof: log }, ...trusted)).toMatchObject({ code: 3 });
    const asText = { ...log, logIndex: '4', treeSize: '7' };
    expect(await verify({ ...atom, proof: asText }, ...held)).toMatchObject({ code: 0 });
    expect(await verify(log, '--scheme', pathScheme, ...trusted)).toMatchObject({
      code: 3,
      checks: [{ path: 'undecided' }],
    });
  });

  it('reads chains, and is red for two valid proofs that are not linked', async () => {
    const shards = ['00'.repeat(32), proof.rootHash, 'ab'.repeat(32)];
    const leaves = shards.map((hash) => Uint8Array.from(Buffer.from(hash, 'hex')));
    const { tree } = embeddedLike(sha256);
    const outerOf = (index: number) => ({
      leafHash: shards[index],
      siblings: tree.path(index, leaves).map((hash) => Buffer.from(hash).toString('hex')),
      rootHash: Buffer.from(tree.root(leaves)).toString('hex'),
      leafIndex: index,
      treeSize: 3,
    });
    const outerRoot = ['--root', outerOf(1).rootHash];
    const linked = { currentProof: proof, shardRootProof: outerOf(1) };
    const rules = `${pathScheme},links=same`;
    const byRules = ['--scheme', `${whole},links=same`, ...outerRoot];
    expect(await verify({ ...atom, proof: linked }, ...byRules)).toMatchObject({ code: 0 });
    expect(await verify({ ...atom, proof: [proof, outerOf(1)] }, ...byRules)).toMatchObject({ code: 0 });
    expect(await verify([proof, outerOf(1)], '--scheme', rules, ...outerRoot)).toMatchObject({
      code: 0,
      statuses: ['green'],
    });
    expect(await verify([proof, outerOf(1)], ...outerRoot)).toMatchObject({ statuses: ['red', 'amber'] });
    expect(await verify({ ...atom, proof: linked }, ...outerRoot)).toMatchObject({ code: 3 });
    expect(await verify(linked, '--scheme', rules, ...outerRoot)).toMatchObject({
      code: 0,
      scheme: { path: [rules] },
    });
    // Rules that name no links are of one tree.
    expect(await verify(linked, '--scheme', pathScheme, ...outerRoot)).toMatchObject({
      code: 1,
      checks: [{ wellFormed: 'fail' }],
    });
    const apart = { ...atom, proof: [proof, outerOf(2)] };
    const unlinked = await verify(apart, ...byRules);
    expect(unlinked).toMatchObject({ code: 1, checks: [{ path: 'fail', content: 'pass' }] });
    expect(unlinked.verdicts[0]?.checks.path.why).toContain('do not link up');
    // Without rules, it may be by an unknown link.
    expect(await verify(apart, ...outerRoot)).toMatchObject({ code: 3, checks: [{ path: 'undecided' }] });
  });

  it('is keyOnly, and not good, for a service whose leaf covers only the key', async () => {
    const byKey = proveAll(keyOnly(sha256), sampleAtoms(9));
    expect(await verify(byKey[0])).toMatchObject({ code: 3, statuses: ['amber'] });
    const keyRules =
      'hash=sha-256,node=concat,shape=duplicate-last,order=leaf-to-root,digest=plain,preimage=key';
    const root = ['--root', byKey[0]?.proof.rootHash ?? ''];
    const { code, verdicts } = await verify(byKey, ...root, '--scheme', keyRules);
    expect(code).toBe(3);
    expect(verdicts[0]).toMatchObject({ status: 'keyOnly', binds: ['key'] });
    expect(verdicts[0]?.checks.content.why).toContain('says nothing about');
  });

  it('is amber for an atom without a proof', async () => {
    expect(await verify({ key: 'k', value: 'v', version: 1 })).toMatchObject({
      code: 3,
      statuses: ['amber'],
    });
  });

  it('uses the given parts of a scheme and infers the rest', async () => {
    for (const given of ['node=prefix-01', 'preimage=json:key,value,version,hash=sha-256'])
      expect(await verify(atom, '--scheme', given, ...trusted)).toMatchObject({
        code: 3,
        statuses: ['amber'],
        checks: [{ path: 'pass', content: 'pass', root: 'pass' }],
      });
    expect(await verify(atom, '--scheme', 'node=concat')).toMatchObject({
      code: 1,
      checks: [{ path: 'fail' }],
    });
    expect(await verify(atom, '--scheme', 'preimage=key')).toMatchObject({
      code: 1,
      checks: [{ content: 'fail' }],
    });
    expect(await verify({ ...atom, value: 'other' })).toMatchObject({ code: 3 });
    expect(await verify({ ...atom, value: 'other' }, '--scheme', whole)).toMatchObject({ code: 1 });
  });

  it('accepts only the given root', async () => {
    const pinned = await verify(atom, '--root', `0x${proof.rootHash.toUpperCase()}`, '--scheme', whole);
    expect(pinned).toMatchObject({ code: 0, checks: [{ root: 'pass' }] });
    expect(await verify(atom, '--root', 'ab'.repeat(32))).toMatchObject({
      code: 1,
      checks: [{ root: 'fail' }],
    });
  });

  it('is not green without a trusted root, and says so', async () => {
    const content = { key: 'v1.account.balance', value: 'whatever the forger likes', version: 1 };
    // A tree of two leaves, made up by someone who wants this atom to be believed.
    const [forged] = proveAll(embeddedLike(sha256), [content, { key: 'x', value: 'y', version: 1 }]);
    const alone = await verify(forged, '--scheme', whole);
    expect(alone).toMatchObject({
      code: 3,
      statuses: ['amber'],
      checks: [{ path: 'pass', content: 'pass', root: 'undecided' }],
    });
    expect(alone.verdicts[0]).toMatchObject({
      title: 'Internally consistent, root not trusted',
      root: forged?.proof.rootHash,
      checks: { root: { code: 'root-vouching.nothing' } },
    });
    expect((await verify(forged)).verdicts[0]?.title).toBe(
      'Consistent under rules inferred from the proof, root not trusted',
    );
    expect(await verify(forged, ...trusted)).toMatchObject({ code: 1, checks: [{ root: 'fail' }] });
    const { code, stdout } = await run(['verify', '-', '--scheme', whole], JSON.stringify(forged));
    expect(code).toBe(3);
    expect(stdout).toContain('Whoever made the proof may have made the root');
    expect(stdout).toContain('Add --root');
  });

  it('gives an unusable item its own verdict', async () => {
    const input = { atoms: [atom, 7, { ...nth(2), key: 7 }] };
    const { code, statuses, verdicts } = await verify(input, ...held);
    expect(code).toBe(3);
    expect(statuses).toEqual(['green', 'amber', 'amber']);
    expect(verdicts.map(({ at, problems }) => [at, ...problems])).toEqual([
      ['atoms[0]'],
      ['atoms[1]', 'atoms[1] is neither an atom with its proof nor a proof'],
      ['atoms[2]', 'atoms[2].key is not a string, so it counts as missing'],
    ]);
  });

  it('names the source of the rules, or says that none are pinned', async () => {
    const unknown = { ...tampered, value: 'other' };
    expect((await verify(unknown)).scheme).toMatchObject({ source: 'none', samples: 0 });
    const partly = await verify(unknown, '--scheme', 'node=prefix-01');
    expect(partly.scheme).toMatchObject({ source: 'partly-given', given: ['node'], samples: 0 });
    expect((await verify(atom, '--scheme', whole)).scheme).toMatchObject({ source: 'given' });
    const leafGiven = ['--scheme', 'preimage=json:key,value,version'];
    for (const options of [[], ['--scheme', 'node=prefix-01'], leafGiven, ['--scheme', whole]]) {
      const { stdout } = await run(['verify', '-', ...options], JSON.stringify([tampered, atom]));
      expect(stdout).not.toMatch(/pinned|0 proofs/i);
      for (const bad of [tampered, unknown])
        expect((await run(['verify', '-', ...options], JSON.stringify(bad))).stdout).not.toMatch(
          /pinned|\b0 proofs/i,
        );
    }
  });

  it('prints no escape or direction character of a file, its name, or the command line', async () => {
    const evil = 'a\u001b[31m\u009b2J\u202eb';
    const hidden = /[^\P{Cc}\n]|\p{Cf}/u;
    const runs = [
      await run(['verify', '-'], JSON.stringify({ [evil]: 1 })),
      await run(['verify', '-'], JSON.stringify([{ ...atom, key: evil }])),
      await run(['verify', '-', '--json'], JSON.stringify([{ ...atom, key: evil }])),
      await run(['verify', '-'], `{"a": ${evil}}`),
      await run(['verify', evil]),
      await run([evil]),
      await run(['verify', '-', '--root', evil]),
      await run(['verify', '-', '--scheme', evil]),
      await run(['verify', '-', `--${evil}`]),
    ];
    for (const { stdout, stderr } of runs) {
      expect(stdout + stderr).not.toBe('');
      expect(stdout + stderr).not.toMatch(hidden);
    }
    expect(answer.parse(JSON.parse(runs[2]?.stdout ?? '')).verdicts[0]?.key).toBe(evil);
  });

  it('accepts the hash of an inner node as a leaf only unless --tree-size fixes the depth', async () => {
    const keys = sampleAtoms(8);
    const [first] = proveAll(keyOnly(sha256), keys);
    if (first === undefined) throw new Error('no atom');
    const { leafHash, siblings, rootHash } = first.proof;
    const bytes = (hex: string | undefined) => Uint8Array.from(Buffer.from(hex ?? '', 'hex'));
    const above = Buffer.from(sha256(bytes(leafHash), bytes(siblings[0]))).toString('hex');
    const byRules = [
      '--scheme',
      'hash=sha-256,node=concat,shape=rfc6962,order=leaf-to-root',
      '--root',
      rootHash,
    ];
    const node = { leaf: above, root: rootHash, auditPath: siblings.slice(1), index: 0 };
    const leaf = { leaf: leafHash, root: rootHash, auditPath: siblings, index: 0 };
    expect(await verify(node, ...byRules)).toMatchObject({ code: 3, statuses: ['amber'] });
    expect(await verify(node, ...byRules, '--tree-size', '8')).toMatchObject({ code: 1, statuses: ['red'] });
    expect(await verify(leaf, ...byRules)).toMatchObject({ code: 3, statuses: ['amber'] });
    expect(await verify(leaf, ...byRules, '--tree-size', '8')).toMatchObject({
      code: 0,
      statuses: ['green'],
    });
  });

  it('is red for two roots in one response, but not for a collection of several', async () => {
    const other = nth(1, proveAll(embeddedLike(sha256), sampleAtoms(5)));
    expect(await verify({ atoms: [atom, other] })).toMatchObject({ code: 1, statuses: ['red', 'red'] });
    const collection = await verify([atom, other]);
    expect(collection).toMatchObject({
      code: 3,
      checks: [{ snapshot: 'undecided' }, { snapshot: 'undecided' }],
    });
    const resized = { ...nth(2), proof: { ...nth(2).proof, treeSize: 8 } };
    expect(await verify([atom, other, resized])).toMatchObject({
      checks: [{ snapshot: 'fail' }, {}, { snapshot: 'fail' }],
    });
  });

  it('names the malformed field of a proof, and is red', async () => {
    const { code, verdicts } = await verify({ ...atom, proof: { ...auditPath, auditPath: ['abc'] } });
    expect(code).toBe(1);
    expect(verdicts[0]?.checks.wellFormed.why).toContain('auditPath[0]');
  });

  it('prints words for people, with what no proof can show', async () => {
    const { code, stdout } = await run(
      ['verify', '-', ...held],
      JSON.stringify([atom, { ...tampered, key: 'a\u202eb' }]),
    );
    expect(code).toBe(1);
    expect(stdout).toContain('[ok] “v1.fact.n4”: Verified');
    expect(stdout).toContain('[!!] “a[U+202E]b”: Verification failed');
    expect(stdout).toContain('What an inclusion proof cannot show');
    expect(stdout).toContain('2 verdicts: 1 verified, 0 key only, 0 could not be checked, 1 failed.');
  });

  it('lists the parts of schemes, for people and as JSON', async () => {
    const { code, stdout } = await run(['verify', '--list-schemes']);
    expect(code).toBe(0);
    for (const id of [
      'keccak-256',
      'prefix-01',
      'zero-pad',
      'leaf-to-root',
      'double',
      'json:key,value,version',
    ])
      expect(stdout).toContain(`  ${id}\n`);
    const listed: unknown = JSON.parse((await run(['verify', '--list-schemes', '--json'])).stdout);
    const part = z.array(z.object({ id: z.string(), words: z.string(), source: z.string().min(5) })).min(2);
    expect(() => z.record(z.string(), part).parse(listed)).not.toThrow();
  });

  it.each<[string, readonly string[], string | Uint8Array, string]>([
    ['no file', ['verify'], '', 'needs a file'],
    ['two files', ['verify', 'a', 'b'], '', 'one file'],
    ['a missing file', ['verify', 'no-such-file.json'], '', 'File not found: no-such-file.json'],
    ['an unknown option', ['verify', '-', '--strict'], '', '--strict'],
    ['an unknown command', ['inspect'], '', 'Unknown command “inspect”'],
    ['no command', [], '', 'Commands:'],
    ['an unknown part of a scheme', ['verify', '-', '--scheme', 'leaf=x'], '', 'hash, node, shape'],
    ['an unknown id', ['verify', '-', '--scheme', 'node=sideways'], '', 'Known: prefix-01, concat'],
    ['a part named twice', ['verify', '-', '--scheme', 'node=concat,node=concat'], '', 'twice'],
    ['a root that is no hash', ['verify', '-', '--root', 'abc'], '', '--root'],
    ['nothing on standard input', ['verify', '-'], '', 'is empty'],
    ['what is not JSON', ['verify', '-'], '{"key":', 'is not valid JSON. Line 1, column 8'],
    ['what is not UTF-8', ['verify', '-'], Uint8Array.of(0x22, 0x61, 0xff, 0x22), 'byte 2'],
    ['another JSON value', ['verify', '-'], '7', 'not a proof or an atom with a proof'],
    ['an object that is neither', ['verify', '-'], '{"name":"x"}', 'No proof was found. The fields are name'],
    ['an empty list', ['verify', '-'], '{"atoms":[]}', 'contains no proof'],
    ['a list of which nothing is either', ['verify', '-'], '[7, 8]', 'nothing in it is a proof'],
    ['one atom whose key is no text', ['verify', '-'], '{"key":7}', 'key is not a string'],
    ['JSON nested too deep', ['verify', '-'], '['.repeat(200_000), 'more than 500 levels deep'],
    [
      'whole JSON nested too deep',
      ['verify', '-'],
      `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
      'more than 500 levels deep',
    ],
    [
      'two schemes',
      ['verify', '-', '--scheme', 'node=concat', '--scheme', 'hash=sha-256'],
      '',
      'Use --scheme only once',
    ],
    [
      'two lists of keys',
      ['audit', '--url', 'http://127.0.0.1:9', '--keys', 'a', '--keys', 'b'],
      '',
      'Use --keys only once',
    ],
    [
      'two lists of expectations',
      ['recall', '--url', 'http://127.0.0.1:9', '--expect', 'a', '--expect', 'b'],
      '',
      'Use --expect only once',
    ],
    ['two keys of a snapshot', ['snapshot', 'a', '--key', 'b', '--key', 'c'], '', 'Use --key only once'],
    ['a file with the name of an option', ['verify', ...held, '--', '-h'], '', 'File not found: -h'],
    [
      'a tree size for two roots',
      ['verify', '-', ...trusted, '--root', flipBit(proof.rootHash, 0), '--tree-size', '7'],
      '',
      '--tree-size applies to one root',
    ],
    ['a tree size that is none', ['verify', '-', '--tree-size', '-3x'], '', '--tree-size'],
    ['a folder', ['verify', '.'], '', 'is a folder'],
  ])('exits with 2 and gives the reason for %s', async (_, args, input, words) => {
    const { code, stdout, stderr } = await run(args, input);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('    at ');
  });
});

describe('the command as its own process, bundled as for release', () => {
  it('reads standard input, with a byte order mark', () => {
    const { code, stdout } = runProcess(['verify', '-', '--json', ...held], `\ufeff${JSON.stringify(atom)}`);
    expect(code).toBe(0);
    expect(answer.parse(JSON.parse(stdout)).verdicts).toHaveLength(1);
  });

  describe('says a failure with its exit code', () => {
    const one = record('v1.one', {
      outcome: 'red',
      check: { name: 'path', status: 'fail', code: 'path-differs' },
    });
    const part = auditText(
      [one],
      header({
        keys: { total: 2, sha256: digestOfKeys([one]), leftOut: 0 },
        shard: { number: shardOf(one.key, 2), of: 2, keys: 1 },
      }),
    );
    let merge: readonly string[];
    beforeAll(async () => {
      const file = join(folder, 'part.audit.jsonl');
      await writeFile(file, part);
      merge = [join(programs, 'cli.js'), 'audit', 'merge', file];
    });

    it('also if nobody reads its output', async () => {
      const child = spawn(process.execPath, merge, { stdio: ['ignore', 'pipe', 'ignore'] });
      child.stdout.destroy();
      expect(await once(child, 'exit')).toEqual([1, null]);
    });

    it.skipIf(process.platform !== 'linux')('and 2 if only its output cannot be written', async () => {
      const full = await open('/dev/full', 'w');
      try {
        const written = spawnSync(process.execPath, merge, { stdio: ['ignore', full.fd, full.fd] });
        expect(written.status).toBe(1);
        const version = [join(programs, 'cli.js'), '--version'];
        const lost = spawnSync(process.execPath, version, { stdio: ['ignore', full.fd, 'pipe'] });
        expect([lost.status, String(lost.stderr)]).toEqual([
          2,
          expect.stringMatching(/^The output cannot be written\. ENOSPC.*\n$/),
        ]);
      } finally {
        await full.close();
      }
    });

    it.skipIf(process.platform !== 'linux')(
      'without removing a device in the place of an output',
      async () => {
        const device = join(folder, 'device.jsonl');
        await symlink('/dev/full', device);
        const { code, stderr } = await run([...merge.slice(1), '--out', device]);
        expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be written. ENOSPC')]);
        expect((await lstat(device)).isSymbolicLink()).toBe(true);
      },
    );
  });

  it('prints its version', () => {
    const { code, stdout } = runProcess(['--version']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each<[string, number, string | Uint8Array, readonly string[]]>([
    ['a proof that fails', 1, JSON.stringify([tampered, atom]), trusted],
    ['a root that nobody named', 3, JSON.stringify(atom), []],
    ['what is not UTF-8', 2, Uint8Array.of(0x22, 0x61, 0xff, 0x22), []],
    ['JSON nested too deep', 2, `${'['.repeat(200_000)}${']'.repeat(200_000)}`, []],
  ])('says the same about %s as in this process, and exits with %i', async (_, code, input, options) => {
    const args = ['verify', '-', ...options];
    const ran = runProcess(args, input);
    expect(ran).toEqual(await run(args, input));
    expect(ran.code).toBe(code);
    expect(ran[code === 2 ? 'stdout' : 'stderr']).toBe('');
  });
});
