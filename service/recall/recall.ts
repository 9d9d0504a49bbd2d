import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log/log.ts';
import type { KeyVector, VectorStore } from '../store/vectorStore.ts';
import type { Embedder } from './embedder.ts';
import { createKeyVectors, type KeyVectors } from './keyVectors.ts';
import { createBestHits, createRecallIndex, type RecallHit, type RecallMatch } from './recallIndex.ts';
import { ceiling } from './scoring.ts';
import { createVectorIndex } from './vectorIndex.ts';

/** Finds atoms by the words and the meaning of their keys (interface section 4.4: semantic key matching). */
export interface Recall {
  /** Whether it finds only keys that were added; otherwise, it looks into the store. */
  readonly needsKeys: boolean;
  /** Makes a key findable by its words at once, and by its meaning when its vector is computed. */
  add(key: string): void;
  has(key: string): boolean;
  /**
   * The matching keys, best first, at most `limit`; equal scores are in key order (UTF-16 code units).
   *
   * Two scores are combined as independent evidence, `1 - (1 - byWords) * (1 - byMeaning)`, so that meaning
   * can only add: `byWords` is that of `RecallIndex.match`, `byMeaning` grows from 0 at a cosine of 0.4 to
   * 0.8 at 1. While vectors of more than 1,000 keys are being computed, and without a model, words alone
   * decide, on the same scale. A key equal to the query is first, with 0.999; everything else stays at or
   * below 0.99.
   */
  search(query: string, limit: number): Promise<readonly RecallHit[]>;
  /** Loads the saved vectors and computes the missing ones as long as there are any. Never throws. */
  start(): void;
  /** How many keys can be found by words, and how many of them by meaning, too. */
  progress(): { readonly keys: number; readonly vectors: number };
  /** Resolves when every key has its vector, or the model has failed. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Unrelated texts have cosines up to about this. */
const leastCosine = 0.4;
const mostByMeaning = 0.8;
/** How many keys of each kind of evidence are scored by both. More than any request may ask for. */
const candidateCount = 256;
/** Keys whose vectors are computed and saved together. Adding up known vectors takes a few milliseconds. */
const keysAtOnce = 128;

/** Above this number, only words are used until most vectors are there. */
const mostWithoutVector = 1_000;
/** As long as keys are added in shorter intervals, requests need the processors more than vectors do. */
const restMs = 200;
/** After this time, some vectors are computed anyway. */
const longestRestMs = 1_000;
/** Computing this many vectors may take several seconds. */
const worthTelling = 1_000;

export interface RecallParts {
  /** null: words only. */
  readonly embedder: Embedder | null;
  readonly vectorStore: VectorStore;
  readonly log: Log;
  readonly clock?: Clock;
}

/** In milliseconds. */
interface Clock {
  readonly now: () => number;
  readonly rest: (ms: number) => Promise<unknown>;
}
const realClock: Clock = { now: () => performance.now(), rest: delay };

export function createRecall(parts: RecallParts): Recall {
  const { embedder: givenEmbedder, vectorStore, log, clock = realClock } = parts;
  const words = createRecallIndex();
  const vectors = createVectorIndex(givenEmbedder?.dimensions ?? 0);
  let embedder = givenEmbedder;
  let keyVectors: KeyVectors | null = null;
  let started = false;
  let closed = false;
  let working: Promise<void> | null = null;
  let loaded = false;
  /** Keys before this number have their vectors. */
  let next = 0;
  /** When the last key was added. */
  let addedAt = 0;

  function giveUp(error: unknown): void {
    if (embedder === null || closed) return;
    embedder = null;
    const cause = error instanceof Error ? error.message : String(error);
    log(`Recall is searching by words only: ${cause}`, { level: 'warn' });
  }

  async function loadVectors(modelId: string): Promise<void> {
    for await (const some of vectorStore.load(modelId)) {
      if (closed) return;
      for (const { key, vector } of some) {
        const keyNumber = words.numberOf(key);
        if (keyNumber !== undefined) vectors.add(keyNumber, vector);
      }
      await nextTurn();
    }
  }

  function withoutVector(): readonly number[] {
    const found: number[] = [];
    for (let keyNumber = next; keyNumber < words.size && found.length < keysAtOnce; keyNumber += 1) {
      if (!vectors.has(keyNumber)) found.push(keyNumber);
      else if (found.length === 0) next = keyNumber + 1;
    }
    return found;
  }

  /** Lets a bulk load go first, whose keys are found by their words meanwhile. */
  async function restWhileStoring(): Promise<void> {
    const until = clock.now() + longestRestMs;
    const isStoring = (): boolean => {
      const now = clock.now();
      return hasManyWithoutVector() && now < addedAt + restMs && now < until;
    };
    while (!closed && isStoring()) await clock.rest(restMs / 4);
  }

  async function computeVectors(model: Embedder): Promise<void> {
    keyVectors ??= createKeyVectors(model);
    let count = 0;
    for (let due = withoutVector(); due.length > 0 && !closed; due = withoutVector()) {
      await restWhileStoring();
      const keys = due.map((keyNumber) => words.keyOf(keyNumber));
      const computed = await keyVectors.of(keys);
      const saved = computed.map((vector, index): KeyVector => {
        vectors.add(due[index] ?? 0, vector);
        return { key: keys[index] ?? '', vector };
      });
      await vectorStore.save(saved);
      count += saved.length;
    }
    // A small number takes no noticeable time.
    if (count >= worthTelling && !closed) log(`Recall can now search all ${words.size} keys by meaning.`);
  }

  async function catchUp(model: Embedder): Promise<void> {
    if (!loaded) await loadVectors(model.modelId);
    loaded = true;
    await computeVectors(model);
  }

  function work(): void {
    if (!started || closed || embedder === null || working !== null || next >= words.size) return;
    working = catchUp(embedder)
      .catch(giveUp)
      .finally(() => {
        working = null;
        // Added after the last check and before this line.
        work();
      });
  }

  /** With few vectors yet, meanings would contribute little, and differently from call to call. */
  function isFarBehind(): boolean {
    return vectors.size === 0 || hasManyWithoutVector();
  }

  function hasManyWithoutVector(): boolean {
    return words.size - vectors.size > mostWithoutVector;
  }

  /** Whether a vector of the query has anything to be compared with, and a letter or digit of it could mean anything. */
  function hasMeaning(query: string): boolean {
    return embedder !== null && !isFarBehind() && /[\p{L}\p{N}]/u.test(query);
  }

  /** null if the model has failed. */
  async function vectorOf(query: string): Promise<Float32Array | null> {
    if (embedder === null) return null;
    try {
      const [vector] = await embedder.embed([query.slice(0, longestQuery)]);
      return vector === undefined ? null : Float32Array.from(vector);
    } catch (error) {
      giveUp(error);
      return null;
    }
  }

  async function join(match: RecallMatch, query: Float32Array, limit: number): Promise<readonly RecallHit[]> {
    const byWords = match.hits.flatMap(({ key }) => words.numberOf(key) ?? []);
    const near = await vectors.nearest(query, candidateCount);
    const best = createBestHits(limit);
    for (const keyNumber of new Set([...byWords, ...near.map((one) => one.keyNumber)])) {
      const score = joined(match.scoreOf(keyNumber), vectors.cosine(query, keyNumber) ?? 0);
      if (score > 0) best.offer(words.keyOf(keyNumber), score);
    }
    return best.hits;
  }

  return {
    needsKeys: true,

    add(key) {
      words.add(key);
      addedAt = clock.now();
      work();
    },

    has: (key) => words.numberOf(key) !== undefined,

    async search(query, limit) {
      const byMeaning = hasMeaning(query);
      // The model has a thread of its own.
      const [vector, match] = await Promise.all([
        byMeaning ? vectorOf(query) : null,
        words.match(query, byMeaning ? candidateCount : limit),
      ]);
      return vector === null ? match.hits.slice(0, limit) : join(match, vector, limit);
    },

    start() {
      started = true;
      work();
    },

    progress: () => ({ keys: words.size, vectors: vectors.size }),

    async settled() {
      while (working !== null) await working;
    },

    async close() {
      closed = true;
      await embedder?.close();
      while (working !== null) await working;
    },
  };
}

/** In characters. The model is made for sentences, and its time and memory grow with the length. */
const longestQuery = 500;

function joined(byWords: number, cosine: number): number {
  if (byWords > ceiling) return byWords;
  const byMeaning = (mostByMeaning * Math.max(0, cosine - leastCosine)) / (1 - leastCosine);
  return Math.min(ceiling, 1 - (1 - byWords) * (1 - byMeaning));
}
