import type { WindowError } from '#shared/ipc/appTypes.ts';
import type { AppLog } from './appLog.ts';

/** A window that fails in a loop must not push everything else out of the log. */
const mostPerMinute = 30;

/** Logs uncaught errors of the window, up to `mostPerMinute`. `now` in epoch milliseconds. */
export function createWindowErrorLog(
  log: Pick<AppLog, 'write'>,
  now: () => number,
): (error: WindowError) => void {
  let since = -Infinity;
  let count = 0;
  return ({ message, stack }) => {
    if (now() - since >= 60_000) {
      since = now();
      count = 0;
    }
    count += 1;
    if (count <= mostPerMinute)
      log.write('error', `Uncaught error in the window: ${message}`, stack ?? undefined);
    if (count === mostPerMinute) log.write('error', 'Further window errors in this minute are not logged.');
  };
}
