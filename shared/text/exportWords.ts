import type { VerdictStatus } from '../merkle/verdict.ts';

/** How a file names a verdict. */
export const exportedVerdict: Readonly<Record<VerdictStatus, string>> = {
  green: 'verified',
  keyOnly: 'key proven, value not covered',
  amber: 'could not check',
  red: 'failed',
};
