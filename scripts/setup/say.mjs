/** Something the person at the terminal has to do before set-up can go on. Shown without a stack. */
export class SetupError extends Error {}

/** @param {string} text */
export function say(text) {
  process.stdout.write(`[atom-explorer] ${text}\n`);
}

/**
 * Runs a script's main function, passes its exit code on and shows what to do where set-up cannot go on.
 *
 * @param {() => Promise<number>} main
 */
export async function runScript(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
