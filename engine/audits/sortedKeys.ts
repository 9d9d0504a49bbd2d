import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { removeFolder } from '../storage/removeFolder.ts';
import { readLines } from './keyLines.ts';

type Blocks = AsyncGenerator<readonly string[], void>;

/** Keys in any order, in blocks. Can be read once. */
export type KeyBlocks = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

/** What is sorted in memory at once. */
const pieceLimits = { keys: 50_000, units: 8_000_000 };
/** Steps of work between two pauses; a few milliseconds. */
const stepsAtOnce = 10_000;
/** Keys read at once from each sorted piece. */
const keysAtOnce = 500;

/**
 * Keys in the order of their UTF-16 units, each once, in blocks. More than fit in one piece are sorted in pieces on disk, so that memory
 * does not grow with their number.
 *
 * @param effects `folder`: for the pieces; created if needed, and removed at the end. `pause`: lets other work run
 */
export async function* sortedKeys(
  keys: KeyBlocks,
  {
    folder,
    pause,
    limits = pieceLimits,
  }: {
    readonly folder: string;
    readonly pause: () => Promise<void>;
    readonly limits?: typeof pieceLimits;
  },
): AsyncGenerator<readonly string[], void> {
  const files: string[] = [];
  let piece: string[] = [];
  let units = 0;
  try {
    for await (const block of keys) {
      for (const key of block) {
        if (piece.length >= limits.keys || units >= limits.units) {
          const file = path.join(folder, `${String(files.length)}.jsonl`);
          await mkdir(folder, { recursive: true });
          await writePiece(file, await sortInMemory(piece, pause));
          files.push(file);
          piece = [];
          units = 0;
        }
        piece.push(key);
        units += key.length;
      }
    }
    const last = await sortInMemory(piece, pause);
    piece = [];
    yield* withoutRepeats(mergedAll([...files.map(readPiece), inBlocks(last)]));
  } finally {
    await removeFolder(folder);
  }
}

/** In larger blocks, because each is written at once. */
async function* withoutRepeats(blocks: Blocks): Blocks {
  let last: string | null = null;
  let once: string[] = [];
  let units = 0;
  for await (const block of blocks) {
    for (const key of block) {
      if (key === last) continue;
      once.push(key);
      units += key.length;
      last = key;
    }
    if (once.length < stepsAtOnce && units < pieceLimits.units) continue;
    yield once;
    once = [];
    units = 0;
  }
  if (once.length > 0) yield once;
}

/** In pairs, and pairs of pairs, so that each key takes few comparisons. */
function mergedAll(runs: readonly Blocks[]): Blocks {
  const [first, second] = runs;
  if (first === undefined) return inBlocks([]);
  if (second === undefined) return first;
  const middle = Math.ceil(runs.length / 2);
  return merged(mergedAll(runs.slice(0, middle)), mergedAll(runs.slice(middle)));
}

async function* merged(one: Blocks, other: Blocks): Blocks {
  try {
    let [left, right] = [await nextBlock(one), await nextBlock(other)];
    while (left !== null && right !== null) {
      const [rest, otherRest, block] = mergeBlocks(left, right);
      yield block;
      left = rest.length > 0 ? rest : await nextBlock(one);
      right = otherRest.length > 0 ? otherRest : await nextBlock(other);
    }
    if (left !== null) yield left;
    if (right !== null) yield right;
    yield* one;
    yield* other;
  } finally {
    await one.return();
    await other.return();
  }
}

async function nextBlock(blocks: Blocks): Promise<readonly string[] | null> {
  const next = await blocks.next();
  return next.done === true ? null : next.value;
}

/** Until one of both ends. @returns the rest of each, and what was merged */
function mergeBlocks(
  one: readonly string[],
  other: readonly string[],
): [readonly string[], readonly string[], readonly string[]] {
  const block: string[] = [];
  let left = 0;
  let right = 0;
  for (;;) {
    const [a, b] = [one[left], other[right]];
    if (a === undefined || b === undefined) return [one.slice(left), other.slice(right), block];
    if (a <= b) left += 1;
    else right += 1;
    block.push(a <= b ? a : b);
  }
}

/** With pauses, because sorting a piece takes longer than a frame. */
async function sortInMemory(keys: readonly string[], pause: () => Promise<void>): Promise<readonly string[]> {
  const runs: (readonly string[])[] = [];
  for (let at = 0; at < keys.length; at += stepsAtOnce) {
    runs.push(keys.slice(at, at + stepsAtOnce).sort());
    await pause();
  }
  const sorted: string[] = [];
  for await (const block of mergedAll(runs.map(inBlocks))) {
    for (const key of block) sorted.push(key);
    await pause();
  }
  return sorted;
}

async function* inBlocks(keys: readonly string[]): Blocks {
  for (let at = 0; at < keys.length; at += stepsAtOnce) yield keys.slice(at, at + stepsAtOnce);
}

/** Not synced: an audit that does not start leaves nothing that is used. */
async function writePiece(file: string, keys: readonly string[]): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const block of inBlocks(keys))
      await handle.writeFile(block.map((key) => `${JSON.stringify(key)}\n`).join(''));
  } finally {
    await handle.close();
  }
}

async function* readPiece(file: string): Blocks {
  for await (const block of readLines(file, { atOnce: keysAtOnce })) yield block.map(String);
}
