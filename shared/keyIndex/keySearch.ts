import type { FilterMode } from '../domain/catalogueQuery.ts';
import { foldCase } from './caseFold.ts';
import { compileMatcher, type KeyMatcher } from './keyMatcher.ts';
import { buildTrigrams, listsFor, textsIn, type Lists, type Trigrams } from './trigrams.ts';

/** Finds the keys that a text asks for, by their numbers: they count up from 0 in the order of adding. */
export interface KeySearch {
  readonly add: (key: string) => void;
  /** The numbers of the keys that match, ascending. */
  readonly find: (text: string, mode: FilterMode, delimiter: string) => Uint32Array;
  /** Whether so many keys are not in the lists yet that `improve` is worth its time. Until then they are looked through. */
  readonly wantsImproving: () => boolean;
  /** Makes the lists anew, in steps; keys may be added and found between them. */
  readonly improve: () => Generator<undefined, void>;
}

/** Fewer than these are looked through as fast as they are looked up. */
const fewestToImprove = 4_096;
/** Answers kept for the next, longer text. */
const mostKept = 4;

/** `keys`: shared with the caller, who adds to it before calling `add`. */
export function createKeySearch(keys: readonly string[]): KeySearch {
  /** The keys with case put aside: the very same text for most. */
  const folded: string[] = [];
  /** How many units each has in common with the one before it, up to 255. */
  let shared = new Uint8Array(1_024);
  let trigrams: Trigrams | null = null;
  let isImproving = false;
  let kept = new Map<
    string,
    { readonly text: string; readonly isContains: boolean; readonly found: Uint32Array }
  >();

  const candidates = (
    matcher: KeyMatcher,
  ): { readonly numbers: Uint32Array; readonly isExact: boolean } | null => {
    if (trigrams === null) return null;
    let best: Lists | null = null;
    for (const piece of matcher.pieces) {
      const lists = listsFor(trigrams, piece);
      if (best === null || lists.count < best.count) best = lists;
    }
    if (best === null) return null;
    return { numbers: textsIn(trigrams, best), isExact: best.isExact && matcher.isContains };
  };

  /** Of an earlier answer to a part of this text, where there is one. */
  const narrowed = ({ pieces, isContains }: KeyMatcher): Uint32Array | null => {
    if (!isContains) return null;
    let best: Uint32Array | null = null;
    for (const earlier of kept.values()) {
      if (!earlier.isContains || pieces[0]?.includes(earlier.text) !== true) continue;
      if (best === null || earlier.found.length < best.length) best = earlier.found;
    }
    return best;
  };

  return {
    add: (key) => {
      const text = foldCase(key);
      const number = folded.length;
      if (number === shared.length) {
        const larger = new Uint8Array(2 * shared.length);
        larger.set(shared);
        shared = larger;
      }
      shared[number] = number === 0 ? 0 : sharedUnits(folded[number - 1] ?? '', text);
      // One text, not two of the same.
      folded.push(text === key ? key : text);
      if (kept.size > 0) kept = new Map();
    },
    find: (text, mode, delimiter) => {
      const name = JSON.stringify([mode, text, delimiter]);
      const before = kept.get(name);
      if (before !== undefined) return before.found;
      const matcher = compileMatcher(text, mode, delimiter);
      const part = narrowed(matcher);
      const listed = part === null || part.length > 1_000 ? candidates(matcher) : null;
      const pick = new Picker(keys, folded, shared, matcher);
      if (part !== null && (listed === null || part.length <= listed.numbers.length)) pick.these(part);
      else if (listed !== null) {
        if (listed.isExact) pick.known(listed.numbers);
        else pick.these(listed.numbers);
        pick.all(trigrams?.texts ?? 0, folded.length);
      } else pick.all(0, folded.length);
      const found = pick.found();
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '');
      kept.set(name, { text: matcher.pieces[0] ?? '', isContains: matcher.isContains, found });
      return found;
    },
    wantsImproving: () => {
      const inLists = trigrams?.texts ?? 0;
      return !isImproving && folded.length - inLists >= Math.max(fewestToImprove, inLists / 8);
    },
    *improve() {
      isImproving = true;
      try {
        trigrams = yield* buildTrigrams(folded, folded.length);
      } finally {
        isImproving = false;
      }
    },
  };
}

/** Takes the keys that match out of those it is shown, in ascending order. */
class Picker {
  private numbers: Uint32Array = new Uint32Array(1_024);
  private count = 0;
  /** The key looked at last, and where what was found in it ends; -1 where nothing was. */
  private last = -2;
  private lastEnd = -1;
  private readonly wanted: string;

  constructor(
    private readonly keys: readonly string[],
    private readonly folded: readonly string[],
    private readonly shared: Uint8Array,
    private readonly matcher: KeyMatcher,
  ) {
    this.wanted = matcher.pieces[0] ?? '';
  }

  these(numbers: Uint32Array): void {
    for (let at = 0; at < numbers.length; at += 1) this.look(numbers[at] ?? 0);
  }

  all(from: number, to: number): void {
    for (let number = from; number < to; number += 1) this.look(number);
  }

  known(numbers: Uint32Array): void {
    this.numbers = numbers;
    this.count = numbers.length;
  }

  found(): Uint32Array {
    return this.numbers.slice(0, this.count);
  }

  private look(number: number): void {
    const text = this.folded[number] ?? '';
    const isMatch = this.matcher.isContains
      ? this.holds(number, text)
      : this.matcher.matches(this.keys[number] ?? '', text);
    if (!isMatch) return;
    if (this.count === this.numbers.length) {
      const larger = new Uint32Array(Math.max(1_024, 2 * this.count));
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.count] = number;
    this.count += 1;
  }

  /** What a key has in common with the one before it need not be looked through again. */
  private holds(number: number, text: string): boolean {
    const same = number === this.last + 1 ? (this.shared[number] ?? 0) : 0;
    this.last = number;
    if (this.lastEnd !== -1 && this.lastEnd <= same) return true;
    const at = text.indexOf(this.wanted, Math.max(0, same - this.wanted.length + 1));
    this.lastEnd = at === -1 ? -1 : at + this.wanted.length;
    return at !== -1;
  }
}

function sharedUnits(left: string, right: string): number {
  const most = Math.min(left.length, right.length, 255);
  let at = 0;
  while (at < most && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  return at;
}
