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

/** From the best to the gravest. */
export const verdictStatuses = ['green', 'keyOnly', 'amber', 'red'] as const;
export type VerdictStatus = (typeof verdictStatuses)[number];

/** The number of atoms with each verdict. */
export type VerdictCounts = Readonly<Record<VerdictStatus, number>>;

export const noVerdicts: VerdictCounts = { green: 0, keyOnly: 0, amber: 0, red: 0 };

export function countVerdicts(items: readonly { readonly verdict: VerdictStatus }[]): VerdictCounts {
  const counts = { ...noVerdicts };
  for (const { verdict } of items) counts[verdict] += 1;
  return counts;
}

/** Whether `status` is worse than `other`. */
export function isWorse(status: VerdictStatus, other: VerdictStatus): boolean {
  return verdictStatuses.indexOf(status) > verdictStatuses.indexOf(other);
}

/**
 * The result of checking one atom: all checks in a fixed order, each with its finding.
 *
 * red: any check failed. green: path, content, and coherent passed and nothing failed. keyOnly: path and coherent
 * passed, and the leaf is the hash of the key by rules that all leave out the value, so the key is in the tree and
 * nothing is shown about its value. amber: nothing failed, but path, content, or coherent is undecided in another way.
 */
export interface Verdict {
  readonly status: VerdictStatus;
  /** One per name, in the order of `checkNames`. */
  readonly checks: readonly Check[];
  /** What the leaf hash was shown to cover; empty unless content passed or was partly decided. */
  readonly binds: readonly BoundField[];
}
