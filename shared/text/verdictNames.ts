import type { VerdictStatus } from '../merkle/verdict.ts';

/** The names of verdicts on badges, in filters and in headings. */
export const verdictNames: Readonly<Record<VerdictStatus, string>> = {
  green: 'Verified',
  keyOnly: 'Key proven, value not covered',
  amber: 'Could not check',
  red: 'Failed',
};

/** Short names for tight spaces. Wherever one is shown, the full name is one hover or one click away. */
export const shortVerdictNames: Readonly<Record<VerdictStatus, string>> = {
  ...verdictNames,
  keyOnly: 'Key only',
};

/** In a sentence or a tally: `12 verified, 300 key only, 1 failed`. */
export const verdictPhrases: Readonly<Record<VerdictStatus, string>> = {
  green: 'verified',
  keyOnly: 'key only',
  amber: 'could not be checked',
  red: 'failed',
};
