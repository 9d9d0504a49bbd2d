import type { VerdictStatus } from '../merkle/verdict.ts';

/** What a verdict is called on badges, in filters and in headings. */
export const verdictNames: Readonly<Record<VerdictStatus, string>> = {
  green: 'Verified',
  keyOnly: 'Key proven, value not covered',
  amber: 'Could not check',
  red: 'Failed',
};

/** The same where space is tight. Wherever this stands, `verdictNames` is one hover or one click away. */
export const shortVerdictNames: Readonly<Record<VerdictStatus, string>> = {
  ...verdictNames,
  keyOnly: 'Key only',
};

/** In a sentence or a tally: `12 verified, 300 key only, 1 failed`. */
export const verdictPhrases: Readonly<Record<VerdictStatus, string>> = {
  green: 'verified',
  keyOnly: 'key only',
  amber: 'could not check',
  red: 'failed',
};
