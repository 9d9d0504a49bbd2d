import { createRecallIndex } from '../../service/recall/recallIndex.ts';
import { keyOf, queryOf } from './sample.ts';

/** Processor time of recall by words, without HTTP, and of a plain scan that answers the same queries. */
export interface WordsBesideScan {
  readonly wordsMs: readonly number[];
  readonly scanMs: readonly number[];
}

const turns = 112;
const limit = 10;

/** Both search the same keys in this process, one after the other for each query, so that only their ratio matters. */
export function wordsBesideScan(size: number): WordsBesideScan {
  const keys = Array.from({ length: size }, (_, index) => keyOf(index));
  const index = createRecallIndex();
  for (const key of keys) index.add(key);
  const wordsMs: number[] = [];
  const scanMs: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const query = queryOf(turn);
    wordsMs.push(processorTime(() => index.search(query, limit)));
    scanMs.push(processorTime(() => plainScan(keys, query)));
  }
  return { wordsMs, scanMs };
}

/** The least that a search without an index does: it counts the words of the query in every key, and sorts what has any. */
function plainScan(keys: readonly string[], query: string): readonly string[] {
  const words = query.split(' ');
  return keys
    .map((key) => ({ key, count: words.filter((word) => key.includes(word)).length }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .slice(0, limit)
    .map(({ key }) => key);
}

/** Milliseconds. */
function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
