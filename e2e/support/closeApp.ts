import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { ElectronApplication } from '@playwright/test';

/** Far longer than the app takes on a busy machine, and shorter than the limit of a test, which would say nothing about it. */
const patienceMs = 90_000;

/**
 * Quits the app and waits until its process has ended.
 *
 * @param process its process, which an ended app no longer tells
 * @param output what the app has printed
 * @throws with what it is doing, if it does not end
 */
export async function closeApp(
  electron: ElectronApplication,
  process: ChildProcess,
  output: () => string,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<'too long'>((resolve) => {
    timer = setTimeout(() => resolve('too long'), patienceMs);
  });
  const outcome = await Promise.race([electron.close(), tooLong]);
  clearTimeout(timer);
  if (outcome !== 'too long') return;
  const { pid, exitCode } = process;
  const state = exitCode === null ? `its main thread is in ${await waitOf(pid)}` : `exit code ${exitCode}`;
  process.kill('SIGKILL');
  // Chromium's own lines begin with a bracket.
  const lines = output()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('['));
  throw new Error(
    `The app did not end within ${patienceMs / 1000} s: ${state}; it printed last: ${lines.slice(-2).join(' | ')}`,
  );
}

/** The function of the kernel in which the main thread waits, as Linux tells. */
async function waitOf(pid: number | undefined): Promise<string> {
  return readFile(`/proc/${pid}/wchan`, 'utf8').catch(() => 'an unknown state');
}
