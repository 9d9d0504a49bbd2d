import { shortHash } from './hashWords.ts';

/** The first place, from the atom up, where the altered copy differs from the original. Hashes in hex. */
export type LabDifference =
  /** Nothing was altered. */
  | { readonly kind: 'unaltered' }
  /** Something was altered, but every hash is the same. */
  | { readonly kind: 'none' }
  /** The altered proof cannot be read, so nothing can be computed. */
  | { readonly kind: 'unreadable' }
  /** The content has a different hash, below the leaf. null: it cannot be hashed anymore. */
  | { readonly kind: 'content'; readonly was: string; readonly is: string | null }
  /** The node on this level differs. Level 0 is the leaf hash itself. */
  | { readonly kind: 'node'; readonly level: number; readonly was: string; readonly is: string }
  /** Everything up to this level is the same; above it, only one of the paths continues. */
  | { readonly kind: 'length'; readonly level: number }
  /** Everything computed is the same; the claimed root differs. */
  | { readonly kind: 'root' };

/** Where the altered copy first differs, in one or two sentences. */
export function labDifferenceWords(difference: LabDifference): string {
  switch (difference.kind) {
    case 'unaltered':
      return 'Nothing is altered yet. Change a field below to see how the verdict changes.';
    case 'none':
      return 'No hash changed: the proof does not cover what you altered, or it is the same value written differently.';
    case 'unreadable':
      return 'The altered proof cannot be read, so nothing can be computed from it.';
    case 'content':
      return difference.is === null
        ? 'First difference: below the leaf. The altered content can no longer be hashed.'
        : `First difference: below the leaf. The altered content hashes to ${shortHash(difference.is)}, the original to ${shortHash(difference.was)}. The path above is unchanged.`;
    case 'node':
      return difference.level === 0
        ? `First difference: level 0. The leaf is ${shortHash(difference.is)} instead of ${shortHash(difference.was)}.`
        : `First difference: level ${difference.level}. The node is ${shortHash(difference.is)} instead of ${shortHash(difference.was)}, so every node above differs too.`;
    case 'length':
      return `First difference: level ${difference.level}. The nodes below are unchanged, but the altered position needs a different number of siblings.`;
    case 'root':
      return 'First difference: the claimed root. Everything computed is unchanged.';
  }
}
