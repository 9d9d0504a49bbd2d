import type { RootStatus } from '#shared/domain/connection.ts';
import { countOf } from '#shared/text/phrases.ts';
import { rootWords } from '#shared/text/rootWords.ts';
import { countWords } from '#shared/text/sizes.ts';

interface RootLook {
  readonly words: string;
  readonly tone?: string;
  /** What the words mean. */
  readonly tip: string;
}

const looks: Readonly<Record<RootStatus['kind'], Omit<RootLook, 'tip'>>> = {
  pinned: { words: 'Pinned', tone: 'good' },
  seen: { words: 'Seen before' },
  new: { words: 'New' },
  unexplained: { words: 'Two roots, same size', tone: 'warning' },
  contradiction: { words: 'Contradiction', tone: 'danger' },
};

/**
 * How the connection bar shows the newest root. A pin vouches for the root only, so nothing is green while keys fail.
 *
 * @param failed known keys whose last verdict is red; null if that is not known
 */
export function rootLook(status: RootStatus, failed: number | null): RootLook {
  const { words, tone } = looks[status.kind];
  const tip = rootWords(status);
  if (status.kind !== 'pinned') return { words, tip, ...(tone !== undefined && { tone }) };
  if (failed === null) return { words, tip: `${tip} It is not known yet whether a key failed verification.` };
  if (failed === 0) return { words, tip, ...(tone !== undefined && { tone }) };
  const were = failed === 1 ? 'it was' : 'they were';
  return {
    words: `${words}, ${countWords(failed)} failed`,
    tip: `${tip} But ${countOf(failed, 'known key')} failed verification when ${were} last read.`,
  };
}
