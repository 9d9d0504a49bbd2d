import type { OpenGround } from '../grounds/conclude.ts';
import type { BoundField } from './scheme.ts';
import type { CheckReason } from './checkReason.ts';
import type { VerdictStatus } from './verdictStatus.ts';

// Apart, because the reasons of checks name them.
export { countVerdicts, isWorse, noVerdicts, verdictStatuses } from './verdictStatus.ts';
export type { VerdictCounts, VerdictStatus } from './verdictStatus.ts';

export const checkNames = ['wellFormed', 'path', 'content', 'coherent', 'snapshot', 'root'] as const;
export type CheckName = (typeof checkNames)[number];

export type CheckStatus = 'pass' | 'fail' | 'undecided';

export interface Check {
  readonly name: CheckName;
  readonly status: CheckStatus;
  /** Why, as data; `shared/text/verdictWords.ts` makes the words. */
  readonly reason: CheckReason;
}

/**
 * The result of checking one atom: all checks in a fixed order, each with its finding.
 *
 * red: any check failed. green: path, content, and coherent passed and nothing failed. keyOnly: path and coherent
 * passed, and the leaf is the hash of the key by rules that all leave out the value, so the key is in the tree and
 * nothing is shown about its value. amber: nothing failed, but path, content, or coherent is undecided in another way, or
 * a ground of the verdict is unavailable.
 */
export interface Verdict {
  readonly status: VerdictStatus;
  /** One per name, in the order of `checkNames`. */
  readonly checks: readonly Check[];
  /** What the leaf hash was shown to cover; empty unless content passed or was partly decided. */
  readonly binds: readonly BoundField[];
  /** The grounds that are not given, in a fixed order. */
  readonly open: readonly OpenGround[];
}
