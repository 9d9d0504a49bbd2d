import { longestErrorMessage, longestErrorStack } from '#shared/ipc/appTypes.ts';
import { cutText } from '#shared/text/cutText.ts';
import { ipc } from './ipc.ts';

/** Writes an uncaught error to the app's log. */
export function reportError(caught: unknown): void {
  const { message, stack } = caught instanceof Error ? caught : { message: String(caught), stack: undefined };
  ipc
    .reportError({
      message: cutText(message, longestErrorMessage),
      stack: stack === undefined ? null : cutText(stack, longestErrorStack),
    })
    // There is nowhere else to report to.
    .catch(() => undefined);
}

/** Starts reporting all uncaught errors of the window. */
export function reportUncaughtErrors(): void {
  window.addEventListener('error', ({ error, message }) => {
    reportError(error ?? message);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    reportError(reason);
  });
}
