import type { ElectronApplication } from '@playwright/test';

/**
 * Makes `evaluate` keep what a function returned in the main process. Otherwise nothing there refers to the promise that
 * Playwright waits for, and V8 may collect it: "Resulting promise was garbage collected", in one call of some thousands.
 */
export function keepResults(electron: ElectronApplication): void {
  const evaluate = electron.evaluate.bind(electron);
  const kept = (act: unknown, argument?: unknown): Promise<unknown> => {
    const source = `(electron, argument) => {
      const result = Promise.resolve().then(() => (${String(act)})(electron, argument));
      (globalThis.keptResults ??= []).push(result);
      return result;
    }`;
    // Playwright sends the text of a function to the main process.
    return evaluate(
      Object.assign((): unknown => undefined, { toString: () => source }),
      argument,
    );
  };
  Object.assign(electron, { evaluate: kept });
}
