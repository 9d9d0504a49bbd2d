import type { RootContradiction, RootStatus } from '../domain/connection.ts';
import { assertNever } from '../domain/result.ts';
import type { RootVouching } from '../merkle/rootVouching.ts';
import { shortHash } from './hashWords.ts';
import { unexplainedWords } from './memoryWords.ts';
import { countOf, quoteText } from './phrases.ts';
import { countWords } from './sizes.ts';
import { momentWords } from './times.ts';

/** How a root compares with the earlier roots of a connection. */
export function rootWords(status: RootStatus | null): string {
  switch (status?.kind) {
    case undefined:
      return 'The root was not compared with earlier ones.';
    case 'pinned':
      return `You pinned this root${status.note === '' ? '.' : `: ${quoteText(status.note)}.`}`;
    case 'seen':
      return `This root was seen before on this connection (${countOf(status.times, 'time')}). It is not pinned, so only the service vouches for it.`;
    case 'new':
      return 'This root is new on this connection. It is not pinned, so only the service vouches for it.';
    case 'unexplained':
      return unexplainedWords(status);
    case 'contradiction':
      return contradictionWords(status.contradiction);
    default:
      return assertNever(status);
  }
}

/** What vouches for the root of a proof that came without a connection. */
export function vouchingWords(vouching: RootVouching): string {
  switch (vouching.kind) {
    case 'expected':
      return 'This is the root that you expect.';
    case 'other-than-expected':
      return `This is not the root that you expect, ${shortHash(vouching.expectedRoot)}.`;
    case 'read':
      return `${quoteText(vouching.connection)} returned this root ${countOf(vouching.times, 'time')}, first on ${momentWords(vouching.firstSeenAt)}.`;
    case 'other-size':
      return `The proof states that the tree has ${countOf(vouching.size, 'leaf', 'leaves')}, but ${quoteText(vouching.connection)} returned this root for a tree of ${countWords(vouching.readSize)}. One of them is wrong.`;
    case 'doubtful':
      return `${quoteText(vouching.connection)} returned this root only in responses that failed a check, so it does not vouch for the root. Compare the root with one from someone you trust.`;
    case 'nothing': {
      const asked =
        vouching.connection === null
          ? 'Nothing vouches for this root'
          : `Nothing vouches for this root, and ${quoteText(vouching.connection)} has never returned it`;
      return `${asked}. Whoever made the proof may have made the root as well. Compare it with a root from someone you trust.`;
    }
    default:
      return assertNever(vouching);
  }
}

function contradictionWords(contradiction: RootContradiction): string {
  switch (contradiction.kind) {
    case 'shrinking':
      return `The tree has ${countOf(contradiction.size, 'leaf', 'leaves')} now, but had ${countWords(contradiction.largestSize)} before. A tree that only grows cannot shrink.`;
    case 'same-root-other-size':
      return `The same root came with ${countOf(contradiction.size, 'leaf', 'leaves')} now and with ${countWords(contradiction.earlierSize)} before. One of them is wrong.`;
    case 'other-than-pinned':
      return `The root is not the one that you pinned, ${shortHash(contradiction.pinnedRoot)}.`;
    default:
      return assertNever(contradiction);
  }
}
