import { open } from 'node:fs/promises';
import { continueAppendLog } from '../../storage/appendLog.ts';
import type { OpenLog } from '../uploadJournal.ts';

export interface CrashingLog {
  readonly openLog: OpenLog;
  /** Resolves when the process would have crashed. */
  readonly died: Promise<void>;
}

/**
 * A log of a process that crashes during an append: part of its text reaches the disk, and whoever awaits it
 * waits forever.
 *
 * @param part of the text, from 0 to 1
 */
export function crashingLog(appends: number, part: number): CrashingLog {
  let count = 0;
  let die = (): void => undefined;
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });
  return {
    died,
    openLog: async (file, wholeBytes) => {
      const log = await continueAppendLog(file, wholeBytes);
      return {
        ...log,
        append: async (text) => {
          if (count < appends) {
            count += 1;
            await log.append(text);
            return;
          }
          const handle = await open(file, 'a');
          await handle.appendFile(text.slice(0, Math.floor(text.length * part)));
          await handle.close();
          die();
          await new Promise(() => undefined);
        },
      };
    },
  };
}
