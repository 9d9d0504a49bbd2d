/** How many 32-bit words form a block that is counted as one. */
const blockWords = 8;
const blockBits = 32 * blockWords;

/** A set of numbers from 0 up to but not including a limit, one bit each: 62 kB for 500,000. */
export function emptyBits(limit: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array((limit + 31) >>> 5);
}

export function setBit(bits: Uint32Array, number: number): void {
  const word = number >>> 5;
  bits[word] = (bits[word] ?? 0) | (1 << (number & 31));
}

export function hasBit(bits: Uint32Array, number: number): boolean {
  return ((bits[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0;
}

/** Sets the bits from `from` up to but not including `to`. */
export function setBits(bits: Uint32Array, from: number, to: number): void {
  changeBits(bits, from, to, (word, mask) => word | mask);
}

export function clearBits(bits: Uint32Array, from: number, to: number): void {
  changeBits(bits, from, to, (word, mask) => word & ~mask);
}

function changeBits(
  bits: Uint32Array,
  from: number,
  to: number,
  change: (word: number, mask: number) => number,
): void {
  if (from >= to) return;
  const first = from >>> 5;
  const last = (to - 1) >>> 5;
  const head = 0xffffffff << (from & 31);
  const tail = 0xffffffff >>> (31 - ((to - 1) & 31));
  if (first === last) {
    bits[first] = change(bits[first] ?? 0, head & tail);
    return;
  }
  bits[first] = change(bits[first] ?? 0, head);
  bits.fill(change(0, 0xffffffff), first + 1, last);
  bits[last] = change(bits[last] ?? 0, tail);
}

/** Calls back for each bit that is set, ascending. */
export function forEachBit(bits: Uint32Array, visit: (number: number) => void): void {
  for (let at = 0; at < bits.length; at += 1) {
    let word = bits[at] ?? 0;
    while (word !== 0) {
      visit(32 * at + 31 - Math.clz32(word & -word));
      word &= word - 1;
    }
  }
}

/** The set of the numbers that these map to. */
export function mapBits(bits: Uint32Array, to: Uint32Array, limit: number): Uint32Array {
  const mapped = emptyBits(limit);
  // Like `forEachBit` without a call for each bit: every keystroke may need half a million.
  for (let at = 0; at < bits.length; at += 1) {
    let word = bits[at] ?? 0;
    while (word !== 0) {
      const number = to[32 * at + 31 - Math.clz32(word & -word)] ?? 0;
      const place = number >>> 5;
      mapped[place] = (mapped[place] ?? 0) | (1 << (number & 31));
      word &= word - 1;
    }
  }
  return mapped;
}

/** What two sets with the same limit have in common. */
export function bitsInBoth(one: Uint32Array, other: Uint32Array): Uint32Array {
  return one.map((word, at) => word & (other[at] ?? 0));
}

/** What is in at least one of two sets. */
export function bitsInEither(one: Uint32Array, other: Uint32Array): Uint32Array {
  const [longer, shorter] = one.length < other.length ? [other, one] : [one, other];
  return longer.map((word, at) => word | (shorter[at] ?? 0));
}

/** A set of numbers that no longer changes, with counts to find the n-th number, and how many are below a number, quickly. */
export class NumberSet {
  readonly count: number;
  /** Block -> how many numbers are in the blocks before it. */
  private readonly before: Uint32Array;
  /** The last number returned: usually the one after it is requested next. */
  private lastAt = -1;
  private lastNumber = -1;

  constructor(readonly bits: Uint32Array) {
    const blocks = Math.ceil(bits.length / blockWords);
    this.before = new Uint32Array(blocks + 1);
    let count = 0;
    for (let at = 0; at < bits.length; at += 1) {
      if (at % blockWords === 0) this.before[at / blockWords] = count;
      const word = bits[at] ?? 0;
      if (word !== 0) count += bitsIn(word);
    }
    this.before[blocks] = count;
    this.count = count;
  }

  has(number: number): boolean {
    return hasBit(this.bits, number);
  }

  /** How many numbers of the set are below a number. */
  rank(number: number): number {
    const word = number >>> 5;
    const block = Math.floor(number / blockBits);
    if (word >= this.bits.length) return this.count;
    let count = this.before[block] ?? 0;
    for (let at = block * blockWords; at < word; at += 1) count += bitsIn(this.bits[at] ?? 0);
    return count + bitsIn((this.bits[word] ?? 0) & ~(0xffffffff << (number & 31)));
  }

  /** The smallest that is not below `number`; -1 if there is none. */
  next(number: number): number {
    let at = number >>> 5;
    let word = (this.bits[at] ?? 0) & (0xffffffff << (number & 31));
    while (word === 0) {
      at += 1;
      if (at >= this.bits.length) return -1;
      word = this.bits[at] ?? 0;
    }
    return 32 * at + 31 - Math.clz32(word & -word);
  }

  /** The number at a position, from 0; -1 if the set is smaller. */
  select(at: number): number {
    if (at < 0 || at >= this.count) return -1;
    this.lastNumber =
      at === this.lastAt + 1 && at > 0 ? this.next(this.lastNumber + 1) : this.selectInBlocks(at);
    this.lastAt = at;
    return this.lastNumber;
  }

  private selectInBlocks(at: number): number {
    let low = 0;
    let high = this.before.length - 1;
    // The last block with at most `at` numbers before it.
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.before[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    let left = at - (this.before[low] ?? 0);
    let number = this.next(low * blockBits);
    for (; left > 0; left -= 1) number = this.next(number + 1);
    return number;
  }
}

function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
