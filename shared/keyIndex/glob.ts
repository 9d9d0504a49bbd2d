import { endOfSegment } from './segments.ts';

export interface Glob {
  /** Strings that every matching text contains. */
  readonly pieces: readonly string[];
  /** See `KeyMatcher`. */
  readonly matches: (key: string, folded: string, same: number) => boolean;
}

// A pattern consists of steps: a character (its code point), or one of these.
const withinSegment = -1;
const anywhere = -2;
const oneCharacter = -3;

/**
 * Compiles a pattern for whole keys: `*` matches any characters within a segment, `**` any characters, `?` one character
 * within a segment. All possible matches are followed at the same time, as the set of steps reached. The time is
 * proportional to key length times pattern length, whatever the pattern.
 *
 * @param pattern case-folded.
 */
export function compileGlob(pattern: string, delimiter: string): Glob {
  const steps = stepsOf(pattern);
  const pieces = pattern.split(/[*?]+/u).filter((piece) => piece !== '');
  if (steps.length <= mostInBits && delimiter.length === 1) {
    return { pieces, matches: matchesInBits(steps, delimiter.charCodeAt(0)) };
  }
  const sets = [new Uint8Array(steps.length + 1), new Uint8Array(steps.length + 1)] as const;
  return { pieces, matches: (key, folded) => matchesSteps(steps, sets, key, folded, delimiter) };
}

/** One bit for each step and one for the end, in a number that is fast to calculate with. */
const mostInBits = 29;
/** As many code units of keys as are compared. */
const mostSame = 256;

/** The steps reached as bits of one number, kept for each position of the key for the next key with the same beginning. */
function matchesInBits(steps: Int32Array, delimiter: number): Glob['matches'] {
  const bitsOf = (is: (step: number) => boolean): number =>
    steps.reduce((bits, step, at) => (is(step) ? bits | (1 << at) : bits), 0);
  const withinBits = bitsOf((step) => step === withinSegment);
  const anywhereBits = bitsOf((step) => step === anywhere);
  const oneBits = bitsOf((step) => step === oneCharacter);
  const starBits = withinBits | anywhereBits;
  const end = 1 << steps.length;
  /** A `**` at the end matches whatever follows. */
  const lastRun = anywhereBits & (end >> 1);
  const ofLatin = Uint32Array.from({ length: 256 }, (_, code) => bitsOf((step) => step === code));
  const ofOthers = new Map<number, number>();
  for (const code of steps)
    if (code > 255)
      ofOthers.set(
        code,
        bitsOf((step) => step === code),
      );

  /** Before each unit of the previous key that starts a character, up to `known`. */
  const reachedAt = new Int32Array(mostSame);
  let known = 0;
  let wasMatch = false;
  /** Where the result was certain without the rest of the key; Infinity if the end was needed. */
  let decidedAt = Infinity;

  return (key, folded, same) => {
    if (decidedAt < same) return wasMatch;
    let at = Math.min(same, known);
    // Half of a surrogate pair may form a different character with what follows now.
    if (at > 0 && isHigh(folded.charCodeAt(at - 1))) at -= 1;
    // A star may match nothing, and there are never two in a row.
    let reached = at === 0 ? 1 | ((starBits & 1) << 1) : (reachedAt[at] ?? 0);
    decidedAt = Infinity;
    for (const length = folded.length; at < length;) {
      if (at < mostSame) {
        reachedAt[at] = reached;
        known = at;
      }
      let character = folded.charCodeAt(at);
      let size = 1;
      if (isHigh(character)) {
        character = folded.codePointAt(at) ?? 0;
        if (character > 0xffff) size = 2;
      }
      const literal = character < 256 ? (ofLatin[character] ?? 0) : (ofOthers.get(character) ?? 0);
      // A delimiter at the start of a key belongs to its first segment.
      reached =
        at > 0 && key.charCodeAt(at) === delimiter
          ? (reached & anywhereBits) | ((reached & literal) << 1)
          : (reached & starBits) | ((reached & (literal | oneBits)) << 1);
      reached |= (reached & starBits) << 1;
      at += size;
      if (reached === 0 || (reached & lastRun) !== 0) {
        decidedAt = at;
        break;
      }
    }
    wasMatch = (reached & (end | lastRun)) !== 0;
    return wasMatch;
  };
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function stepsOf(pattern: string): Int32Array {
  return Int32Array.from(pattern.match(/\*+|[^*]/gu) ?? [], (text) => {
    if (text === '*') return withinSegment;
    if (text === '?') return oneCharacter;
    return text.startsWith('*') ? anywhere : (text.codePointAt(0) ?? 0);
  });
}

/** `sets`: memory for the steps reached, reused for every key. */
function matchesSteps(
  steps: Int32Array,
  sets: readonly [Uint8Array, Uint8Array],
  key: string,
  folded: string,
  delimiter: string,
): boolean {
  let [reached, next] = sets;
  const count = steps.length;
  reached.fill(0);
  reached[0] = 1;
  skipStars(steps, reached);
  let separator = endOfSegment(key, delimiter, 0);
  for (let at = 0; at < folded.length;) {
    const character = folded.codePointAt(at) ?? 0;
    const isSeparator = separator !== -1 && at >= separator;
    next.fill(0);
    let isAny = false;
    for (let step = 0; step < count; step += 1) {
      if (reached[step] === 0) continue;
      const wanted = steps[step] ?? 0;
      if (wanted === anywhere || (wanted === withinSegment && !isSeparator)) next[step] = 1;
      else if (wanted === oneCharacter ? !isSeparator : wanted === character) next[step + 1] = 1;
      else continue;
      isAny = true;
    }
    if (!isAny) return false;
    skipStars(steps, next);
    // A `**` at the end matches whatever follows.
    if (count > 0 && next[count - 1] === 1 && steps[count - 1] === anywhere) return true;
    [reached, next] = [next, reached];
    at += character > 0xffff ? 2 : 1;
    if (separator !== -1 && at >= separator + delimiter.length) {
      separator = key.indexOf(delimiter, separator + delimiter.length);
    }
  }
  return reached[count] === 1;
}

/** A star may match nothing. */
function skipStars(steps: Int32Array, reached: Uint8Array): void {
  for (let step = 0; step < steps.length; step += 1) {
    if (reached[step] === 1 && (steps[step] === withinSegment || steps[step] === anywhere))
      reached[step + 1] = 1;
  }
}
