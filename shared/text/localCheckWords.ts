import type { KeyFinding, ValueFinding } from '../safety/localChecks.ts';
import { listWords, quoteText } from './phrases.ts';
import { countWords, sizeWords } from './sizes.ts';

/** A finding without its place: `looks like a credential (github-token)`. */
export function valueFindingWords(finding: ValueFinding): string {
  switch (finding.kind) {
    case 'credential':
      return `looks like a credential (${finding.pattern})`;
    case 'random-token':
      return 'looks random, like a key or a token';
    case 'lone-surrogate':
      return 'unpaired surrogate, which cannot be encoded in UTF-8';
    case 'conflict':
      return 'unresolved merge conflict marker';
    case 'size-refused':
      return `${sizeWords(finding.bytes)}: this service refused a value of ${sizeWords(finding.refused)}`;
    case 'size-untried':
      return `${sizeWords(finding.bytes)}: larger than any value this service has accepted so far (${sizeWords(finding.accepted)})`;
  }
}

/** `line 3, column 14`; both are counted from 1. */
export function placeWords({ line, column }: { readonly line: number; readonly column: number }): string {
  return `line ${countWords(line)}, column ${countWords(column)}`;
}

/** One sentence on a key. */
export function keyFindingWords(finding: KeyFinding): string {
  switch (finding.kind) {
    case 'blank-ends':
      return 'The key begins or ends with whitespace, which counts as part of the key.';
    case 'hidden':
      return `The key contains invisible characters: ${listWords(finding.names)}.`;
    case 'look-alike':
      return `The key mixes letters from alphabets that look alike: ${listWords(finding.words.map(quoteText))}.`;
    case 'lone-surrogate':
      return 'The key contains an unpaired surrogate, so it cannot be sent.';
  }
}
