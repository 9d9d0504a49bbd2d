/**
 * For each three units that occur in a row in any text, the list of texts that contain them, as differences in
 * variable-length numbers. Most occurrences take one byte, about 50 MB for 500,000 keys of 40 characters.
 * All units after the first 126 different ones share one class, so lists may contain texts that do not match.
 */
export interface Trigrams {
  /** Texts from 0 up to but not including this number are included. */
  readonly texts: number;
  /** The codes that occur, ascending. */
  readonly codes: Uint32Array;
  /** Where the list of each code starts in `bytes`, plus the end of the last list. */
  readonly starts: Uint32Array;
  /** How many texts each list contains. */
  readonly counts: Uint32Array;
  readonly bytes: Uint8Array;
  /** Unit -> its class, from 1; 0 for a unit that occurs in no text. */
  readonly classes: Uint8Array;
  /** How many bits each class takes in a code. */
  readonly bits: number;
}

const mostBits = 7;
/** Padding after the end of a text, so that each of its units starts a trigram. */
const endClass = 0;
const sharedClass = (1 << mostBits) - 1;

/** How many texts are processed between two pauses. */
const textsAtOnce = 1_024;
/** How many codes are processed between two pauses. */
const codesAtOnce = 65_536;

/** Builds the lists in steps, between which the caller can do something else. */
export function* buildTrigrams(texts: readonly string[], count: number): Generator<undefined, Trigrams> {
  const classes = new Uint8Array(0x10000);
  let lastClass = 0;
  for (let text = 0; text < count; text += 1) {
    if (text % textsAtOnce === 0) yield;
    const units = texts[text] ?? '';
    for (let at = 0; at < units.length; at += 1) {
      const unit = units.charCodeAt(at);
      if (classes[unit] !== 0) continue;
      lastClass = Math.min(lastClass + 1, sharedClass);
      classes[unit] = lastClass;
    }
  }
  // With few different units, the tables are short.
  const bits = 32 - Math.clz32(lastClass);
  const codeCount = 1 << (3 * bits);
  // First the length of each list, then the lists themselves, in one array of exactly that length.
  const lengths = new Uint32Array(codeCount);
  const counts = new Uint32Array(codeCount);
  const lastText = new Uint32Array(codeCount);
  for (let text = 0; text < count; text += 1) {
    if (text % textsAtOnce === 0) yield;
    const units = texts[text] ?? '';
    let code = codeBefore(units, classes, bits);
    for (let at = 0; at < units.length; at += 1) {
      code = nextCode(code, units, at, classes, bits);
      // Counted from 1, so that 0 means "in none yet".
      const gap = text + 1 - (lastText[code] ?? 0);
      if (gap === 0) continue;
      lastText[code] = text + 1;
      lengths[code] = (lengths[code] ?? 0) + bytesFor(gap);
      counts[code] = (counts[code] ?? 0) + 1;
    }
  }
  let used = 0;
  for (let code = 0; code < codeCount; code += 1) {
    if (code % codesAtOnce === 0) yield;
    if (counts[code] !== 0) used += 1;
  }
  const codes = new Uint32Array(used);
  const starts = new Uint32Array(used + 1);
  const listCounts = new Uint32Array(used);
  // From here on, where the next byte of each list goes.
  let place = 0;
  let list = 0;
  for (let code = 0; code < codeCount; code += 1) {
    if (code % codesAtOnce === 0) yield;
    if (counts[code] === 0) continue;
    codes[list] = code;
    starts[list] = place;
    listCounts[list] = counts[code] ?? 0;
    const length = lengths[code] ?? 0;
    lengths[code] = place;
    place += length;
    list += 1;
  }
  starts[used] = place;
  const bytes = new Uint8Array(place);
  lastText.fill(0);
  for (let text = 0; text < count; text += 1) {
    if (text % textsAtOnce === 0) yield;
    const units = texts[text] ?? '';
    let code = codeBefore(units, classes, bits);
    for (let at = 0; at < units.length; at += 1) {
      code = nextCode(code, units, at, classes, bits);
      let gap = text + 1 - (lastText[code] ?? 0);
      if (gap === 0) continue;
      lastText[code] = text + 1;
      let to = lengths[code] ?? 0;
      for (; gap > 0x7f; gap >>>= 7) {
        bytes[to] = (gap & 0x7f) | 0x80;
        to += 1;
      }
      bytes[to] = gap;
      lengths[code] = to + 1;
    }
  }
  return { texts: count, codes, starts, counts: listCounts, bytes, classes, bits };
}

function bytesFor(gap: number): number {
  return gap < 1 << 7 ? 1 : gap < 1 << 14 ? 2 : gap < 1 << 21 ? 3 : gap < 1 << 28 ? 4 : 5;
}

function codeBefore(units: string, classes: Uint8Array, bits: number): number {
  return (classOf(units, 0, classes) << bits) | classOf(units, 1, classes);
}

function nextCode(code: number, units: string, at: number, classes: Uint8Array, bits: number): number {
  return ((code << bits) & ((1 << (3 * bits)) - 1)) | classOf(units, at + 2, classes);
}

function classOf(units: string, at: number, classes: Uint8Array): number {
  return at < units.length ? (classes[units.charCodeAt(at)] ?? sharedClass) : endClass;
}

/** Lists, by their index in `codes`: from `start` up to but not including `end`. */
export interface Lists {
  readonly start: number;
  readonly end: number;
  /** The sum of their lengths; a text in several lists counts several times. */
  readonly count: number;
  /** Whether every text in them does contain what was requested. */
  readonly isExact: boolean;
}

/** The lists whose union contains all texts with `piece`: for three units or more, the shortest list of its trigrams. */
export function listsFor(trigrams: Trigrams, piece: string): Lists {
  const { classes, bits } = trigrams;
  const unitClasses = Array.from({ length: piece.length }, (_, at) => classes[piece.charCodeAt(at)] ?? 0);
  // The unit occurs in no text: class 0 is the padding after a text, which is not a unit.
  if (unitClasses.includes(0)) return { start: 0, end: 0, count: 0, isExact: true };
  const isExact = !unitClasses.includes(sharedClass);
  const [a = 0, b = 0] = unitClasses;
  if (piece.length === 1) return range(trigrams, a << (2 * bits), 2 * bits, isExact);
  if (piece.length === 2) {
    return range(trigrams, ((a << bits) | b) << bits, bits, isExact);
  }
  let best: Lists | null = null;
  for (let at = 0; at + 3 <= unitClasses.length; at += 1) {
    const [first = 0, second = 0, third = 0] = unitClasses.slice(at, at + 3);
    const code = (((first << bits) | second) << bits) | third;
    const found = range(trigrams, code, 0, isExact && piece.length === 3);
    if (best === null || found.count < best.count) best = found;
  }
  return best ?? { start: 0, end: 0, count: 0, isExact: true };
}

function range(trigrams: Trigrams, code: number, freeBits: number, isExact: boolean): Lists {
  const start = firstAtLeast(trigrams.codes, code);
  const end = firstAtLeast(trigrams.codes, code + (1 << freeBits));
  let count = 0;
  for (let list = start; list < end; list += 1) count += trigrams.counts[list] ?? 0;
  return { start, end, count, isExact };
}

/** Sets the bit of each text in the lists. */
export function setTextsIn({ bytes, starts }: Trigrams, lists: Lists, bits: Uint32Array): void {
  for (let list = lists.start; list < lists.end; list += 1) {
    const end = starts[list + 1] ?? 0;
    let text = -1;
    for (let at = starts[list] ?? 0; at < end;) {
      let byte = bytes[at] ?? 0;
      at += 1;
      let gap = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[at] ?? 0;
        at += 1;
        gap |= (byte & 0x7f) << shift;
      }
      text += gap;
      const word = text >>> 5;
      bits[word] = (bits[word] ?? 0) | (1 << (text & 31));
    }
  }
}

/** The first index in ascending numbers whose number is at least `value`. */
function firstAtLeast(numbers: Uint32Array, value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}
