/** Something to finish before the app ends. */
export interface QuitStep {
  /** Names it in the log: `Could not NAME.` */
  readonly name: string;
  readonly run: () => void | Promise<void>;
}

export interface QuitEffects {
  readonly log: (message: string, error: unknown) => void;
  /** No step holds up the end for longer, in milliseconds. What it would still have done is lost. */
  readonly patienceMs: number;
}

/**
 * Runs groups of steps, one group after the other, the steps of a group side by side. A step that fails or takes too long
 * is logged, and the others still run: the app is ending, and each of them may hold something that is not saved yet.
 */
export async function runQuitSteps(
  groups: readonly (readonly QuitStep[])[],
  { log, patienceMs }: QuitEffects,
): Promise<void> {
  for (const group of groups) {
    await Promise.all(
      group.map(async ({ name, run }) => {
        try {
          await withinTime(Promise.resolve().then(run), patienceMs);
        } catch (error) {
          log(`Could not ${name}.`, error);
        }
      }),
    );
  }
}

async function withinTime(work: Promise<void>, patienceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`Timed out after ${String(patienceMs)} ms.`));
    }, patienceMs);
  });
  try {
    await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
