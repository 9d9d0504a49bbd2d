import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** UTF-16 units hashed without a pause; more would block the main process. */
const unitsAtOnce = 4_000_000;

/** SHA-256 of each value as UTF-8, in lowercase hex. Pauses in between to let other work run. */
export async function valueHashes(values: readonly string[]): Promise<readonly string[]> {
  const hashes: string[] = [];
  let units = 0;
  for (const value of values) {
    if (units > unitsAtOnce) {
      await nextTurn();
      units = 0;
    }
    hashes.push(createHash('sha256').update(value, 'utf8').digest('hex'));
    units += value.length;
  }
  return hashes;
}
