import { createHash } from 'node:crypto';
import type { LeafRecord } from '../store/atomStore.ts';
import { appendLeaves, treeHead, type TreeNode } from '../tree/merkleTree.ts';
import { hashLeaf, leafPreimage } from '../tree/nodeHash.ts';
import type { StoreContents, StoredLeaf } from './storeContents.ts';

export interface StoreReport {
  /** Leaves, as the store says. */
  readonly size: number;
  /** Recomputed from the values; null if a leaf is missing. */
  readonly root: string | null;
  readonly keys: number;
  /** The first of them, as sentences. */
  readonly problems: readonly string[];
  readonly problemCount: number;
}

export interface VerifyOptions {
  /** Lowercase hex, from somewhere else: the root that the tree should have. */
  readonly expectedRoot?: string | undefined;
  /** Called now and then. */
  readonly progress?: (leaves: number, size: number) => void;
}

const mostProblems = 20;

/**
 * Recomputes the whole tree from the stored values, and compares every node, the newest version of every key, and the root with what
 * is stored. Memory does not grow with the size of the store.
 *
 * It finds damage and careless changes. Whoever changes values and recomputes everything else is found by a root from elsewhere only.
 */
export async function verifyStore(
  contents: StoreContents,
  { expectedRoot, progress = () => undefined }: VerifyOptions = {},
): Promise<StoreReport> {
  const problems: string[] = [];
  let problemCount = 0;
  const report = (problem: string): void => {
    problemCount += 1;
    if (problems.length < mostProblems) problems.push(problem);
  };

  const { size, root: savedRoot } = await contents.tree();
  const inLeaves = versionSum();
  const root = await checkLeaves(contents, size, report, inLeaves, progress);
  await checkNodePositions(contents, size, report);
  const inHeads = versionSum();
  const keys = await checkHeads(contents, size, report, inHeads);
  if (inLeaves.total() !== inHeads.total()) {
    report('The versions in the tree are not those of the keys: some are missing, or there twice.');
  }
  if (root !== null && savedRoot !== null && !root.equals(savedRoot)) {
    report(`The saved root is ${savedRoot.toString('hex')}, but the values give ${root.toString('hex')}.`);
  }
  if (root !== null && expectedRoot !== undefined && root.toString('hex') !== expectedRoot) {
    report(`The root should be ${expectedRoot}, but the values give ${root.toString('hex')}.`);
  }
  return { size, root: root?.toString('hex') ?? null, keys, problems, problemCount };
}

type Report = (problem: string) => void;

/** Resolves to the root; null if a leaf is missing. */
async function checkLeaves(
  contents: StoreContents,
  size: number,
  report: Report,
  versions: VersionSum,
  progress: (leaves: number, size: number) => void,
): Promise<Buffer | null> {
  let next = 0;
  let isComplete = true;
  let peaks: readonly TreeNode[] = [];

  async function checkNodes(hashes: readonly Buffer[]): Promise<void> {
    const grown = appendLeaves(next - hashes.length, peaks, hashes);
    ({ peaks } = grown);
    const stored = await contents.nodesAt(grown.added);
    for (const [place, { level, index, hash }] of grown.added.entries()) {
      const found = stored[place];
      const name = level === 0 ? `The hash of leaf ${index}` : `Node ${index} of level ${level}`;
      if (found === undefined) report(`${name} is missing.`);
      else if (!found.equals(hash)) report(`${name} is not what the values give.`);
    }
  }

  for await (const some of contents.leaves()) {
    const inTree = some.filter(({ index }) => index < size);
    for (const { index } of some) {
      if (index >= size) report(`Leaf ${index} is outside the tree, which has ${size}.`);
    }
    const hashes: Buffer[] = [];
    for (const { index, record } of inTree) {
      for (; next < index; next += 1) {
        report(`Leaf ${next} is missing.`);
        isComplete = false;
      }
      next += 1;
      hashes.push(hashLeaf(leafPreimage(record)));
      versions.add(record.key, record.version);
    }
    if (isComplete) await checkNodes(hashes);
    await checkVersions(contents, inTree, report);
    progress(next, size);
  }
  for (; next < size; next += 1) {
    report(`Leaf ${next} is missing.`);
    isComplete = false;
  }
  return isComplete ? treeHead(size, peaks).root : null;
}

/** Whether the newest version of each key is where its leaf is. */
async function checkVersions(
  contents: StoreContents,
  leaves: readonly StoredLeaf[],
  report: Report,
): Promise<void> {
  const heads = await contents.headsOf(leaves.map(({ record }) => record.key));
  for (const [place, { index, record }] of leaves.entries()) {
    const head = heads[place];
    const key = JSON.stringify(record.key);
    if (head === undefined) report(`Leaf ${index} has the key ${key}, which reads do not find.`);
    else if (record.version > head.version || (index > head.leafIndex && record.version >= head.version)) {
      report(
        `Leaf ${index} is version ${record.version} of ${key}, but reads return version ${head.version}.`,
      );
    }
  }
}

/** Nodes that the tree cannot have. Those that it must have were compared with the values. */
async function checkNodePositions(contents: StoreContents, size: number, report: Report): Promise<void> {
  for await (const some of contents.nodes()) {
    for (const { level, index } of some) {
      if ((index + 1) * 2 ** level > size) report(`Node ${index} of level ${level} is outside the tree.`);
    }
  }
}

/** Resolves to the number of keys. */
async function checkHeads(
  contents: StoreContents,
  size: number,
  report: Report,
  versions: VersionSum,
): Promise<number> {
  let keys = 0;
  for await (const some of contents.heads()) {
    keys += some.length;
    const records = await contents.leavesAt(some.map(({ leafIndex }) => leafIndex));
    for (const [place, { key, leafIndex, version }] of some.entries()) {
      const problem = problemOfHead(records[place], { key, version }, leafIndex, size);
      if (problem !== null) report(problem);
      // What is far from any real number of versions is reported above, and would take forever here.
      for (let one = 1; problem === null && one <= version; one += 1) versions.add(key, one);
    }
  }
  return keys;
}

function problemOfHead(
  record: LeafRecord | undefined,
  { key, version }: { readonly key: string; readonly version: number },
  leafIndex: number,
  size: number,
): string | null {
  const name = `The newest version of ${JSON.stringify(key)}`;
  if (leafIndex >= size || record === undefined)
    return `${name} should be leaf ${leafIndex}, which is missing.`;
  if (record.key !== key) return `${name} should be leaf ${leafIndex}, which has another key.`;
  if (record.version !== version) {
    return `${name} should be ${version}, but leaf ${leafIndex} has version ${record.version}.`;
  }
  return null;
}

interface VersionSum {
  add(key: string, version: number): void;
  total(): bigint;
}

/** A sum over a set of versions that does not depend on their order. Different sets have different sums, as far as hashes differ. */
function versionSum(): VersionSum {
  let sum = 0n;
  return {
    add(key, version) {
      const hash = createHash('sha256').update(`${version} ${key}`).digest('hex');
      sum += BigInt(`0x${hash}`);
    },
    total: () => sum,
  };
}
