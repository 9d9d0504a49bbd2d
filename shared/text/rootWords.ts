import type { RootContradiction, RootStatus } from '../domain/connection.ts';
import type { PinAside } from '../domain/pin.ts';
import type { RootVouching } from '../merkle/rootVouching.ts';
import { shortHash } from './hashWords.ts';
import { unexplainedWords } from './memoryWords.ts';
import { countOf, listWords, quoteText } from './phrases.ts';
import {
  otherThanPinnedWords,
  pinAsideWords,
  pinnedWithOtherSizeWords,
  pinnedWords,
  pinWords,
  sameSizeWords,
  smallerThanPinnedWords,
} from './pinWords.ts';
import { countWords } from './sizes.ts';
import { momentWords } from './times.ts';

/** How a root compares with the earlier roots of a connection. */
export function rootWords(status: RootStatus | null): string {
  switch (status?.kind) {
    case undefined:
      return 'The root was not compared with earlier or pinned ones.';
    case 'pinned':
      return pinnedWords(status.pin, status.isSizeCompared);
    case 'seen':
      return `This root was seen before on this connection (${countOf(status.times, 'time')}). ${notPinnedWords(status.aside)}`;
    case 'new':
      return `This root is new on this connection. ${notPinnedWords(status.aside)}`;
    case 'unexplained':
      return status.pin === undefined ? unexplainedWords(status) : sameSizeWords(status.pin);
    case 'contradiction':
      return contradictionWords(status.contradiction);
  }
}

function notPinnedWords(aside: PinAside | undefined): string {
  const beside = aside === undefined ? '' : ` ${pinAsideWords(aside)}`;
  return `It is not pinned, so only the service vouches for it.${beside}`;
}

/** What vouches for the root of a proof that came without a connection. */
export function vouchingWords(vouching: RootVouching): string {
  switch (vouching.kind) {
    case 'expected':
      return vouching.of === 1
        ? 'This is the root that you expect.'
        : `This is one of the ${countWords(vouching.of)} roots that you expect.`;
    case 'other-than-expected':
      return vouching.expected.length === 1
        ? `This is not the root that you expect, ${shortHash(vouching.expected[0] ?? '')}.`
        : `This is none of the ${countWords(vouching.expected.length)} roots that you expect: ${listWords(vouching.expected.slice(0, 3).map(shortHash))}${vouching.expected.length > 3 ? ' and more' : ''}.`;
    case 'pinned':
      return `For ${quoteText(vouching.connection)}: ${pinnedWords(vouching.pin, vouching.isSizeCompared, 'The proof')}`;
    case 'pinned-with-other-size':
      return `For ${quoteText(vouching.connection)}: ${pinnedWithOtherSizeWords('The proof', vouching.pin, vouching.size)}`;
    case 'other-than-pinned':
      return `${quoteText(vouching.connection)} does not vouch for this root, because you expect exactly another one there: ${pinWords(vouching.pin)}. If the proof comes from this memory, one of the two roots is wrong or out of date.`;
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
  }
}

function contradictionWords(contradiction: RootContradiction): string {
  switch (contradiction.kind) {
    case 'shrinking':
      return `The tree has ${countOf(contradiction.size, 'leaf', 'leaves')} now, but had ${countWords(contradiction.largestSize)} before. A tree that only grows cannot shrink.`;
    case 'same-root-other-size':
      return `The same root came with ${countOf(contradiction.size, 'leaf', 'leaves')} now and with ${countWords(contradiction.earlierSize)} before. One of them is wrong.`;
    case 'other-than-pinned':
      return otherThanPinnedWords(contradiction.pin);
    case 'pinned-with-other-size':
      return pinnedWithOtherSizeWords('The response', contradiction.pin, contradiction.size);
    case 'smaller-than-pinned':
      return smallerThanPinnedWords(contradiction.pin, contradiction.size);
  }
}
