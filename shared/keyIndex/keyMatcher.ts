import type { FilterMode } from '../domain/catalogueQuery.ts';
import { foldCase } from './caseFold.ts';
import { compileGlob } from './glob.ts';
import { segmentsOf } from './segments.ts';

/** What the text of a filter asks of a key. Asked about one key after the other, for one search at a time. */
export interface KeyMatcher {
  /** Case-folded texts that every matching key contains. */
  readonly pieces: readonly string[];
  /** Whether a key that holds the only piece matches for that alone. */
  readonly isContains: boolean;
  /**
   * `folded`: the key with case put aside. `same`: so many units at the beginning, with and without their case, are
   * those of the key asked about before, and need not be looked through again; 0 for the first.
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
            // Delimiters are compared with their case.
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
  /** Where the first place it stands at ends in the key asked about before; -1 where it is not in there. */
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
    // The unit after it tells whether it ends within a pair.
    if (same <= wanted.length) before = folded.startsWith(wanted) && !isWithinPair(folded, wanted.length);
    return before;
  };
}

/** One unit that is itself in any case: where it stands in the folded key, it stands in the key. */
function isPlainDelimiter(delimiter: string): boolean {
  const unit = delimiter.charCodeAt(0);
  return delimiter.length === 1 && unit < 0x80 && delimiter.toUpperCase() === delimiter.toLowerCase();
}

/** Whether whole segments in a row are in a key. `wanted`: they, joined by a plain delimiter. */
function holdsRun(wanted: string, delimiter: string): KeyMatcher['matches'] {
  /** As in `contains`. */
  let lastEnd = -1;
  return (_key, folded, same) => {
    // The unit after the end has to be the same too.
    if (lastEnd !== -1 && lastEnd < same) return true;
    lastEnd = -1;
    const from = Math.max(0, same - wanted.length);
    for (let at = folded.indexOf(wanted, from); at !== -1; at = folded.indexOf(wanted, at + 1)) {
      const end = at + wanted.length;
      // A delimiter that leads a key belongs to its first segment.
      const begins = at === 0 || (at > 1 && folded.startsWith(delimiter, at - 1));
      if (!begins || (end !== folded.length && !folded.startsWith(delimiter, end))) continue;
      lastEnd = end;
      return true;
    }
    return false;
  };
}

function holdsSegments(key: string, folded: string, wanted: readonly string[], delimiter: string): boolean {
  // Most keys are ruled out before they need to be split.
  if (!wanted.every((segment) => folded.includes(segment))) return false;
  const segments = segmentsOf(key, delimiter).map(foldCase);
  for (let at = 0; at + wanted.length <= segments.length; at += 1) {
    if (wanted.every((segment, step) => segments[at + step] === segment)) return true;
  }
  return false;
}

/** Half of a surrogate pair at an edge could match half of a surrogate pair. */
function beginsOrEndsInHalf(text: string): boolean {
  return isLow(text.charCodeAt(0)) || isHigh(text.charCodeAt(text.length - 1));
}

/** Whether `wanted` stands in `text` without beginning or ending within a surrogate pair. */
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
