import { createJobs, type Jobs } from '../jobs.ts';

type JobsEffects = Parameters<typeof createJobs>[0];

/** Jobs that do not wait, and tell nobody. */
export const testJobs = (parts: Partial<JobsEffects> = {}): Jobs =>
  createJobs({
    announce: () => undefined,
    now: Date.now,
    random: () => 0,
    newId: () => 'job',
    sleep: () => Promise.resolve(),
    log: () => undefined,
    ...parts,
  });
