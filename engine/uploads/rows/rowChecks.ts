import type { SizeKnowledge } from '#shared/domain/store.ts';
import type { RowProblem } from '#shared/domain/upload.ts';
import { mayBeSensitive } from '#shared/safety/mayBeSensitive.ts';
import { findSensitiveContent } from '#shared/safety/sensitiveContent.ts';
import { checkRow } from '#shared/upload/checkRow.ts';
import { problemBit, problemBits } from './rowColumns.ts';

/** The results of checking a row by itself. */
export interface RowFindings {
  /** Bits; see `RowColumns`. */
  readonly problems: number;
  /** What a sensitive value looks like. */
  readonly detail: string | null;
  readonly valueBytes: number;
}

interface Atom {
  readonly key: string;
  readonly value: string;
}

/**
 * Longer text is not accepted as a key: no service would accept it, and every list would have to carry it.
 */
const longestKey = 1_000_000;

/** Why no atom can have a key; null if one can. */
export function keyRefusal(key: string): string | null {
  return key.length > longestKey
    ? `The key is longer than ${String(longestKey / 1e6)},000,000 characters.`
    : null;
}

/** @param known the problems found by the mapping */
export function checkMapped(atom: Atom, known: readonly RowProblem[], sizes: SizeKnowledge): RowFindings {
  const { key, value } = atom;
  const valueBytes = Buffer.byteLength(value, 'utf8');
  const finding = mayBeSensitive(value) ? findSensitiveContent(value) : null;
  return {
    problems:
      problemBits(known) |
      problemBits(checkRow(key, value)) |
      (finding === null ? 0 : problemBit('sensitive')) |
      sizeProblem(valueBytes, sizes),
    detail: finding === null ? null : (finding.pattern ?? finding.reason),
    valueBytes,
  };
}

/** For an atom that the user typed. */
export function checkTyped(atom: Atom, sizes: SizeKnowledge): RowFindings {
  const known: RowProblem[] = [];
  if (atom.key === '') known.push('no-key');
  if (keyRefusal(atom.key) !== null) known.push('unreadable');
  if (atom.value === '') known.push('empty-value');
  return checkMapped(atom, known, sizes);
}

function sizeProblem(bytes: number, { largestAccepted, smallestRefused }: SizeKnowledge): number {
  if (smallestRefused !== null && bytes >= smallestRefused) return problemBit('too-large');
  if (largestAccepted !== null && bytes > largestAccepted) return problemBit('larger-than-accepted');
  return 0;
}
