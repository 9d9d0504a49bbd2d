import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Json } from '#shared/domain/json.ts';
import { checkSnapshot, type CheckedSnapshot } from '#shared/snapshot/checkSnapshot.ts';
import { parseSnapshot, type SnapshotAtom } from '#shared/snapshot/parseSnapshot.ts';
import { hasRepeatedNames } from '#shared/snapshot/repeatedNames.ts';
import { isSignedBy } from '../connections/identity/isSignedBy.ts';
import { notAFile } from '../storage/sourceFileError.ts';
import {
  mostSnapshotBytes,
  type SnapshotCalls,
  type SnapshotOpening,
  type SnapshotRead,
} from './snapshotCalls.ts';

/** Reads and checks a snapshot file. Takes seconds and much memory for a large one: for a worker thread. */
export function openSnapshotFile(file: string): SnapshotCalls {
  let bytes: Buffer;
  try {
    const found = statSync(file);
    // A device or a pipe may never end.
    if (!found.isFile() && !found.isDirectory()) return unopened({ ok: false, code: notAFile });
    if (found.size > mostSnapshotBytes)
      return refused({ kind: 'too-large', limit: mostSnapshotBytes, unit: 'bytes' });
    bytes = readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return unopened({ ok: false, code });
  }
  let json: Json;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    json = JSON.parse(text) as Json;
    if (hasRepeatedNames(text, json)) return refused({ kind: 'repeated-name' });
  } catch {
    return refused({ kind: 'not-json' });
  }
  const parsed = parseSnapshot(json);
  if (!parsed.ok) return refused(parsed.refusal);
  const checked = checkSnapshot(parsed.snapshot, isSignedBy);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    opening: () => ({ ok: true, sha256, report: checked.report }),
    ...readerOf(parsed.snapshot.atoms, checked),
  };
}

const unopened = (opening: SnapshotOpening): SnapshotCalls => ({
  opening: () => opening,
  read: () => [],
  keys: () => [],
});

function refused(refusal: Extract<SnapshotOpening, { refusal: unknown }>['refusal']) {
  return unopened({ ok: false, refusal });
}

function readerOf(atoms: readonly SnapshotAtom[], checked: CheckedSnapshot): Omit<SnapshotCalls, 'opening'> {
  const byKey = new Map<string, SnapshotAtom>();
  for (const atom of atoms) if (!atom.tombstoned) byKey.set(atom.key, atom);
  return {
    read: (keys) =>
      keys.flatMap((key): SnapshotRead[] => {
        const atom = byKey.get(key);
        if (atom === undefined) return [];
        const { leafHash, value = null } = atom;
        return [{ key, value, leafHash, proof: proofOf(atom, checked), raw: JSON.stringify(atom, null, 2) }];
      }),
    keys: () => [...byKey.keys()],
  };
}

/** In the form of the interface (section 2). The roots are those that were computed, so that no proof hides a false one. */
function proofOf({ shardId, leafIndex, leafHash }: SnapshotAtom, { shards, master }: CheckedSnapshot): Json {
  const shard = shards[shardId];
  if (shard === undefined) return null;
  const inner = {
    leafHash,
    siblings: shard.siblings(leafIndex),
    rootHash: shard.root,
    leafIndex,
    treeSize: shard.size,
  };
  if (shards.length === 1) return inner;
  const outer = {
    leafHash: shard.root,
    siblings: master.siblings(shardId),
    rootHash: master.root,
    leafIndex: shardId,
    treeSize: master.size,
  };
  return [inner, outer];
}
