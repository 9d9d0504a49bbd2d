import type { CheckReason } from './checkReason.ts';

export const checkNames = ['wellFormed', 'path', 'content', 'coherent', 'snapshot', 'root'] as const;
export type CheckName = (typeof checkNames)[number];

export type CheckStatus = 'pass' | 'fail' | 'undecided';

/** A part of the atom that its leaf hash covers. */
export type BoundField = 'key' | 'value' | 'version';

export interface Check {
  readonly name: CheckName;
  readonly status: CheckStatus;
  /** Why, as data; `shared/text/verdictWords.ts` makes the words. */
  readonly reason: CheckReason;
}

export const verdictStatuses = ['green', 'amber', 'red'] as const;
export type VerdictStatus = (typeof verdictStatuses)[number];

/**
 * The outcome of checking one atom: what was asked, in a fixed order, with an answer for each.
 *
 * red: any check failed. green: path, content and coherent passed and nothing failed. amber: nothing failed,
 * but one of those three is undecided.
 */
export interface Verdict {
  readonly status: VerdictStatus;
  /** One per name, in the order of `checkNames`. */
  readonly checks: readonly Check[];
  /** What the leaf hash was shown to cover; empty unless content passed or was partly decided. */
  readonly binds: readonly BoundField[];
}
