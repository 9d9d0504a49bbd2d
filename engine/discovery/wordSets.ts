import { keyWords } from './keyWords.ts';

/**
 * Sets of words to query, each with the number of known keys that have all of them.
 *
 * A word is queried alone first. If the response is full of keys that have it, there may be more, and the
 * word is *open*: only then are sets of it with other open words worthwhile, and so on with larger sets. If
 * the response had room for other keys, the word is exhausted: every key that has it is known, so no set with
 * it finds another.
 */
export interface WordSets {
  /** Does nothing for a key that was already added. */
  readonly addKey: (key: string) => void;
  /** The sets that were not queried yet. */
  readonly unasked: () => Iterable<WordSet>;
  readonly unaskedCount: () => number;
  /**
   * Records that a set was queried. `isOpen`: the response was full of keys that have all its words.
   * `newShare` in [0, 1].
   */
  readonly noteAsked: (words: readonly string[], isOpen: boolean, newShare: number) => void;
  /** Undoes recording a set because its response cannot be trusted. */
  readonly takeBack: (words: readonly string[]) => void;
}

export interface WordSet {
  /** In code unit order. */
  readonly words: readonly string[];
  /** Number of known keys that have all of the words. */
  readonly count: number;
  /**
   * Whether a smaller set that was queried has no more known keys than this one, which would then find the
   * same.
   */
  readonly isRedundant: boolean;
  /**
   * The smallest share of new keys in the responses to smaller sets of these words; null if none was queried.
   */
  readonly newShare: number | null;
}

interface Held {
  readonly words: readonly string[];
  count: number;
  isAsked: boolean;
  isOpen: boolean;
  newShare: number;
}

/** Larger sets find hardly anything more, and there are very many of them. */
const mostWords = 4;

export function createWordSets(): WordSets {
  const sets = new Map<string, Held>();
  const wordsOf: (readonly string[])[] = [];
  const keyNumbers = new Map<string, number>();
  const postings = new Map<string, number[]>();
  const unasked = new Set<Held>();

  const idOf = (words: readonly string[]): string => words.join(' ');
  const count = (words: readonly string[]): void => {
    const id = idOf(words);
    const known = sets.get(id);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    const held: Held = { words, count: 1, isAsked: false, isOpen: false, newShare: 1 };
    sets.set(id, held);
    unasked.add(held);
  };
  const isOpen = (words: readonly string[]): boolean => sets.get(idOf(words))?.isOpen ?? false;
  /** All sets with one word less; none for a single word. */
  const smallerSets = (words: readonly string[]): readonly (readonly string[])[] =>
    words.length < 2 ? [] : words.map((_, index) => words.filter((_word, at) => at !== index));
  /** The sets with one more word of the key whose smaller sets are all open. */
  const grown = (words: readonly string[], all: readonly string[]): readonly (readonly string[])[] =>
    words.length === mostWords
      ? []
      : all
          .filter((word) => !words.includes(word))
          .map((word) => [...words, word].sort())
          .filter((set) => smallerSets(set).every(isOpen));

  return {
    addKey: (key) => {
      if (keyNumbers.has(key)) return;
      const words = [...keyWords(key)].sort();
      keyNumbers.set(key, wordsOf.length);
      let level: readonly (readonly string[])[] = words.map((word) => [word]);
      for (const word of words) {
        const posting = postings.get(word);
        if (posting === undefined) postings.set(word, [wordsOf.length]);
        else posting.push(wordsOf.length);
      }
      wordsOf.push(words);
      while (level.length > 0) {
        level.forEach(count);
        const next = new Map<string, readonly string[]>();
        for (const set of level.filter(isOpen)) {
          for (const larger of grown(set, words)) next.set(idOf(larger), larger);
        }
        level = [...next.values()];
      }
    },
    *unasked() {
      for (const held of unasked) {
        const asked = smallerSets(held.words)
          .map((words) => sets.get(idOf(words)))
          .filter((one) => one?.isAsked === true)
          .filter((one) => one !== undefined);
        yield {
          words: held.words,
          count: held.count,
          isRedundant: asked.some((one) => one.count <= held.count),
          newShare: asked.length === 0 ? null : Math.min(...asked.map((one) => one.newShare)),
        };
      }
    },
    unaskedCount: () => unasked.size,
    takeBack: (given) => {
      const held = sets.get(idOf([...given].sort()));
      if (held === undefined || !held.isAsked) return;
      held.isAsked = false;
      held.newShare = 1;
      // A set that no known key has was queried as a seed.
      if (held.count > 0) unasked.add(held);
    },
    noteAsked: (given, open, newShare) => {
      const words = [...given].sort();
      const held: Held = sets.get(idOf(words)) ?? {
        words,
        count: 0,
        isAsked: false,
        isOpen: false,
        newShare,
      };
      sets.set(idOf(words), held);
      unasked.delete(held);
      const wasOpen = held.isOpen;
      held.isAsked = true;
      held.isOpen = open;
      held.newShare = newShare;
      for (const smaller of smallerSets(words)) {
        const one = sets.get(idOf(smaller));
        if (one?.isAsked === true) one.newShare = 0.7 * one.newShare + 0.3 * newShare;
      }
      if (!open || wasOpen) return;
      const lists = words.map((word) => postings.get(word) ?? []);
      const shortest = lists.reduce(
        (least, list) => (list.length < least.length ? list : least),
        lists[0] ?? [],
      );
      for (const number of shortest) {
        const all = wordsOf[number] ?? [];
        if (words.every((word) => all.includes(word))) grown(words, all).forEach(count);
      }
    },
  };
}
