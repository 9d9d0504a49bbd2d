import type { SizeKnowledge } from '../domain/store.ts';
import { placesOf, type TextPlace } from '../text/lineEnds.ts';
import { mixedScriptPlaces, visiblePieces } from '../text/visibleText.ts';
import { findAllSensitiveContent, mostSensitiveFindings } from './sensitiveContent.ts';

/**
 * What there is to say about a value before anything leaves the machine. What has a place in the text has `end` too:
 * UTF-16 offset, exclusive. Never holds the secret itself.
 */
export type ValueFinding =
  /** `pattern`: as `findSensitiveContent` names it, such as `github-token`. */
  | (TextPlace & { readonly kind: 'credential'; readonly end: number; readonly pattern: string })
  | (TextPlace & { readonly kind: 'random-token'; readonly end: number })
  /** Half of a surrogate pair, which no UTF-8 can carry. */
  | (TextPlace & { readonly kind: 'lone-surrogate'; readonly end: number })
  /** A line that a merge inserted to mark a conflict. */
  | (TextPlace & { readonly kind: 'conflict'; readonly end: number })
  /** At least as large as a value that the service refused; sizes in bytes. */
  | { readonly kind: 'size-refused'; readonly bytes: number; readonly refused: number }
  /** Larger than every value that the service accepted so far. */
  | { readonly kind: 'size-untried'; readonly bytes: number; readonly accepted: number };

export type PlacedFinding = Extract<ValueFinding, TextPlace>;

/** Whether the user must allow the value before it can be stored. */
export function needsOverride({ kind }: ValueFinding): boolean {
  return kind !== 'size-untried';
}

export function isSensitive({ kind }: ValueFinding): boolean {
  return kind === 'credential' || kind === 'random-token';
}

export function hasPlace(finding: ValueFinding): finding is PlacedFinding {
  return 'offset' in finding;
}

/** The lines that merging marks conflicts with, each followed by whose text it is. */
export const conflictMarks = { begin: '<<<<<<< ', middle: '=======', end: '>>>>>>> ' } as const;

const loneSurrogate = /\p{Cs}/gu;
/** A middle marker alone is often just an underline. */
const conflictLine = /^(?:<<<<<<< |>>>>>>> ).*$/gm;

/**
 * Everything to say about a value, in the order of the text, what concerns its size last. Linear in its length; pauses
 * at its `yield`s, so that the window stays responsive.
 *
 * @param bytes its size as UTF-8
 * @param sizes what the service accepted and refused; null if that is not known
 */
export function* valueFindings(
  value: string,
  bytes: number,
  sizes: SizeKnowledge | null,
): Generator<void, readonly ValueFinding[], void> {
  const spans: Unplaced[] = [];
  for (const { pattern, start, end } of yield* findAllSensitiveContent(value)) {
    spans.push(
      pattern === null ? { kind: 'random-token', start, end } : { kind: 'credential', pattern, start, end },
    );
  }
  yield;
  spans.push(...spansOf(value, loneSurrogate, 'lone-surrogate'));
  yield;
  spans.push(...spansOf(value, conflictLine, 'conflict'));
  spans.sort((one, other) => one.start - other.start);
  const places = placesOf(
    value,
    spans.map(({ start }) => start),
  );
  const placed = spans.flatMap(({ start: _start, ...span }, index): readonly PlacedFinding[] => {
    const place = places[index];
    return place === undefined ? [] : [{ ...span, ...place }];
  });
  return [...placed, ...sizeFindings(bytes, sizes)];
}

type Unplaced = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'credential'; readonly pattern: string }
  | { readonly kind: 'random-token' | 'lone-surrogate' | 'conflict' }
);

function spansOf(value: string, pattern: RegExp, kind: 'lone-surrogate' | 'conflict'): readonly Unplaced[] {
  const spans: Unplaced[] = [];
  for (const { 0: found, index } of value.matchAll(pattern)) {
    spans.push({ kind, start: index, end: index + found.length });
    if (spans.length === mostSensitiveFindings) break;
  }
  return spans;
}

function sizeFindings(bytes: number, sizes: SizeKnowledge | null): readonly ValueFinding[] {
  const { largestAccepted = null, smallestRefused = null } = sizes ?? {};
  if (smallestRefused !== null && bytes >= smallestRefused) {
    return [{ kind: 'size-refused', bytes, refused: smallestRefused }];
  }
  return largestAccepted !== null && bytes > largestAccepted
    ? [{ kind: 'size-untried', bytes, accepted: largestAccepted }]
    : [];
}

/** What is unusual about a key: keys are exact, and some differences can't be seen. */
export type KeyFinding =
  | { readonly kind: 'blank-ends' }
  /** `names`: of the characters, each once. */
  | { readonly kind: 'hidden'; readonly names: readonly string[] }
  | { readonly kind: 'look-alike'; readonly words: readonly string[] }
  /** Such a key cannot be sent in a request. */
  | { readonly kind: 'lone-surrogate' };

export function keyFindings(key: string): readonly KeyFinding[] {
  const hidden = visiblePieces(key).flatMap((piece) => (piece.kind === 'hidden' ? [piece.name] : []));
  const lookAlikes = mixedScriptPlaces(key).map(({ text }) => text);
  const findings: KeyFinding[] = [];
  if (/\p{Cs}/u.test(key)) findings.push({ kind: 'lone-surrogate' });
  if (key !== key.trim()) findings.push({ kind: 'blank-ends' });
  if (hidden.length > 0) findings.push({ kind: 'hidden', names: [...new Set(hidden)] });
  if (lookAlikes.length > 0) findings.push({ kind: 'look-alike', words: [...new Set(lookAlikes)] });
  return findings;
}
