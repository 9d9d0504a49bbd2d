import { longestErrorMessage, longestErrorStack } from '#shared/ipc/appTypes.ts';
import { cutText } from '#shared/text/cutText.ts';

/** Writes an error that nobody caught into the app's log. */
export function reportError(caught: unknown): void {
  const { message, stack } = caught instanceof Error ? caught : { message: String(caught), stack: undefined };
  window.atomExplorer
    .reportError({
      message: cutText(message, longestErrorMessage),
      stack: stack === undefined ? null : cutText(stack, longestErrorStack),
    })
    // Without the main process there is nobody left to tell.
    .catch(() => undefined);
}

/** Reports from now on whatever nobody catches in the window. */
export function reportUncaughtErrors(): void {
  window.addEventListener('error', ({ error, message }) => {
    reportError(error ?? message);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    reportError(reason);
  });
}
