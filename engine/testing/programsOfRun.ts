import { mkdtemp, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

/** Set for all processes of a run of Vitest. */
export const programsVariable = 'ATOM_EXPLORER_TEST_PROGRAMS';

/** Before a run of Vitest: a folder for `builtPrograms`, inside the repository, so that external packages are found. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Each project of the configuration asks for it.
  if (process.env[programsVariable] !== undefined) return undefined;
  const folder = await mkdtemp(resolve(import.meta.dirname, '../../node_modules/.programs-'));
  process.env[programsVariable] = folder;
  const clear = () => rm(folder, { recursive: true, force: true });
  // The sources have changed.
  project.onTestsRerun(clear);
  return clear;
}
