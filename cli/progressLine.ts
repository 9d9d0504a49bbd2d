import type { CommandIo } from './command.ts';

/** A stream that may be a terminal. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

/** Milliseconds between two lines. */
const shortestMs = 100;

/** The line of progress at the bottom of a terminal. Anything else that is written takes its place. */
export function createProgressLine(
  terminal: Terminal,
  now: () => number,
): { readonly show: CommandIo['progress']; readonly clear: () => void } {
  let isShown = false;
  let shownAt = Number.NEGATIVE_INFINITY;
  const clear = (): void => {
    if (isShown) terminal.write('\r\u001B[K');
    isShown = false;
  };
  return {
    clear,
    show: (line) => {
      if (terminal.isTTY !== true) return;
      if (line === null) {
        clear();
        return;
      }
      if (now() - shownAt < shortestMs) return;
      shownAt = now();
      terminal.write(`\r\u001B[K${line.slice(0, Math.max(20, (terminal.columns ?? 80) - 1))}`);
      isShown = true;
    },
  };
}
