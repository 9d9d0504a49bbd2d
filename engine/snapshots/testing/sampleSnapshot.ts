import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { canonicalJson } from '#shared/snapshot/canonicalJson.ts';
import type { Json } from '#shared/domain/json.ts';
import { snapshotScheme } from '#shared/snapshot/snapshotScheme.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { hashNode } from '#shared/merkle/hashing.ts';

export interface SampleAtom {
  readonly key: string;
  readonly value?: string;
  readonly deleted?: boolean;
}

interface SampleOptions {
  readonly atoms: readonly SampleAtom[];
  readonly shards?: number;
  readonly edges?: readonly Json[];
  readonly auditEntries?: readonly Json[];
}

/** A signed snapshot, made from the description of the format and not with the code under test. */
export function sampleSnapshot({ atoms, shards = 1, edges = [], auditEntries }: SampleOptions) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const counts = Array.from({ length: shards }, () => 0);
  const listed = atoms.map(({ key, value, deleted = false }, at) => {
    const shardId = at % shards;
    const leafIndex = counts[shardId] ?? 0;
    counts[shardId] = leafIndex + 1;
    return {
      key,
      type: 'other',
      shardId,
      leafIndex,
      leafHash: deleted ? '0'.repeat(64) : sha256(key),
      tombstoned: deleted,
      createdAtMs: 1_700_000_000_000 + at,
      committedAtVersion: 1,
      valuePresent: value !== undefined,
      ...(value !== undefined && { value }),
    };
  });
  const shardRoots = counts.map((_, shard) =>
    rootOf(listed.filter(({ shardId }) => shardId === shard).map(({ leafHash }) => leafHash)),
  );
  const snapshot = {
    formatVersion: '1.0.0',
    formatUri: 'https://service.example/spec/snapshot/v1',
    exporter: {
      name: 'service',
      version: '0.3.0',
      host: 'research',
      exportedAtMs: 1_700_000_100_000,
      exportedAtIso: '2023-11-14T22:15:00.000Z',
    },
    tree: {
      treeVersion: 10,
      masterRoot: rootOf(shardRoots),
      treeHeadTimestampMs: 1_700_000_000_000.5,
      shardCount: shards,
      shardRoots,
      shardLeafCounts: counts,
      atomCount: listed.length,
      edgesRoot: sha256(canonicalJson([...edges])),
      ...(auditEntries !== undefined && {
        auditLogRoot: rootOf(auditEntries.map((entry) => sha256(canonicalJson(entry)))),
      }),
    },
    atoms: listed,
    edges: [...edges],
    hubAtoms: [],
    ...(auditEntries !== undefined && {
      auditLogExcerpt: {
        windowStartMs: 0,
        windowEndMs: 1_800_000_000_000,
        totalRecorded: auditEntries.length,
        entries: [...auditEntries],
      },
    }),
    signature: signatureOf(publicKey),
  };
  return { snapshot: signed(snapshot, privateKey), privateKey };
}

/** Signs a snapshot again after a change, as its owner could. */
export function signed<T extends { readonly signature: object }>(snapshot: T, privateKey: KeyObject): T {
  const { formatVersion, formatUri, exporter, tree, signature } = JSON.parse(JSON.stringify(snapshot)) as {
    [name: string]: Json;
  };
  const { sig: _sig, ...unsigned } = signature as { [name: string]: Json };
  const header: Json = {
    formatVersion: formatVersion ?? null,
    formatUri: formatUri ?? null,
    exporter: exporter ?? null,
    tree: tree ?? null,
    signature: unsigned,
  };
  const sig = sign(null, Buffer.from(canonicalJson(header)), privateKey).toString('base64');
  return { ...snapshot, signature: { ...snapshot.signature, sig } };
}

function signatureOf(publicKey: KeyObject) {
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
  return {
    alg: 'Ed25519',
    kid: 'signing-v1',
    publicKey: raw.toString('base64'),
    publicKeyFingerprint: createHash('sha256')
      .update(raw)
      .digest('hex')
      .replace(/..(?!$)/g, '$&:'),
    keyUri: 'https://service.example/.well-known/jwks.json',
    sig: '',
  };
}

/** The root of a tree whose odd last node is paired with itself. */
function rootOf(leaves: readonly string[]): string {
  if (leaves.length === 0) return '0'.repeat(64);
  let level: readonly Uint8Array[] = leaves.map((leaf) => Buffer.from(leaf, 'hex'));
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const left = level[at] ?? new Uint8Array();
      above.push(hashNode(left, level[at + 1] ?? left, snapshotScheme.tree));
    }
    level = above;
  }
  return toHex(level[0] ?? new Uint8Array());
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
