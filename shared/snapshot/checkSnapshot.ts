import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Json } from '../domain/json.ts';
import type { SnapshotCheck, SnapshotCheckName, SnapshotReport } from '../domain/snapshot.ts';
import { publicKeyOf } from '../evidence/envelope.ts';
import { fromBase64 } from '../merkle/base64.ts';
import { toHex } from '../merkle/hex.ts';
import { hashMessage } from '../merkle/hashing.ts';
import type { VerifyEd25519 } from '../transparency/signedNote.ts';
import { canonicalJson } from './canonicalJson.ts';
import { duplicateLastTree, type DuplicateLastTree } from './duplicateLastTree.ts';
import type { ParsedSnapshot, SnapshotAtom } from './parseSnapshot.ts';

export interface CheckedSnapshot {
  readonly report: SnapshotReport;
  /** One for each shard. */
  readonly shards: readonly DuplicateLastTree[];
  /** Over the shard roots. */
  readonly master: DuplicateLastTree;
}

const deletedLeaf = '0'.repeat(64);

/**
 * Checks a snapshot without a network: the signature over the header, and everything that the header commits to. A leaf is
 * SHA-256(key), so nothing here says anything about values, types, or times.
 */
export function checkSnapshot(snapshot: ParsedSnapshot, verifyEd25519: VerifyEd25519): CheckedSnapshot {
  const { header, atoms, edges, auditEntries } = snapshot;
  const { tree } = header;
  const publicKey = rawKey(bytesOf(header.signature.publicKey));
  const positions = placesOf(atoms, tree);
  const shards = positions.leaves.map((leaves) => duplicateLastTree(leaves));
  const master = duplicateLastTree(shards.map(({ root }) => root));
  const wrongShards = shards.flatMap(({ root }, shard) => (root === tree.shardRoots[shard] ? [] : [shard]));
  const wrongLeaves = atoms.filter((atom) => atom.leafHash !== leafOf(atom));
  const auditRoot =
    auditEntries === null ? null : duplicateLastTree(auditEntries.map((entry) => hashOfJson(entry))).root;

  const checks: SnapshotCheck[] = [
    signatureCheck(snapshot, publicKey, verifyEd25519),
    countCheck(snapshot, positions),
    found('leaves', wrongLeaves.length, atoms.length, wrongLeaves[0]?.key ?? null),
    found('shard-roots', wrongShards.length, shards.length, wrongShards[0]?.toString() ?? null),
    // The leaves of the master tree are the shard roots that were computed from the atoms, not those stated.
    found('master-root', master.root === tree.masterRoot ? 0 : 1, shards.length, null),
    found('edges', hashOfJson(edges) === tree.edgesRoot ? 0 : 1, edges.length, null),
    auditRoot === null && tree.auditLogRoot === undefined
      ? { name: 'audit-log', status: 'undecided', count: 0, first: null }
      : found(
          'audit-log',
          auditRoot === (tree.auditLogRoot ?? null) ? 0 : 1,
          auditEntries?.length ?? 0,
          null,
        ),
  ];
  const deleted = atoms.filter(({ tombstoned }) => tombstoned).length;
  const { name, version, host, exportedAtMs } = header.exporter;
  return {
    report: {
      facts: {
        exporter: { name, version, host },
        exportedAt: exportedAtMs,
        masterRoot: tree.masterRoot,
        shards: tree.shardCount,
        atoms: atoms.length - deleted,
        deleted,
        values: atoms.filter(({ value }) => value !== undefined).length,
        edges: edges.length,
        fingerprint: publicKey === null ? null : fingerprintOf(publicKey),
      },
      checks,
    },
    shards,
    master,
  };
}

/** The leaf of an atom: SHA-256(key), or zeros once it was deleted. */
function leafOf({ key, tombstoned }: SnapshotAtom): string {
  return tombstoned ? deletedLeaf : toHex(hashMessage(utf8ToBytes(key), 'sha-256'));
}

function found(
  name: SnapshotCheckName,
  failed: number,
  checked: number,
  first: string | null,
): SnapshotCheck {
  return failed === 0
    ? { name, status: 'pass', count: checked, first: null }
    : { name, status: 'fail', count: failed, first };
}

interface Places {
  /** For each shard, its leaf hashes in order. */
  readonly leaves: readonly (readonly string[])[];
  /** Why the positions or keys cannot be right; null if they can. */
  readonly problem: string | null;
}

/** Places of all shards together that are made room for, beyond twice the number of atoms. */
const spareLeaves = 1_000;

/**
 * How many places each shard may have: as many as the header states, so that a missing atom is a gap, or as many as it has
 * atoms. Few places for each atom, or a small file could take up any amount of memory.
 */
function roomIn(
  atoms: readonly SnapshotAtom[],
  { shardCount, shardLeafCounts }: ParsedSnapshot['header']['tree'],
): readonly number[] {
  const counts = Array.from({ length: shardCount }, () => 0);
  for (const { shardId } of atoms) if (shardId < shardCount) counts[shardId] = (counts[shardId] ?? 0) + 1;
  const stated = shardLeafCounts.reduce((sum, one) => sum + one, 0);
  if (stated > 2 * atoms.length + spareLeaves) return counts;
  return counts.map((count, shard) => Math.max(count, shardLeafCounts[shard] ?? 0));
}

/** Puts the leaves in their places. Keys and places must be unique, and places must have no gaps. */
function placesOf(atoms: readonly SnapshotAtom[], tree: ParsedSnapshot['header']['tree']): Places {
  const leaves: string[][] = Array.from({ length: tree.shardCount }, () => []);
  const room = roomIn(atoms, tree);
  const keys = new Set<string>();
  let problem: string | null = null;
  for (const { key, shardId, leafIndex, leafHash, tombstoned } of atoms) {
    const shard = leaves[shardId];
    if (shard === undefined || leafIndex >= (room[shardId] ?? 0)) problem ??= `${key}: no such position`;
    else if (shard[leafIndex] !== undefined) problem ??= `${key}: position already taken`;
    else shard[leafIndex] = leafHash;
    // The same key may have been deleted and stored again.
    if (!tombstoned && keys.has(key)) problem ??= `${key}: listed twice`;
    if (!tombstoned) keys.add(key);
  }
  for (const shard of leaves) {
    for (let at = 0; at < shard.length; at += 1) {
      if (shard[at] !== undefined) continue;
      problem ??= 'a position without an atom';
      shard[at] = deletedLeaf;
    }
  }
  return { leaves, problem };
}

function countCheck({ header, atoms }: ParsedSnapshot, { leaves, problem }: Places): SnapshotCheck {
  const { tree } = header;
  const counts = leaves.map((shard) => shard.length);
  const areRight =
    tree.atomCount === atoms.length &&
    tree.shardLeafCounts.length === tree.shardCount &&
    tree.shardRoots.length === tree.shardCount &&
    counts.every((one, shard) => one === tree.shardLeafCounts[shard]);
  return {
    name: 'atoms',
    status: problem === null && areRight ? 'pass' : 'fail',
    count: atoms.length,
    first: problem ?? (areRight ? null : 'the counts in the header differ'),
  };
}

function signatureCheck(
  { header, signed }: ParsedSnapshot,
  publicKey: Uint8Array | null,
  verifyEd25519: VerifyEd25519,
): SnapshotCheck {
  const fail = (first: string): SnapshotCheck => ({ name: 'signature', status: 'fail', count: 1, first });
  const { sig, publicKeyFingerprint } = header.signature;
  const signature = bytesOf(sig);
  if (publicKey === null) return fail('the public key is not an Ed25519 key');
  if (signature?.length !== 64) return fail('the signature is not 64 bytes long');
  if (publicKeyFingerprint.toLowerCase() !== fingerprintOf(publicKey))
    return fail('the stated fingerprint is not that of the key');
  const message = canonicalBytes(signed);
  if (message === null) return fail('the header has no canonical form');
  if (!verifyEd25519(publicKey, message, signature)) return fail('the signature does not match the header');
  return { name: 'signature', status: 'pass', count: 1, first: null };
}

/** The key of a raw or SPKI-encoded Ed25519 key; null if it is neither. */
function rawKey(bytes: Uint8Array | null): Uint8Array | null {
  return bytes === null || bytes.length === 32 ? bytes : publicKeyOf(bytes);
}

/** SHA-256 of a raw key, as hex with colons. */
function fingerprintOf(publicKey: Uint8Array): string {
  return toHex(hashMessage(publicKey, 'sha-256')).replace(/..(?!$)/g, '$&:');
}

/** Zeros, which no content has as its hash, if the JSON has no canonical form. */
function hashOfJson(json: Json): string {
  const bytes = canonicalBytes(json);
  return bytes === null ? deletedLeaf : toHex(hashMessage(bytes, 'sha-256'));
}

/** null if it is nested too deeply, or contains an unpaired surrogate. */
function canonicalBytes(json: Json): Uint8Array | null {
  try {
    return utf8ToBytes(canonicalJson(json));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function bytesOf(base64: string): Uint8Array | null {
  const reading = fromBase64(base64);
  return reading.ok ? reading.bytes : null;
}
