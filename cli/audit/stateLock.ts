import { mkdir } from 'node:fs/promises';
import { quoteText } from '#shared/text/phrases.ts';
import {
  FolderInUse,
  lockFolder,
  type FolderLock,
  type LockHolder,
} from '../../engine/storage/folderLock.ts';
import { UnusableInput } from '../command.ts';

/** How often a folder that is in use is looked at. */
const lookEveryMs = 250;

/**
 * Locks the state folder for this run. Waits while another process has it. A new folder is its owner's alone: it will have the
 * values of atoms.
 *
 * @param maxWait seconds
 * @throws UnusableInput if it is still in use then, or cannot be locked
 */
export async function lockState(
  folder: string,
  maxWait: number,
  effects: {
    readonly complain: (line: string) => void;
    /** The name of the folder in a message. Absent: that of `--state`. */
    readonly named?: string;
    /** What the command did not do. Absent: audit. */
    readonly notDone?: string;
    /** Epoch milliseconds. */
    readonly now: () => number;
    readonly sleep: (ms: number, signal: null) => Promise<void>;
  },
): Promise<FolderLock> {
  const { named = `The folder of --state ${quoteText(folder)}` } = effects;
  const until = effects.now() + maxWait * 1_000;
  for (let isTold = false; ; isTold = true) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return await lockFolder(folder, commandOf(process.argv));
    } catch (error) {
      if (!(error instanceof FolderInUse))
        throw new UnusableInput(
          `${named} could not be locked. ${error instanceof Error ? error.message : ''}`.trim(),
        );
      const held = `${named} is in use by ${holderWords(error.holder)}.`;
      const left = until - effects.now();
      if (left <= 0)
        throw new UnusableInput(
          `${held} ${effects.notDone ?? 'Nothing was audited.'} Run the command again when the other process has ended, set --max-wait SECONDS to wait longer, or use another folder.`,
        );
      if (!isTold) effects.complain(`${held} Waiting for it…`);
      await effects.sleep(Math.min(lookEveryMs, left), null);
    }
  }
}

/** The process that has a folder. */
export function holderWords(holder: LockHolder | null): string {
  return holder === null ? 'another process' : `process ${String(holder.pid)} (${quoteText(holder.command)})`;
}

/** Only its name: the lock is a file, and what follows may be a value that is to be stored. */
function commandOf([, , name = '']: readonly string[]): string {
  return `atom-explorer ${name}`.trimEnd();
}
