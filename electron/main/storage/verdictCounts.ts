import { z } from 'zod';

const count = z.int().min(0);

/** Counts of verdicts in stored records. Versions of this app before `keyOnly` wrote records without it. */
export const storedVerdictCounts = z.object({
  green: count,
  keyOnly: count.default(0),
  amber: count,
  red: count,
});
