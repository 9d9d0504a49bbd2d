import { within } from './within.ts';

/** Something to finish before the app ends. */
export interface QuitStep {
  /** Names the step in the log: `Could not NAME.` */
  readonly name: string;
  readonly run: () => void | Promise<void>;
}

export interface QuitEffects {
  readonly log: (message: string, error: unknown) => void;
  /** Longest time for a step, in milliseconds. Unfinished work is lost. */
  readonly patienceMs: number;
}

/**
 * Runs groups of steps one after the other, and the steps of a group in parallel. A step that fails or takes
 * too long is logged, and the others still run, because each of them may hold unsaved data.
 */
export async function runQuitSteps(
  groups: readonly (readonly QuitStep[])[],
  { log, patienceMs }: QuitEffects,
): Promise<void> {
  for (const group of groups) {
    await Promise.all(
      group.map(async ({ name, run }) => {
        try {
          const work = Promise.resolve().then(run);
          await within(work, patienceMs, `Timed out after ${String(patienceMs)} ms.`);
        } catch (error) {
          log(`Could not ${name}.`, error);
        }
      }),
    );
  }
}
