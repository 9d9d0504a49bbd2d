import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
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

// The command as a process of its own, bundled as it is shipped: exit codes and streams are its interface.
const root = resolve(import.meta.dirname, '..');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atom-verify-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: 'cli/index.ts',
      outDir: folder,
      target: 'node18',
      rollupOptions: { output: { format: 'cjs', entryFileNames: 'cli.cjs' } },
    },
  });
});
afterAll(() => rm(folder, { recursive: true }));

const answer = z.object({
  scheme: z.object({ path: z.array(z.string()), leaf: z.array(z.string()) }),
  verdicts: z.array(
    z.object({
      key: z.string().nullable(),
      status: z.enum(verdictStatuses),
      checks: z.record(
        z.enum(['wellFormed', 'path', 'content', 'coherent', 'snapshot', 'root']),
        z.object({ status: z.enum(['pass', 'fail', 'undecided']), why: z.string().min(10) }),
      ),
      binds: z.array(z.string()),
    }),
  ),
});

function run(args: readonly string[], input: string | Uint8Array = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'cli.cjs'), ...args], {
    input,
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

async function verify(content: unknown, ...options: readonly string[]) {
  const file = join(folder, 'input.json');
  await writeFile(file, JSON.stringify(content));
  const { code, stdout, stderr } = run(['verify', file, '--json', ...options]);
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
const tampered = { ...atom, proof: { ...proof, siblings: proof.siblings.map((hash) => flipBit(hash, 3)) } };

describe('atom-explorer verify', () => {
  it('is green for an atom with its proof, and says by which scheme and what it binds', async () => {
    // The last leaf of seven passes a lone node, so that its path settles the shape of the tree.
    const { code, scheme, verdicts, checks } = await verify(nth(6));
    expect(code).toBe(0);
    expect(scheme).toEqual({ path: [pathScheme], leaf: [leafScheme] });
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
        root: 'undecided',
      },
    ]);
  });

  it('gives one verdict for each input, in order, for an array and for { atoms }', async () => {
    const three = [nth(2), tampered, nth(6)];
    for (const input of [three, { atoms: three }]) {
      const { code, statuses, verdicts } = await verify(input);
      expect(code).toBe(1);
      expect(statuses).toEqual(['green', 'red', 'green']);
      expect(verdicts.map(({ key }) => key)).toEqual(three.map(({ key }) => key));
    }
  });

  it('reads standard input, with a byte order mark', () => {
    const { code, stdout } = run(['verify', '-', '--json'], `\ufeff${JSON.stringify(atom)}`);
    expect(code).toBe(0);
    expect(answer.parse(JSON.parse(stdout)).verdicts).toHaveLength(1);
  });

  it('lets the path decide a bare proof where its scheme is given, and not where it is inferred', async () => {
    expect(await verify(proof, '--scheme', pathScheme)).toMatchObject({ code: 0, statuses: ['green'] });
    expect(await verify(tampered.proof, '--scheme', pathScheme)).toMatchObject({
      code: 1,
      statuses: ['red'],
    });
    expect(await verify(proof)).toMatchObject({ code: 3, statuses: ['amber'], checks: [{ path: 'pass' }] });
  });

  it('knows { leaf, root, auditPath, index }, whose place stays undecided', async () => {
    const { code, checks } = await verify(auditPath, '--scheme', pathScheme);
    expect(code).toBe(0);
    expect(checks).toMatchObject([{ wellFormed: 'undecided', path: 'pass' }]);
    expect(await verify({ ...atom, proof: auditPath })).toMatchObject({ code: 0 });
    expect(await verify({ ...auditPath, index: 3 }, '--scheme', pathScheme)).toMatchObject({ code: 1 });
  });

  it('knows { logIndex, hashes, rootHash, treeSize }, whose leaf is the hash of the atom or of its content', async () => {
    expect(await verify({ ...atom, proof: log })).toMatchObject({ code: 0 });
    const { key, value, version } = atom;
    expect(await verify({ key, value, version, proof: log }, '--scheme', whole)).toMatchObject({ code: 0 });
    expect(await verify({ key, value: 'other', version, proof: log }, '--scheme', whole)).toMatchObject({
      code: 1,
    });
    expect(await verify({ key, value, version, proof: log })).toMatchObject({ code: 0 });
    const asText = { ...log, logIndex: '4', treeSize: '7' };
    expect(await verify({ ...atom, proof: asText })).toMatchObject({ code: 0 });
    expect(await verify(log, '--scheme', pathScheme)).toMatchObject({
      code: 3,
      checks: [{ path: 'undecided' }],
    });
  });

  it('knows chains, and is red for two valid proofs that are not linked', async () => {
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
    const linked = { currentProof: proof, shardRootProof: outerOf(1) };
    expect(await verify({ ...atom, proof: linked })).toMatchObject({ code: 0 });
    expect(await verify({ ...atom, proof: [proof, outerOf(1)] })).toMatchObject({ code: 0 });
    expect(await verify(linked, '--scheme', pathScheme)).toMatchObject({ code: 0 });
    const unlinked = await verify({ ...atom, proof: [proof, outerOf(2)] });
    expect(unlinked).toMatchObject({ code: 1, checks: [{ path: 'fail', content: 'pass' }] });
    expect(unlinked.verdicts[0]?.checks.path.why).toContain('do not belong together');
  });

  it('is keyOnly, and not good, for a service whose leaf is the key alone', async () => {
    const { code, verdicts } = await verify(proveAll(keyOnly(sha256), sampleAtoms(9)));
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

  it('holds to what is given of a scheme and infers the rest', async () => {
    expect(await verify(atom, '--scheme', 'node=prefix-01')).toMatchObject({ code: 0 });
    expect(await verify(atom, '--scheme', 'preimage=json:key,value,version,hash=sha-256')).toMatchObject({
      code: 0,
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

  it('pins the root that it is given', async () => {
    const pinned = await verify(atom, '--root', `0x${proof.rootHash.toUpperCase()}`);
    expect(pinned).toMatchObject({ code: 0, checks: [{ root: 'pass' }] });
    expect(await verify(atom, '--root', 'ab'.repeat(32))).toMatchObject({
      code: 1,
      checks: [{ root: 'fail' }],
    });
  });

  it('is red for two roots in one answer, and not for a collection of several', async () => {
    const other = nth(1, proveAll(embeddedLike(sha256), sampleAtoms(5)));
    expect(await verify({ atoms: [atom, other] })).toMatchObject({ code: 1, statuses: ['red', 'red'] });
    const collection = await verify([atom, other]);
    expect(collection).toMatchObject({
      code: 0,
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

  it('prints words for people, with what no proof shows', () => {
    const { code, stdout } = run(['verify', '-'], JSON.stringify([atom, { ...tampered, key: 'a\u202eb' }]));
    expect(code).toBe(1);
    expect(stdout).toContain('[ok] “v1.fact.n4”: Verified');
    expect(stdout).toContain('[!!] “a[U+202E]b”: Verification failed');
    expect(stdout).toContain('What no inclusion proof shows');
    expect(stdout).toContain('2 verdicts: 1 green, 0 key only, 0 amber, 1 red.');
  });

  it('lists the parts of schemes, for people and as JSON', () => {
    const { code, stdout } = run(['verify', '--list-schemes']);
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
    const listed: unknown = JSON.parse(run(['verify', '--list-schemes', '--json']).stdout);
    const part = z.array(z.object({ id: z.string(), words: z.string(), source: z.string().min(5) })).min(2);
    expect(() => z.record(z.string(), part).parse(listed)).not.toThrow();
  });

  it.each<[string, readonly string[], string | Uint8Array, string]>([
    ['no file', ['verify'], '', 'wants a file'],
    ['two files', ['verify', 'a', 'b'], '', 'one file'],
    ['a missing file', ['verify', 'no-such-file.json'], '', 'cannot be read'],
    ['an unknown option', ['verify', '-', '--strict'], '', '--strict'],
    ['an unknown command', ['audit'], '', 'no command audit'],
    ['no command', [], '', 'Commands:'],
    ['an unknown part of a scheme', ['verify', '-', '--scheme', 'leaf=x'], '', 'hash, node, shape'],
    ['an unknown id', ['verify', '-', '--scheme', 'node=sideways'], '', 'Known: prefix-01, concat'],
    ['a part named twice', ['verify', '-', '--scheme', 'node=concat,node=concat'], '', 'twice'],
    ['a root that is no hash', ['verify', '-', '--root', 'abc'], '', '--root'],
    ['nothing on standard input', ['verify', '-'], '', 'is empty'],
    ['what is not JSON', ['verify', '-'], '{"key":', 'is not JSON'],
    ['what is not UTF-8', ['verify', '-'], Uint8Array.of(0x22, 0x61, 0xff, 0x22), 'at byte 2'],
    ['another JSON value', ['verify', '-'], '7', 'an atom with its proof'],
    ['an object that is neither', ['verify', '-'], '{"name":"x"}', 'an atom with its proof'],
    ['an empty list', ['verify', '-'], '{"atoms":[]}', 'atoms is not a list'],
    ['one of a list that is neither', ['verify', '-'], JSON.stringify([atom, 7]), '[1] is not an atom'],
    [
      'a key of the wrong type',
      ['verify', '-'],
      JSON.stringify({ atoms: [{ ...atom, key: 7 }] }),
      'atoms[0].key is not a string',
    ],
    ['JSON nested too deep', ['verify', '-'], '['.repeat(200_000), 'not JSON'],
  ])('exits with 2 and says why for %s', (_, args, input, words) => {
    const { code, stdout, stderr } = run(args, input);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('    at ');
  });
});
