/** Something that the user has to do before setup can continue. Shown without a stack. */
export class SetupError extends Error {}

/** @param {string} text */
export function say(text) {
  process.stdout.write(`[atom-explorer] ${text}\n`);
}

/**
 * Runs a script's main function, sets its exit code, and shows what to do if setup cannot continue.
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
