import { closeSync, openSync, writeSync } from 'node:fs';
import { auditDifferenceKinds, type AuditDifference } from '#shared/audit/compareAudits.ts';

/** Where each difference is in its file, and what filters need: 10 bytes for each. */
export interface DifferenceIndex {
  /** Of the lines, in bytes; one more than there are lines: the end of the file. */
  readonly starts: Float64Array;
  /** A bit for each kind, by its position in `auditDifferenceKinds`, and `expectedBit`. */
  readonly flags: Uint16Array;
}

export const expectedBit = 1 << auditDifferenceKinds.length;

/** Characters that are written at once. */
const charactersAtOnce = 1_000_000;

/** Writes differences, one a line of JSON, in a thread that may wait for the disk. */
export function beginDifferenceFile(file: string): {
  readonly add: (difference: AuditDifference) => void;
  /** Called once, whether or not everything was added. */
  readonly close: () => DifferenceIndex;
} {
  const descriptor = openSync(file, 'w');
  let starts = new Float64Array(1_024);
  let flags = new Uint16Array(1_024);
  let count = 0;
  let bytes = 0;
  let text = '';
  const write = (): void => {
    writeSync(descriptor, text);
    text = '';
  };
  return {
    add: (difference) => {
      const line = `${JSON.stringify(difference)}\n`;
      if (count + 1 === starts.length) {
        starts = larger(starts, new Float64Array(2 * starts.length));
        flags = larger(flags, new Uint16Array(2 * flags.length));
      }
      flags[count] = flagsOf(difference);
      count += 1;
      bytes += Buffer.byteLength(line);
      starts[count] = bytes;
      text += line;
      if (text.length >= charactersAtOnce) write();
    },
    close: () => {
      try {
        write();
      } finally {
        closeSync(descriptor);
      }
      return { starts: starts.slice(0, count + 1), flags: flags.slice(0, count) };
    },
  };
}

function flagsOf({ kinds, isExpected }: AuditDifference): number {
  return kinds.reduce(
    (flags, kind) => flags | (1 << auditDifferenceKinds.indexOf(kind)),
    isExpected ? expectedBit : 0,
  );
}

function larger<T extends Float64Array | Uint16Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
