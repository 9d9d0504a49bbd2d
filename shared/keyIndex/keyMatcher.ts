import type { FilterMode } from '../domain/catalogueQuery.ts';
import { foldCase } from './caseFold.ts';
import { compileGlob } from './glob.ts';
import { segmentsOf } from './segments.ts';

/** Whether a key matches the text of a filter. It has state: use it for one key after the other of one search. */
export interface KeyMatcher {
  /** Case-folded texts that every matching key contains. */
  readonly pieces: readonly string[];
  /** Whether containing the only piece is sufficient to match. */
  readonly isContains: boolean;
  /**
   * `folded`: the case-folded key. `same`: this many units at the start equal those of the previous key, case-folded
   * or not, and need not be searched again; 0 for the first key.
   */
  readonly matches: (key: string, folded: string, same: number) => boolean;
}

export function compileMatcher(text: string, mode: FilterMode, delimiter: string): KeyMatcher {
  const wanted = foldCase(text);
  switch (mode) {
    case 'contains':
      return beginsOrEndsInHalf(wanted)
        ? {
            pieces: [wanted],
            isContains: false,
            matches: (_key, folded) => holdsWhole(folded, wanted),
          }
        : { pieces: [wanted], isContains: true, matches: contains(wanted) };
    case 'prefix':
      return { pieces: [wanted], isContains: false, matches: beginsWith(wanted) };
    case 'segment': {
      const segments = segmentsOf(text, delimiter).map(foldCase);
      const joined = segments.join(delimiter);
      return isPlainDelimiter(delimiter) && !segments.some((segment) => segment.includes(delimiter))
        ? { pieces: [joined], isContains: false, matches: holdsRun(joined, delimiter) }
        : {
            // Delimiters are case-sensitive.
            pieces: segments.filter((segment) => segment !== ''),
            isContains: false,
            matches: (key, folded) => holdsSegments(key, folded, segments, delimiter),
          };
    }
    case 'glob': {
      const glob = compileGlob(wanted, delimiter);
      return { pieces: glob.pieces, isContains: false, matches: glob.matches };
    }
  }
}

function contains(wanted: string): KeyMatcher['matches'] {
  /** Where its first occurrence in the previous key ends; -1 if there was none. */
  let lastEnd = -1;
  return (_key, folded, same) => {
    if (lastEnd !== -1 && lastEnd <= same) return true;
    const at = folded.indexOf(wanted, Math.max(0, same - wanted.length + 1));
    lastEnd = at === -1 ? -1 : at + wanted.length;
    return at !== -1;
  };
}

function beginsWith(wanted: string): KeyMatcher['matches'] {
  let before = false;
  return (_key, folded, same) => {
    // The next unit shows whether it ends within a surrogate pair.
    if (same <= wanted.length) before = folded.startsWith(wanted) && !isWithinPair(folded, wanted.length);
    return before;
  };
}

/** A single unit without case: its positions in the folded key are those in the key. */
function isPlainDelimiter(delimiter: string): boolean {
  const unit = delimiter.charCodeAt(0);
  return delimiter.length === 1 && unit < 0x80 && delimiter.toUpperCase() === delimiter.toLowerCase();
}

/** Whether a key contains a run of whole segments. `wanted`: the segments, joined by a plain delimiter. */
function holdsRun(wanted: string, delimiter: string): KeyMatcher['matches'] {
  /** As in `contains`. */
  let lastEnd = -1;
  return (_key, folded, same) => {
    // The unit after the end must be the same, too.
    if (lastEnd !== -1 && lastEnd < same) return true;
    lastEnd = -1;
    const from = Math.max(0, same - wanted.length);
    for (let at = folded.indexOf(wanted, from); at !== -1; at = folded.indexOf(wanted, at + 1)) {
      const end = at + wanted.length;
      // A delimiter at the start of a key belongs to its first segment.
      const begins = at === 0 || (at > 1 && folded.startsWith(delimiter, at - 1));
      if (!begins || (end !== folded.length && !folded.startsWith(delimiter, end))) continue;
      lastEnd = end;
      return true;
    }
    return false;
  };
}

function holdsSegments(key: string, folded: string, wanted: readonly string[], delimiter: string): boolean {
  // This rules out most keys before they have to be split.
  if (!wanted.every((segment) => folded.includes(segment))) return false;
  const segments = segmentsOf(key, delimiter).map(foldCase);
  for (let at = 0; at + wanted.length <= segments.length; at += 1) {
    if (wanted.every((segment, step) => segments[at + step] === segment)) return true;
  }
  return false;
}

/** An unpaired surrogate at either end could match half of a surrogate pair. */
function beginsOrEndsInHalf(text: string): boolean {
  return isLow(text.charCodeAt(0)) || isHigh(text.charCodeAt(text.length - 1));
}

/** Whether `text` contains `wanted` so that it neither starts nor ends within a surrogate pair. */
function holdsWhole(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (!isWithinPair(text, at) && !isWithinPair(text, at + wanted.length)) return true;
  }
  return false;
}

function isWithinPair(text: string, at: number): boolean {
  return isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
