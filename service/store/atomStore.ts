import {
  appendLeaves,
  peakPositions,
  siblingHash,
  siblingsOf,
  treeHead,
  type Position,
  type TreeNode,
} from '../tree/merkleTree.ts';
import { hashLeaf, leafPreimage } from '../tree/nodeHash.ts';
import {
  leafId,
  nodeId,
  treeStateKey,
  type Database,
  type LeafRecord,
  type NewestVersion,
} from './database.ts';

export interface NewAtom {
  readonly key: string;
  readonly value: string;
  /** Of a version that is copied, epoch milliseconds; omitted: now. */
  readonly createdAt?: number;
}

/** The response to a store (interface section 2). Hashes are lowercase hex. */
export interface StoredVersion {
  readonly key: string;
  readonly version: number;
  readonly hash: string;
  readonly rootHash: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** The proof object of the API (section 2), in an RFC 6962 tree; siblings from the leaf to the root. */
export interface InclusionProof {
  readonly leafHash: string;
  readonly siblings: readonly string[];
  readonly rootHash: string;
  readonly leafIndex: number;
  readonly treeSize: number;
}

export interface ProvenAtom {
  readonly key: string;
  readonly value: string;
  readonly version: number;
  readonly hash: string;
  readonly proof: InclusionProof;
}

/** Atoms that can be read, as of now or of some moment. */
export interface AtomReader {
  /**
   * The newest version of each key, with proofs under one root, regardless of concurrent stores. Atoms come
   * in the requested order, each key once; keys that do not exist are omitted.
   */
  read(keys: readonly string[]): Promise<{
    readonly atoms: readonly ProvenAtom[];
    readonly missing: readonly string[];
  }>;
}

export interface AtomStore extends AtomReader {
  /**
   * Stores all or nothing, each atom as the next version of its key, and resolves once it is on disk. A key
   * that occurs twice gets two versions, in order. All results have the root after the last one.
   */
  append(atoms: readonly NewAtom[]): Promise<readonly StoredVersion[]>;
  /** A snapshot of the current atoms, for as long as it is used. */
  freeze(): AtomReader & { close(): Promise<void> };
  /** The atom stored as this leaf; undefined if the tree has not grown that far. */
  leafAt(leafIndex: number): Promise<LeafRecord | undefined>;
  /** The hash of a complete subtree; undefined if there is none. */
  nodeAt(position: Position): Promise<Buffer | undefined>;
  /** Every existing key, in no particular order. */
  keys(): AsyncIterable<string>;
  /** Leaves in the tree: the versions of all atoms together. */
  size(): Promise<number>;
  /** Stores that were accepted and wait for the one that is being written. */
  waiting(): number;
  /** Resolves when everything that was accepted has been written. */
  settled(): Promise<void>;
}

interface WaitingWrite {
  readonly atoms: readonly NewAtom[];
  readonly resolve: (stored: readonly StoredVersion[]) => void;
  readonly reject: (error: unknown) => void;
}

/** So that an earlier store does not wait long for later ones. */
const mostAtomsAtOnce = 4_000;

type Snapshot = ReturnType<Database['level']['snapshot']>;

export function createAtomStore(database: Database, clock: () => number): AtomStore {
  const { level, state, newest, leaves, nodes } = database;
  const waiting: WaitingWrite[] = [];
  let writing: Promise<void> | null = null;

  /**
   * Writes several stores with one sync, because the sync takes most of the time. The callers see the same
   * results as with separate writes, one after the other: each result has the root after its own atoms.
   *
   * The tree is read again each time, so that nothing in memory can disagree with the disk after a failure.
   */
  async function write(
    requests: readonly (readonly NewAtom[])[],
  ): Promise<readonly (readonly StoredVersion[])[]> {
    const sizeBefore = (await state.get(treeStateKey))?.size ?? 0;
    const positions = peakPositions(sizeBefore);
    const keys = [...new Set(requests.flat().map(({ key }) => key))];
    const [peakHashes, earlier] = await Promise.all([
      nodes.getMany(positions.map(nodeId)),
      newest.getMany(keys),
    ]);
    const versions = new Map(keys.map((key, i) => [key, earlier[i]?.version ?? 0]));
    let size = sizeBefore;
    let peaks: readonly TreeNode[] = positions.map((position, i) => ({
      ...position,
      hash: present(peakHashes[i]),
    }));

    const now = clock();
    // One chained batch, because it writes in order: of two versions of a key the later one stays the newest.
    const batch = level.batch();
    const answers = requests.map((atoms) => {
      const records = atoms.map(({ key, value, createdAt = now }) => {
        const version = (versions.get(key) ?? 0) + 1;
        versions.set(key, version);
        return { key, value, version, createdAt };
      });
      const hashes = records.map((record) => hashLeaf(leafPreimage(record)));
      const grown = appendLeaves(size, peaks, hashes);
      records.forEach((record, i) => {
        const { key, version } = record;
        const leafIndex = size + i;
        batch.put(leafId(leafIndex), record, { sublevel: leaves });
        batch.put<string, NewestVersion>(key, { leafIndex, version }, { sublevel: newest });
      });
      for (const node of grown.added) batch.put(nodeId(node), node.hash, { sublevel: nodes });
      ({ size, peaks } = grown);
      const rootHash = treeHead(size, peaks).root.toString('hex');
      return records.map(({ key, version, createdAt }, i) => ({
        key,
        version,
        hash: present(hashes[i]).toString('hex'),
        rootHash,
        createdAt,
      }));
    });
    batch.put(treeStateKey, { format: 1, size }, { sublevel: state });
    await batch.write({ sync: true });
    return answers;
  }

  /** As many of the waiting stores as are written at once; at least one. */
  function nextRequests(): readonly WaitingWrite[] {
    let atoms = 0;
    const count = waiting.findIndex((request) => (atoms += request.atoms.length) > mostAtomsAtOnce);
    return waiting.splice(0, count === -1 ? waiting.length : Math.max(1, count));
  }

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const requests = nextRequests();
      try {
        const answers = await write(requests.map(({ atoms }) => atoms));
        requests.forEach((request, i) => request.resolve(present(answers[i])));
      } catch (error) {
        for (const request of requests) request.reject(error);
      }
    }
    writing = null;
  }

  async function readAt(snapshot: Snapshot, keys: readonly string[]) {
    const asked = [...new Set(keys)];
    const [treeState, places] = await Promise.all([
      state.get(treeStateKey, { snapshot }),
      newest.getMany(asked, { snapshot }),
    ]);
    const size = treeState?.size ?? 0;
    const found = places.filter((place) => place !== undefined);
    const paths = found.map(({ leafIndex }) => siblingsOf(leafIndex, size));

    const peaks = peakPositions(size);
    const needed = new Map<string, Position>();
    const need = (position: Position) => needed.set(nodeId(position), position);
    peaks.forEach(need);
    for (const { leafIndex } of found) need({ level: 0, index: leafIndex });
    for (const sibling of paths.flat()) if (sibling.kind === 'stored') need(sibling.position);

    const nodeIds = [...needed.keys()];
    const [records, nodeHashes] = await Promise.all([
      leaves.getMany(
        found.map(({ leafIndex }) => leafId(leafIndex)),
        { snapshot },
      ),
      nodes.getMany(nodeIds, { snapshot }),
    ]);
    const hashes = new Map(nodeIds.map((id, i) => [id, present(nodeHashes[i])]));
    const stored = (position: Position) => present(hashes.get(nodeId(position)));
    const head = treeHead(
      size,
      peaks.map((position) => ({ ...position, hash: stored(position) })),
    );
    const rootHash = head.root.toString('hex');

    const atoms = found.map(({ leafIndex }, i): ProvenAtom => {
      const { key, value, version } = present(records[i]);
      const hash = stored({ level: 0, index: leafIndex }).toString('hex');
      const siblings = present(paths[i]).map((sibling) => siblingHash(sibling, head, stored).toString('hex'));
      return {
        key,
        value,
        version,
        hash,
        proof: { leafHash: hash, siblings, rootHash, leafIndex, treeSize: size },
      };
    });
    return { atoms, missing: asked.filter((_, i) => places[i] === undefined) };
  }

  return {
    append(atoms) {
      return new Promise((resolve, reject) => {
        waiting.push({ atoms, resolve, reject });
        writing ??= writeWaiting();
      });
    },

    async read(keys) {
      const snapshot = level.snapshot();
      try {
        return await readAt(snapshot, keys);
      } finally {
        await snapshot.close();
      }
    },

    freeze() {
      const snapshot = level.snapshot();
      return { read: (keys) => readAt(snapshot, keys), close: () => snapshot.close() };
    },

    leafAt: (leafIndex) => leaves.get(leafId(leafIndex)),
    nodeAt: (position) => nodes.get(nodeId(position)),
    keys: () => newest.keys(),
    size: async () => (await state.get(treeStateKey))?.size ?? 0,
    waiting: () => waiting.length,
    settled: async () => {
      await writing;
    },
  };
}

/** Records that must exist in an undamaged database. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The database is damaged: a record is missing.');
  return value;
}
