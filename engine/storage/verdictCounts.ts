import { z } from 'zod';

const count = z.int().min(0);

/** Counts of verdicts in saved records. Before `keyOnly` existed, the app wrote records without it. */
export const storedVerdictCounts = z.object({
  green: count,
  keyOnly: count.default(0),
  amber: count,
  red: count,
});
