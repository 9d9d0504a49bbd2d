import type { AtomStore, LeafRecord } from '../store/atomStore.ts';
import { appendLeaves, treeHead, type TreeNode } from '../tree/merkleTree.ts';
import { hashLeaf, leafPreimage } from '../tree/nodeHash.ts';
import type { StoreContents } from './storeContents.ts';
import { verifyStore, type StoreReport } from './verifyStore.ts';

export interface CopyParts {
  readonly from: StoreContents;
  /** The contents of the target, as they are when this is called. */
  readonly to: () => Promise<StoreContents>;
  readonly target: Pick<AtomStore, 'append'>;
  /** Called now and then. */
  readonly progress?: (what: 'copied' | 'verified', leaves: number, size: number) => void;
}

/** The target cannot become a copy of the source. The message says why. */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused';
}

/**
 * Appends to the target what it lacks of the source, with the versions and times of the source. A copy that was interrupted goes on
 * where it stopped. At the end, the target is verified: its root must be that of the values in the source.
 *
 * @throws CopyRefused if the target has anything that the source does not have, or the source is damaged
 */
export async function copyStore({
  from,
  to,
  target,
  progress = () => undefined,
}: CopyParts): Promise<StoreReport> {
  const before = await to();
  let root: Buffer;
  try {
    root = await copyMissing(from, before, target, (leaves, size) => progress('copied', leaves, size));
  } finally {
    await before.close();
  }
  const after = await to();
  try {
    return await verifyStore(after, {
      expectedRoot: root.toString('hex'),
      progress: (leaves, size) => progress('verified', leaves, size),
    });
  } finally {
    await after.close();
  }
}

/** Resolves to the root of the source. */
async function copyMissing(
  from: StoreContents,
  to: StoreContents,
  target: CopyParts['target'],
  progress: (leaves: number, size: number) => void,
): Promise<Buffer> {
  const [source, earlier] = await Promise.all([from.tree(), to.tree()]);
  if (earlier.size > source.size) {
    throw new CopyRefused(`The target has ${earlier.size} versions, and the source only ${source.size}.`);
  }
  let copied = 0;
  let peaks: readonly TreeNode[] = [];

  const grow = (records: readonly LeafRecord[]): void => {
    const hashes = records.map((record) => hashLeaf(leafPreimage(record)));
    ({ peaks, size: copied } = appendLeaves(copied, peaks, hashes));
  };
  /** Whether the values so far give the root that is stored for them. */
  const agrees = async (contents: StoreContents, saved: Buffer | null): Promise<boolean> => {
    const stored = saved ?? (await storedRoot(contents, copied, peaks));
    return stored !== null && stored.equals(treeHead(copied, peaks).root);
  };

  for await (const some of from.leaves()) {
    const misplaced = some.findIndex(({ index }, place) => index !== copied + place);
    if (misplaced !== -1) throw new CopyRefused(`Leaf ${copied + misplaced} of the source is missing.`);
    const records = some.map(({ record }) => record).slice(0, source.size - copied);
    const known = records.slice(0, Math.max(0, earlier.size - copied));
    grow(known);
    if (known.length > 0 && copied === earlier.size && !(await agrees(to, earlier.root))) {
      // Nothing is added to another memory, not even to one that began in the same way.
      throw new CopyRefused('The target already has other atoms than the source.');
    }
    const missing = records.slice(known.length);
    if (missing.length > 0) {
      grow(missing);
      const stored = await target.append(missing);
      if (stored.some(({ version }, place) => version !== missing[place]?.version)) {
        throw new CopyRefused('The versions of the source are not in order. Verify the source.');
      }
    }
    progress(copied, source.size);
  }
  if (copied !== source.size) throw new CopyRefused(`Leaf ${copied} of the source is missing.`);
  if (!(await agrees(from, source.root))) {
    throw new CopyRefused('The root of the source is not that of its values. Verify the source.');
  }
  return treeHead(copied, peaks).root;
}

/** Of the nodes that are stored at these positions; null if one is missing. */
async function storedRoot(
  contents: StoreContents,
  size: number,
  peaks: readonly TreeNode[],
): Promise<Buffer | null> {
  const hashes = await contents.nodesAt(peaks);
  const found = peaks.flatMap((peak, place) => {
    const hash = hashes[place];
    return hash === undefined ? [] : [{ ...peak, hash }];
  });
  return found.length === peaks.length ? treeHead(size, found).root : null;
}
