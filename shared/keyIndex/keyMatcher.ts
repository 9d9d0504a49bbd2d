import type { FilterMode } from '../domain/catalogueQuery.ts';
import { foldCase } from './caseFold.ts';
import { compileGlob } from './glob.ts';
import { segmentsOf } from './segments.ts';

/** What the text of a filter asks of a key. */
export interface KeyMatcher {
  /** Texts, case put aside, that every matching key holds. */
  readonly pieces: readonly string[];
  /** Whether a key that holds the only piece matches for that alone. */
  readonly isContains: boolean;
  /** `folded`: the key with case put aside. */
  readonly matches: (key: string, folded: string) => boolean;
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
        : { pieces: [wanted], isContains: true, matches: (_key, folded) => folded.includes(wanted) };
    case 'prefix':
      return {
        pieces: [wanted],
        isContains: false,
        matches: (_key, folded) => folded.startsWith(wanted) && !isWithinPair(folded, wanted.length),
      };
    case 'segment': {
      const segments = segmentsOf(text, delimiter).map(foldCase);
      return {
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

function holdsSegments(key: string, folded: string, wanted: readonly string[], delimiter: string): boolean {
  const [only = ''] = wanted;
  // Of one segment it is enough to look at what stands around it.
  if (wanted.length === 1 && only !== '' && !only.includes(foldCase(delimiter)) && delimiter.length === 1) {
    for (let at = folded.indexOf(only); at !== -1; at = folded.indexOf(only, at + 1)) {
      const end = at + only.length;
      // A delimiter that leads a key belongs to its first segment.
      const begins = at === 0 || (at > 1 && key.startsWith(delimiter, at - 1));
      if (begins && (end === key.length || key.startsWith(delimiter, end))) return true;
    }
    return false;
  }
  // Most keys are out before they need be taken apart.
  if (!wanted.every((segment) => folded.includes(segment))) return false;
  const segments = segmentsOf(key, delimiter).map(foldCase);
  for (let at = 0; at + wanted.length <= segments.length; at += 1) {
    if (wanted.every((segment, step) => segments[at + step] === segment)) return true;
  }
  return false;
}

/** Half of a surrogate pair at an edge could match half a character. */
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
