import { openHostedRows } from '../rows/hostedRows.ts';
import type { OpenUploadRows, UploadRows } from '../rows/uploadRows.ts';
import { readRecords } from '../source/readRecords.ts';
import { readSample } from '../source/readSample.ts';

/**
 * The rows of an upload as in their thread, but in this one.
 *
 * @param isDead whether the thread crashes at a call
 */
export function rowsHere(isDead: (call: string) => boolean = () => false): OpenUploadRows {
  let opened = 0;
  return async ({ folder, dataKey, file }) => {
    opened += 1;
    const firstRevision = opened * 1_000_000;
    const reading = { readSample, readRecords };
    return mortal(openHostedRows({ folder, dataKey, file, reading, firstRevision }), isDead);
  };
}

/** Rows whose thread may crash at a call; then it does not respond any more. */
function mortal(rows: UploadRows, isDead: (call: string) => boolean): UploadRows {
  let hasDied = false;
  return new Proxy(rows, {
    get: (target, name: keyof UploadRows) => {
      hasDied ||= isDead(name);
      return hasDied && name !== 'close'
        ? () => Promise.reject(new Error('The thread has died.'))
        : target[name];
    },
  });
}
