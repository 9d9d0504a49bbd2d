import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { offlineJwksFetcher, verifySnapshot } from '@parametric-memory/snapshot-verify';
import { afterAll, describe, expect, it } from 'vitest';
import { snapshotScheme } from '#shared/snapshot/snapshotScheme.ts';
import { verify } from '#shared/merkle/verify.ts';
import { sampleSnapshot, signed } from './testing/sampleSnapshot.ts';
import { openSnapshotFile } from './openSnapshotFile.ts';
import { connectionGrounds } from '#shared/merkle/testing/verifyInput.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'snapshots-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
function open(content: unknown) {
  files += 1;
  const file = path.join(folder, `${files}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return openSnapshotFile(file);
}

/** The names of the checks that failed. */
function failuresOf(content: unknown): readonly string[] {
  const opening = open(content).opening();
  if (!opening.ok) throw new Error(JSON.stringify(opening));
  return opening.report.checks.filter(({ status }) => status === 'fail').map(({ name }) => name);
}

const atoms = Array.from({ length: 23 }, (_, at) => ({
  key: `v1.site.sensor${at}`,
  ...(at % 5 === 0 && { deleted: true }),
}));
const edges = [{ source: 'v1.site.sensor1', target: 'v1.site.sensor2', type: 'member_of', confidence: 0.8 }];
const auditEntries = [
  { eventId: 'e1', kind: 'memory.bootstrap', recordedAtMs: 1_700_000_000_000 },
  { eventId: 'e2', kind: 'admin.export', recordedAtMs: 1_700_000_000_001 },
];

describe.each([1, 2, 3, 4, 7])('a snapshot with %i shards', (shards) => {
  const { snapshot } = sampleSnapshot({ atoms, shards, edges, auditEntries });

  it('passes all checks here and in the library of the service', async () => {
    expect(failuresOf(snapshot)).toEqual([]);
    const other = await verifySnapshot(snapshot as never, { jwksFetcher: offlineJwksFetcher });
    expect(other.summary).toContain('all checks passed');
  });

  it('returns every atom with a proof that leads to the master root, and none that was deleted', () => {
    const reader = open(snapshot);
    const keys = reader.keys();
    expect(keys).toEqual(atoms.filter(({ deleted }) => deleted !== true).map(({ key }) => key));
    const read = reader.read([...keys, 'v1.site.sensor0', 'no such key']);
    expect(read.map(({ key }) => key)).toEqual(keys);
    for (const { key, proof, leafHash } of read) {
      const { status, checks } = verify({
        atom: { key, value: '', version: null, hash: leafHash },
        requestedKey: key,
        proof,
        pin: {
          path: snapshotScheme.path,
          leaf: [snapshotScheme.leaf],
          origin: 'built-in',
          samples: 0,
          pinnedAt: 0,
        },
        snapshot: { kind: 'single' },
        root: null,
        grounds: connectionGrounds,
      });
      expect(checks.filter((check) => check.status === 'fail')).toEqual([]);
      expect(status).toBe('keyOnly');
      expect(JSON.stringify(proof)).toContain(snapshot.tree.masterRoot);
    }
  });
});

const one = sampleSnapshot({ atoms, shards: 2, edges, auditEntries });
const { snapshot, privateKey } = one;

describe('a changed snapshot', () => {
  it.each([
    [
      'the name of the exporter',
      { ...snapshot, exporter: { ...snapshot.exporter, name: 'other' } },
      ['signature'],
    ],
    ['an unknown member of the header', { ...snapshot, tree: { ...snapshot.tree, extra: 1 } }, ['signature']],
    ['a key', withAtom(1, { key: 'v1.site.other' }), ['leaves']],
    ['a leaf', withAtom(1, { leafHash: 'a'.repeat(64) }), ['leaves', 'shard-roots', 'master-root']],
    ['a deleted atom that is back', withAtom(0, { tombstoned: false }), ['leaves']],
    [
      'an atom that is missing',
      { ...snapshot, atoms: snapshot.atoms.filter((_atom, at) => at !== 1) },
      ['atoms', 'shard-roots', 'master-root'],
    ],
    // Its leaf is zeros, so that the roots stay the same.
    ['a deleted atom that is missing', { ...snapshot, atoms: snapshot.atoms.slice(1) }, ['atoms']],
    [
      'an atom in the place of another',
      withAtom(2, { leafIndex: 0 }),
      ['atoms', 'shard-roots', 'master-root'],
    ],
    ['a place far away', withAtom(2, { leafIndex: 1_999_999 }), ['atoms', 'shard-roots', 'master-root']],
    ['a shard that does not exist', withAtom(2, { shardId: 7 }), ['atoms', 'shard-roots', 'master-root']],
    ['a key that is there twice', withAtom(3, { key: snapshot.atoms[1]?.key }), ['atoms', 'leaves']],
    ['an edge', { ...snapshot, edges: [{ ...edges[0], confidence: 0.9 }] }, ['edges']],
    [
      'an entry of the audit log',
      { ...snapshot, auditLogExcerpt: { entries: [auditEntries[0]] } },
      ['audit-log'],
    ],
    ['no audit log', { ...snapshot, auditLogExcerpt: undefined }, ['audit-log']],
    ['the signature', { ...snapshot, signature: { ...snapshot.signature, sig: 'AAAA' } }, ['signature']],
    [
      'the key',
      { ...snapshot, signature: { ...snapshot.signature, publicKey: Buffer.alloc(32).toString('base64') } },
      ['signature'],
    ],
  ])('%s', (_what, changed, failed) => {
    expect(failuresOf(changed)).toEqual(failed);
  });

  it('with roots that its owner signed but that are not those of the atoms', () => {
    const tree = { ...snapshot.tree, masterRoot: 'b'.repeat(64) };
    expect(failuresOf(signed({ ...snapshot, tree }, privateKey))).toEqual(['master-root']);
    const shardRoots = [...snapshot.tree.shardRoots].reverse();
    expect(failuresOf(signed({ ...snapshot, tree: { ...snapshot.tree, shardRoots } }, privateKey))).toEqual([
      'shard-roots',
    ]);
    const shardLeafCounts = [1, 2];
    expect(
      failuresOf(signed({ ...snapshot, tree: { ...snapshot.tree, shardLeafCounts } }, privateKey)),
    ).toEqual(['atoms']);
  });

  it('with a value or a time of its own passes: no hash covers those', () => {
    expect(failuresOf(withAtom(1, { value: 'anything', valuePresent: true, createdAtMs: 5 }))).toEqual([]);
  });
});

describe('files that are not snapshots', () => {
  it.each([
    ['nothing', '', { kind: 'not-json' }],
    ['a snapshot that is cut off', JSON.stringify(snapshot).slice(0, -10), { kind: 'not-json' }],
    ['another JSON file', { atoms: [] }, { kind: 'not-a-snapshot' }],
    ['a list', [], { kind: 'not-a-snapshot' }],
    ['a later format', { ...snapshot, formatVersion: '2.0.0' }, { kind: 'other-version', version: '2.0.0' }],
    ['atoms that are not a list', { ...snapshot, atoms: {} }, { kind: 'bad-field', field: 'atoms' }],
    [
      'an atom without a leaf',
      withAtom(4, { leafHash: undefined }),
      { kind: 'bad-field', field: 'atoms[4].leafHash' },
    ],
    [
      'a negative position',
      withAtom(4, { leafIndex: -1 }),
      { kind: 'bad-field', field: 'atoms[4].leafIndex' },
    ],
    [
      'a key with half a surrogate pair, which is hashed like another one',
      withAtom(4, { key: '\ud800' }),
      { kind: 'bad-field', field: 'atoms[4].key' },
    ],
    [
      'a member that is there twice',
      JSON.stringify(snapshot).replace('"tombstoned":true', '"tombstoned":false,"tombstoned":true'),
      { kind: 'repeated-name' },
    ],
    [
      'a root that is not a hash',
      { ...snapshot, tree: { ...snapshot.tree, masterRoot: 'x' } },
      { kind: 'bad-field', field: 'tree.masterRoot' },
    ],
  ])('%s', (_what, content, refusal) => {
    expect(open(content).opening()).toEqual({ ok: false, refusal });
  });

  it('a file that does not exist, and a folder', () => {
    expect(openSnapshotFile(path.join(folder, 'none.json')).opening()).toEqual({ ok: false, code: 'ENOENT' });
    expect(openSnapshotFile(folder).opening()).toEqual({ ok: false, code: 'EISDIR' });
  });

  it('edges nested thousands of levels deep fail their check instead of exhausting the stack', () => {
    const text = JSON.stringify({ ...snapshot, edges: ['EDGE'] });
    const deep = text.replace('"EDGE"', `${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    expect(failuresOf(deep)).toEqual(['edges']);
  });
});

function withAtom(at: number, change: object) {
  return {
    ...snapshot,
    atoms: snapshot.atoms.map((atom, index) => (index === at ? { ...atom, ...change } : atom)),
  };
}
