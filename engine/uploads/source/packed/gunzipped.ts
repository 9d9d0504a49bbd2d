import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { SourceFile } from '../recordSource.ts';
import { SourceBreak } from '../sourceBreak.ts';
import { refuseTooLarge, unpackLimits, type UnpackLimits } from './limits.ts';

/** What was unpacked so far, and from how many bytes of the file. */
export interface Unpacked {
  readonly open: () => AsyncGenerator<Uint8Array>;
  readonly bytesDone: () => number;
}

const chunkSize = 128 * 1024;

/** The content of a gzip file. Throws `SourceBreak` where it is damaged or too large. */
export function gunzipped(file: SourceFile, limits: UnpackLimits = unpackLimits): Unpacked {
  let packed = 0;
  return {
    bytesDone: () => packed,
    open: async function* () {
      packed = 0;
      let unpacked = 0;
      /** In an object because it is set in a generator. */
      const reading: { failure: Error | null } = { failure: null };
      async function* counted(): AsyncGenerator<Uint8Array> {
        try {
          for await (const piece of file.open()) {
            packed += piece.length;
            yield piece;
          }
        } catch (error) {
          reading.failure = error instanceof Error ? error : new Error(String(error));
          throw error;
        }
      }
      // Errors are thrown by the loop below.
      const stream = pipeline(
        Readable.from(counted(), { objectMode: false }),
        createGunzip({ chunkSize }),
        () => undefined,
      );
      try {
        for await (const piece of stream as AsyncIterable<Buffer>) {
          unpacked += piece.length;
          refuseTooLarge({ packed, unpacked }, limits, 'gzip');
          yield piece;
        }
      } catch (error) {
        if (reading.failure !== null) throw reading.failure;
        if (!isZlibError(error)) throw error;
        const why = 'Its compressed data is damaged or incomplete.';
        throw new SourceBreak({ kind: 'damaged-container', container: 'gzip', why });
      }
    },
  };
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
