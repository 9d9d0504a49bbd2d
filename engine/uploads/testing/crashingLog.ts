import { readdir, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import type { SendEvent } from '../rows/sendEvents.ts';
import type { SendState } from '../rows/sendState.ts';

/** What happens to events on their way into the log of an upload. @param folder of its rows */
export type Recording = (
  record: () => Promise<SendState>,
  events: readonly SendEvent[],
  folder: string,
) => Promise<SendState>;

export interface CrashingLog {
  readonly recording: Recording;
  /** Resolves when the process would have crashed. */
  readonly died: Promise<void>;
  /** The appends so far. */
  readonly appends: () => number;
}

/**
 * A log of a process that crashes during an append: part of its bytes reaches the disk, and whoever awaits it
 * waits forever.
 *
 * @param part of the bytes, from 0 to 1
 */
export function crashingLog(appends: number, part: number): CrashingLog {
  let count = 0;
  let die = (): void => undefined;
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });
  return {
    died,
    appends: () => count,
    recording: async (record, _events, folder) => {
      if (count < appends) {
        count += 1;
        return record();
      }
      const file = await logOf(folder);
      const before = (await stat(file)).size;
      await record();
      const { size } = await stat(file);
      await truncate(file, before + Math.floor((size - before) * part));
      die();
      return new Promise(() => undefined);
    },
  };
}

/** The log in a folder of rows. */
export async function logOf(folder: string): Promise<string> {
  const [name, ...others] = (await readdir(folder)).filter((one) => one.startsWith('changes-'));
  if (name === undefined || others.length > 0) throw new Error('There is not one log.');
  return path.join(folder, name);
}
