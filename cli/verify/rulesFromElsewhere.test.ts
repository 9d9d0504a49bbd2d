import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { verdictStatuses } from '#shared/merkle/verdict.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { sha256 } from '#shared/merkle/testing/nodeSha256.ts';
import { keyOnly, proveAll } from '#shared/merkle/testing/sampleTree.ts';
import { rulesFileOf } from '#shared/rulesFile/rulesFile.ts';
import { checkpointText } from '#shared/transparency/checkpoint.ts';
import { signNote, verifierKeyText } from '#shared/transparency/signedNote.ts';
import { rulesDigest } from '../../engine/connections/digests.ts';
import { freshState } from '../../engine/known/stateRecord/lostParts.ts';
import { recordFileOf } from '../../engine/known/stateRecord/recordedState.ts';
import { recordsFolder } from '../../engine/known/stateRecord/savedConnections.ts';
import { openProfileStore, type Profile } from '../../engine/connections/profileStore.ts';
import { signerOf } from '../../engine/connections/identity/ed25519.ts';
import { UnusableInput, UsageError } from '../command.ts';
import { runVerify } from '../commands/verify.ts';
import { runCli } from '../runCli.ts';

// The leaves of this memory cover the key only, so a key with a colon is also a key and a value under another rule.
const keys = ['user:admin', 'user:guest', 'v1.fact.a', 'v1.fact.b', 'v1.fact.c'];
const atoms = proveAll(
  keyOnly(sha256),
  keys.map((key) => ({ key, value: 'as stored', version: 1 })),
);
const [stored] = atoms;
if (stored === undefined) throw new Error('no atom');
const { proof } = stored;
const forged = { key: 'user', value: 'admin', version: 1, proof };
const trusted = ['--root', proof.rootHash];
const pin: SchemePin = {
  path: [{ hash: 'sha-256', node: 'concat', shape: 'duplicate-last', order: 'leaf-to-root' }],
  leaf: [{ hash: 'sha-256', digest: 'plain', preimage: 'key' }],
  origin: 'inferred',
  samples: 5,
  pinnedAt: 0,
};
const joined: SchemePin = {
  ...pin,
  leaf: [{ hash: 'sha-256', digest: 'plain', preimage: 'join-colon:key,value' }],
};
const either: SchemePin = { ...pin, leaf: [...pin.leaf, ...joined.leaf] };

const report = z.object({
  scheme: z.object({ source: z.string(), connection: z.string().nullable() }),
  grounds: z.array(z.object({ name: z.string(), state: z.string(), holdsBack: z.boolean() })),
  verdicts: z.array(
    z.object({
      status: z.enum(verdictStatuses),
      title: z.string(),
      grounds: z.array(z.object({ name: z.string(), state: z.string() })),
    }),
  ),
});

let folder: string;
let profileFile: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rules-elsewhere-'));
  await mkdir(path.join(folder, 'Atom Explorer'));
  profileFile = path.join(folder, 'Atom Explorer', 'connections.json');
  for (const [name, scheme] of [
    ['Team memory', pin],
    ['Other rules', joined],
    ['Several rules', either],
    ['New', null],
  ] as const)
    await addConnection(path.dirname(profileFile), profileOf(name, scheme));
});
afterAll(() => rm(folder, { recursive: true }));

/** As an audit or the app leaves it. */
async function addConnection(to: string, profile: Profile): Promise<void> {
  const profiles = await openProfileStore(path.join(to, 'connections.json'), () => 0);
  await profiles.add(profile);
  const record = { ...freshState(profile.id, profile), held: heldBy(profile) };
  await mkdir(path.join(to, recordsFolder), { recursive: true });
  await writeFile(recordOf(to, profile.id), JSON.stringify(recordFileOf(record, null)));
}

function heldBy({ scheme }: Profile) {
  return { rules: [rulesDigest(scheme)], pins: null, ledger: null, knownKeys: null };
}

function recordOf(of: string, id: ConnectionId): string {
  return path.join(of, recordsFolder, `${id}.json`);
}

function profileOf(name: string, scheme: SchemePin | null): Profile {
  return {
    id: name.toLowerCase().replaceAll(/[^a-z]/g, '-') as ConnectionId,
    kind: 'service',
    name,
    baseUrl: 'https://memory.example',
    colour: 'blue',
    readOnly: true,
    scheme,
    keyOrigin: null,
    keepsHistory: false,
  };
}

async function run(content: unknown, ...options: readonly string[]) {
  const file = path.join(folder, 'input.json');
  await writeFile(file, JSON.stringify(content));
  const printed: string[] = [];
  const code = await runVerify([file, ...options], {
    print: (line) => printed.push(line),
    complain: () => undefined,
    note: () => undefined,
    progress: () => undefined,
    write: () => undefined,
    readStdin: async () => new Uint8Array(),
    env: { XDG_CONFIG_HOME: folder },
  });
  return { code, text: printed.join('\n') };
}

async function verify(content: unknown, ...options: readonly string[]) {
  const { code, text } = await run(content, '--json', ...options);
  const { verdicts, scheme, grounds } = report.parse(JSON.parse(text));
  return { code, statuses: verdicts.map(({ status }) => status), verdicts, scheme, grounds };
}

describe('hashing rules inferred from the file under attack (C2)', () => {
  const underOtherKeys = [
    forged,
    { key: 'user', value: 'guest', version: 1, proof: atoms[1]?.proof },
    { key: 'us', value: 'er:admin', version: 1, proof },
  ];

  it.each([
    ['alone', underOtherKeys.slice(0, 1), 'Consistent under rules inferred from the proof'],
    ['of several, which agree', underOtherKeys.slice(0, 2), 'Consistent under rules inferred from the proof'],
    ['cut elsewhere', underOtherKeys.slice(2), 'Could not fully check'],
  ])('make no forged atom green: %s', async (_what, items, expected) => {
    const { code, statuses, verdicts } = await verify(items, ...trusted);
    expect(code).toBe(3);
    expect(statuses).toEqual(items.map(() => 'amber'));
    for (const { title, grounds } of verdicts) {
      expect(title).toBe(expected);
      expect(grounds).toContainEqual(expect.objectContaining({ name: 'rules', state: 'from-the-claim' }));
    }
  });

  it('are named in every output, with what to do', async () => {
    const { grounds } = await verify(forged, ...trusted);
    expect(grounds).toEqual([
      expect.objectContaining({ name: 'rules', state: 'from-the-claim', holdsBack: true }),
    ]);
    const { text } = await run(forged, ...trusted);
    expect(text).toContain('[??] “user”: Consistent under rules inferred from the proof');
    expect(text).toContain(
      'Hashing rules: only this file states them, so they prove nothing. Add --connection, --state, --rules-from, or a full --scheme.',
    );
    // Once.
    expect(text).not.toContain('stated only by');
  });

  it('are inferred for what --scheme leaves out, unless every rule that it allows fits', async () => {
    const rest = 'hash=sha-256,node=concat,shape=duplicate-last,digest=plain';
    expect(await verify(forged, ...trusted, '--scheme', `${rest},order=leaf-to-root`)).toMatchObject({
      code: 3,
      statuses: ['amber'],
    });
    const { text } = await run(forged, ...trusted, '--scheme', `${rest},order=leaf-to-root`);
    expect(text).toMatch(
      /Hashing rules: --scheme leaves .+ open\. This file supplied what is missing, so it proves nothing\. Name all parts\./,
    );
    const pair = proveAll(keyOnly(sha256), [
      { key: 'user:admin', value: '', version: 1 },
      { key: 'user:guest', value: '', version: 1 },
    ]);
    const joinedAtom = { key: 'user', value: 'admin', version: 1, proof: pair[0]?.proof };
    const root = ['--root', pair[0]?.proof.rootHash ?? ''];
    // With one sibling, both orders lead to the same root.
    expect(
      await verify(joinedAtom, ...root, '--scheme', `${rest},preimage=join-colon:key,value`),
    ).toMatchObject({
      code: 0,
      statuses: ['green'],
    });
  });

  it('do not decide whether a bare proof shows a leaf', async () => {
    const double = (text: string) => Buffer.from(sha256(sha256(text))).toString('hex');
    const invented = { key: 'a', value: '', version: 1, hash: double('a') };
    const leaf = { leafHash: double('a'), siblings: [], rootHash: double('a'), leafIndex: 0, treeSize: 1 };
    const above = Buffer.from(
      sha256(Buffer.from(proof.leafHash, 'hex'), Buffer.from(proof.siblings[0] ?? '', 'hex')),
    ).toString('hex');
    const inner = { leaf: above, root: proof.rootHash, auditPath: proof.siblings.slice(1), index: 0 };
    const held = ['--root', double('a'), ...trusted, '--scheme', 'hash=sha-256,node=concat'];
    const { statuses } = await verify([{ ...invented, proof: leaf }, inner], ...held);
    expect(statuses[1]).toBe('amber');
  });
});

describe('hashing rules from elsewhere', () => {
  it('come from a connection of the app, whose files stay as they are', async () => {
    const before = await readFile(profileFile, 'utf8');
    const honest = await verify(stored, ...trusted, '--connection', 'Team memory');
    expect(honest).toMatchObject({
      code: 3,
      statuses: ['keyOnly'],
      scheme: { source: 'connection', connection: 'Team memory' },
      grounds: [],
    });
    expect(await verify(forged, ...trusted, '--connection', 'Team memory')).toMatchObject({
      code: 1,
      statuses: ['red'],
    });
    expect(await verify(forged, ...trusted, '--connection', 'Other rules')).toMatchObject({ code: 0 });
    expect(await readFile(profileFile, 'utf8')).toBe(before);
    expect(await readdir(path.dirname(profileFile))).toEqual(['connections.json', recordsFolder]);
  });

  it('are not chosen by the file among several that are pinned', async () => {
    const { code, statuses, grounds } = await verify(forged, ...trusted, '--connection', 'Several rules');
    expect(code).toBe(3);
    expect(statuses).toEqual(['amber']);
    expect(grounds).toMatchObject([{ name: 'rules', state: 'from-the-claim' }]);
  });

  it('come from a state folder, or from a file with rules', async () => {
    const state = path.join(folder, 'state');
    await mkdir(state);
    const connection = profileOf('https://memory.example', joined);
    await addConnection(state, connection);
    expect(await verify(forged, ...trusted, '--state', state)).toMatchObject({ code: 0 });

    const file = path.join(folder, 'team.rules.json');
    const printed: string[] = [];
    const io = { complain: () => undefined, readStdin: async () => new Uint8Array() };
    expect(await runCli(['rules', '--state', state], { ...io, print: (line) => printed.push(line) })).toBe(0);
    await writeFile(file, printed.join('\n'));
    expect(await verify(forged, ...trusted, '--rules-from', file)).toMatchObject({
      code: 0,
      scheme: { source: 'file', connection: 'https://memory.example' },
    });
    await writeFile(file, rulesFileOf(pin, { name: 'Team', address: 'https://memory.example' }, 0));
    expect(await verify(forged, ...trusted, '--rules-from', file)).toMatchObject({ code: 1 });
  });

  it('are not those of a state folder whose record has others, or none', async () => {
    const state = path.join(folder, 'changed');
    await mkdir(state);
    const connection = profileOf('https://memory.example', joined);
    await addConnection(state, connection);
    const record = { ...freshState(connection.id, connection), held: heldBy({ ...connection, scheme: pin }) };
    await writeFile(recordOf(state, connection.id), JSON.stringify(recordFileOf(record, null)));
    await expect(run(forged, ...trusted, '--state', state)).rejects.toThrow('other rules than recorded');
    const signer = signerOf(generateKeyPairSync('ed25519').privateKey);
    const { signature } = recordFileOf(record, signer);
    const other = { ...recordFileOf({ ...record, held: heldBy(connection) }, null), signature };
    await writeFile(recordOf(state, connection.id), JSON.stringify(other));
    await expect(run(forged, ...trusted, '--state', state)).rejects.toThrow('the record of what was saved');
    await rm(recordOf(state, connection.id));
    await expect(run(forged, ...trusted, '--state', state)).rejects.toThrow('the record of what was saved');
  });

  it('are not those that the file states itself', async () => {
    const scheme = { ...joined, origin: 'specified', samples: 0 };
    expect(await verify({ scheme, atoms: [forged] }, ...trusted)).toMatchObject({ code: 3 });
  });

  it.each<[string, readonly string[], RegExp]>([
    ['an unknown connection', ['--connection', 'No such'], /^The app has no connection called “No such”/],
    ['a connection without rules', ['--connection', 'New'], /^No hashing rules are pinned for “New” yet/],
    ['a folder without connections', ['--state', '/nowhere'], /has no connections: there is no/],
    ['a file that is no rules file', ['--rules-from', 'package.json'], /is not a file with hashing rules/],
  ])('are not there: %s', async (_what, options, words) => {
    await expect(run(forged, ...options)).rejects.toThrow(words);
    await expect(run(forged, ...options)).rejects.toThrow(UnusableInput);
  });

  it('come from one place', async () => {
    const both = ['--connection', 'Team memory', '--scheme', 'hash=sha-256'];
    await expect(run(forged, ...both)).rejects.toThrow(UsageError);
  });
});

describe('the root of a checkpoint (C8)', () => {
  const key = signerOf(generateKeyPairSync('ed25519').privateKey);
  const byRules = [
    '--scheme',
    'hash=sha-256,node=concat,shape=duplicate-last,order=leaf-to-root,digest=plain,preimage=join-colon:key,value',
  ];

  async function checkpointOf(origin: string, name: string, size = 5n) {
    const signer = { name, publicKey: key.publicKey, sign: key.sign };
    const root = Uint8Array.from(Buffer.from(proof.rootHash, 'hex'));
    const file = path.join(folder, `root${size.toString()}.checkpoint`);
    await writeFile(file, signNote(checkpointText({ origin, size, root, extensions: [] }), signer));
    return { file, given: ['--checkpoint', file], verifierKey: ['--verifier-key', verifierKeyText(signer)] };
  }

  it('cannot be relied on unless a verifier key verifies the signature', async () => {
    const { file, given, verifierKey } = await checkpointOf('memory.example', 'memory.example');
    expect(await verify(forged, ...byRules, ...given, ...verifierKey)).toMatchObject({
      code: 0,
      grounds: [],
    });
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/(— memory\.example [A-Za-z0-9+/]{12})./, '$1x'));
    const unchecked = await verify(forged, ...byRules, ...given);
    expect(unchecked).toMatchObject({
      code: 3,
      statuses: ['amber'],
      grounds: [{ name: 'root', state: 'unsigned', holdsBack: true }],
    });
    expect((await run(forged, ...byRules, ...given)).text).toContain('Its root cannot be relied on');
    // A root that was given otherwise needs no checkpoint.
    expect(await verify(forged, ...byRules, ...given, ...trusted)).toMatchObject({ code: 0 });
  });

  it('cannot be relied on unless something says that it is of the memory that is meant', async () => {
    const { given, verifierKey } = await checkpointOf('memory.example', 'ada');
    const signed = [...given, ...verifierKey];
    expect(await verify(forged, ...byRules, ...signed)).toMatchObject({
      code: 3,
      grounds: [{ name: 'root', state: 'other-origin' }],
    });
    expect((await run(forged, ...byRules, ...signed)).text).toContain('pass --origin “memory.example”');
    expect(await verify(forged, ...byRules, ...signed, '--origin', 'memory.example')).toMatchObject({
      code: 0,
    });
    expect(await verify(forged, ...signed, '--connection', 'Other rules')).toMatchObject({ code: 0 });
    await expect(run(forged, ...byRules, ...signed, '--origin', 'other.example')).rejects.toThrow(
      'is a checkpoint of “memory.example”, and not of “other.example”.',
    );
    const { given: elsewhere } = await checkpointOf('other.example', 'ada');
    await expect(run(forged, ...elsewhere, '--connection', 'Other rules')).rejects.toThrow(UnusableInput);
  });

  it('is refused with another tree size than a second source states', async () => {
    const { given, verifierKey } = await checkpointOf('memory.example', 'memory.example');
    const signed = [...given, ...verifierKey];
    expect(await verify(forged, ...byRules, ...signed, '--tree-size', '5')).toMatchObject({ code: 0 });
    await expect(run(forged, ...byRules, ...signed, '--tree-size', '7')).rejects.toThrow(
      'states a tree of 5 leaves, and --tree-size one of 7.',
    );
    const { given: other } = await checkpointOf('memory.example', 'memory.example', 7n);
    await expect(run(forged, ...byRules, ...signed, ...other)).rejects.toThrow(
      'state different tree sizes for one root.',
    );
  });
});

describe('an atom with a part that cannot be read (C9)', () => {
  const rest = 'hash=sha-256,node=concat,shape=duplicate-last,order=leaf-to-root,digest=plain';
  it.each<[string, string, object]>([
    ['key and value, which is not a bare proof', 'key', { key: 7, value: 8 }],
    ['version, which no leaf covers', 'join-colon:key,value', { key: 'user', value: 'admin', version: '1' }],
  ])('is not green: %s', async (_what, preimage, change) => {
    const scheme = `${rest},preimage=${preimage}`;
    const item = { key: 'user:admin', proof, ...change };
    const tree = ['--tree-size', '5'];
    expect(await verify(item, '--scheme', scheme, ...trusted, ...tree)).toMatchObject({
      code: 3,
      statuses: ['amber'],
    });
  });

  it('is not green for a value where atoms have none', async () => {
    const file = path.join(folder, 'open.rules.json');
    const open: SchemePin = { ...pin, leaf: [{ hash: 'sha-256', digest: 'plain', preimage: 'atom' }] };
    await writeFile(file, rulesFileOf(open, { name: 'Open server', address: null }, 0));
    const { key } = stored;
    const options = [...trusted, '--rules-from', file];
    expect(await verify({ key, proof }, ...options)).toMatchObject({ code: 0 });
    expect(await verify({ key, value: { text: 'forged' }, proof }, ...options)).toMatchObject({
      code: 3,
      statuses: ['amber'],
    });
  });
});
