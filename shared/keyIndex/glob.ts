import { endOfSegment } from './segments.ts';

export interface Glob {
  /** Runs of characters that every matching text holds. */
  readonly pieces: readonly string[];
  readonly matches: (key: string, folded: string) => boolean;
}

// Steps of a pattern: a character (its code point), or one of these.
const withinSegment = -1;
const anywhere = -2;
const oneCharacter = -3;

/**
 * Compiles a pattern for whole keys: `*` is any run of characters within a segment, `**` any run, `?` one character
 * within a segment. All ways to match are followed at once, as a set of steps reached: the time is that of the key times
 * that of the pattern, whatever the pattern.
 *
 * @param pattern with case put aside.
 */
export function compileGlob(pattern: string, delimiter: string): Glob {
  const steps = stepsOf(pattern);
  const pieces = pattern.split(/[*?]+/u).filter((piece) => piece !== '');
  const sets = [new Uint8Array(steps.length + 1), new Uint8Array(steps.length + 1)] as const;
  return { pieces, matches: (key, folded) => matchesSteps(steps, sets, key, folded, delimiter) };
}

function stepsOf(pattern: string): Int32Array {
  return Int32Array.from(pattern.match(/\*+|[^*]/gu) ?? [], (text) => {
    if (text === '*') return withinSegment;
    if (text === '?') return oneCharacter;
    return text.startsWith('*') ? anywhere : (text.codePointAt(0) ?? 0);
  });
}

/** `sets`: room for the steps reached, used again for every key. */
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
    // A run to the end takes in whatever follows.
    if (count > 0 && next[count - 1] === 1 && steps[count - 1] === anywhere) return true;
    [reached, next] = [next, reached];
    at += character > 0xffff ? 2 : 1;
    if (separator !== -1 && at >= separator + delimiter.length) {
      separator = key.indexOf(delimiter, separator + delimiter.length);
    }
  }
  return reached[count] === 1;
}

/** A star may stand for nothing. */
function skipStars(steps: Int32Array, reached: Uint8Array): void {
  for (let step = 0; step < steps.length; step += 1) {
    if (reached[step] === 1 && (steps[step] === withinSegment || steps[step] === anywhere))
      reached[step + 1] = 1;
  }
}
