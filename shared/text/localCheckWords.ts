import { assertNever } from '../domain/result.ts';
import type { KeyFinding, ValueFinding } from '../safety/localChecks.ts';
import { listWords, quoteText } from './phrases.ts';
import { countWords, sizeWords } from './sizes.ts';

/** What a finding is, without its place: `looks like a credential (github-token)`. */
export function valueFindingWords(finding: ValueFinding): string {
  switch (finding.kind) {
    case 'credential':
      return `looks like a credential (${finding.pattern})`;
    case 'random-token':
      return 'looks random, as keys and tokens do';
    case 'lone-surrogate':
      return 'half of a surrogate pair, which cannot be sent as UTF-8';
    case 'conflict':
      return 'a mark of a conflict that is not settled';
    case 'size-refused':
      return `${sizeWords(finding.bytes)}: this service refused a value of ${sizeWords(finding.refused)}`;
    case 'size-untried':
      return `${sizeWords(finding.bytes)}: larger than any value this service accepted so far (${sizeWords(finding.accepted)})`;
    default:
      return assertNever(finding);
  }
}

/** `line 3, column 14`; takes what is counted from 1. */
export function placeWords({ line, column }: { readonly line: number; readonly column: number }): string {
  return `line ${countWords(line)}, column ${countWords(column)}`;
}

/** One sentence on a key. */
export function keyFindingWords(finding: KeyFinding): string {
  switch (finding.kind) {
    case 'blank-ends':
      return 'The key begins or ends with a space or line break, which is part of it.';
    case 'hidden':
      return `The key holds what cannot be seen: ${listWords(finding.names)}.`;
    case 'look-alike':
      return `The key mixes alphabets with look-alike letters: ${listWords(finding.words.map(quoteText))}.`;
    case 'lone-surrogate':
      return 'The key holds half of a surrogate pair. No request can name such a key.';
    default:
      return assertNever(finding);
  }
}
