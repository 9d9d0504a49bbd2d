import type { RowProblem } from '../domain/upload.ts';
import { findSensitiveContent } from '../safety/sensitiveContent.ts';
import { listWords, quoteText, applying } from './phrases.ts';
import { countWords, sizeWords } from './sizes.ts';
import { loneSurrogateAt } from './surrogates.ts';
import { mixedScriptWords, visiblePieces } from './visibleText.ts';
import { readJson } from './jsonSyntax.ts';

interface Atom {
  readonly key: string;
  readonly value: string;
  readonly valueBytes: number;
}

/** Kinds of hidden characters that are named. */
const mostNamed = 4;

/** The place of a problem, or how it was recognized; null if there is nothing to add. */
export function problemDetail(problem: RowProblem, { key, value, valueBytes }: Atom): string | null {
  switch (problem) {
    case 'sensitive': {
      const found = findSensitiveContent(value);
      if (found === null) return null;
      const how =
        found.pattern === null
          ? 'Long, random-looking text without spaces'
          : `Matches the pattern ${quoteText(found.pattern)}`;
      return `${how} at ${placeWords(value, found.start)} (${countWords(found.end - found.start)} characters).`;
    }
    case 'lone-surrogate': {
      const inKey = loneSurrogateAt(key);
      if (inKey !== -1) return `In the key, at character ${countWords(inKey + 1)}.`;
      const inValue = loneSurrogateAt(value);
      return inValue === -1 ? null : `In the value, at ${placeWords(value, inValue)}.`;
    }
    case 'odd-key':
      return oddKeyWords(key);
    case 'too-large':
    case 'larger-than-accepted':
      return `Size: ${sizeWords(valueBytes)}.`;
    case 'broken-json': {
      const reading = readJson(value);
      return reading.ok
        ? null
        : `Line ${countWords(reading.fault.line)}, column ${countWords(reading.fault.column)}: ${reading.fault.what}.`;
    }
    case 'unreadable':
    case 'json-key':
    case 'not-converted':
    case 'key-not-converted':
    case 'no-key':
    case 'no-value':
    case 'duplicate':
    case 'value-not-text':
    case 'empty-value':
      return null;
  }
}

/** `line 2, character 5`. */
function placeWords(text: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return before.length === 1
    ? `character ${countWords(column)}`
    : `line ${countWords(before.length)}, character ${countWords(column)}`;
}

/** Invisible characters and mixed alphabets in a key; null if there are none. */
export function oddKeyWords(key: string): string | null {
  const hidden = visiblePieces(key, { markLeading: true, markTrailing: true }).flatMap((piece) =>
    piece.kind === 'plain' ? [] : [piece.name],
  );
  const names = [...new Set(hidden)];
  const mixed = mixedScriptWords(key).slice(0, mostNamed);
  const parts = applying([
    names.length > 0 &&
      `Contains ${listWords(names.slice(0, mostNamed))}${names.length > mostNamed ? ' and others' : ''}.`,
    mixed.length > 0 && `Mixes alphabets: ${listWords(mixed.map((word) => quoteText(word)))}.`,
  ]);
  return parts.length === 0 ? null : parts.join(' ');
}
