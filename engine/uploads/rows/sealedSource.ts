import { createHash, type Hash } from 'node:crypto';
import { constants, existsSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { OpenBytes, ReadBytes } from '../source/recordSource.ts';
import { fileChanged, notAFile, SourceFileError } from '../../storage/sourceFileError.ts';
import { createSealedFile, openSealedFile, type SealedFile } from './sealedFile.ts';

/** The bytes of the uploaded file, sealed in pieces. */
export interface SealedSource {
  readonly bytes: () => number;
  /** SHA-256 of what was added, in lowercase hex; null if an earlier session added it. */
  readonly sha256: () => string | null;
  readonly add: (bytes: Uint8Array) => void;
  /**
   * Reads a file, replacing earlier content, up to `most` bytes. @throws SourceFileError if it is larger; the
   * file system's error
   */
  readonly addFile: (path: string, most: number, progress: (bytesDone: number) => void) => Promise<void>;
  readonly read: OpenBytes;
  /** Bytes at a position: as many as the piece there has, at most `most`, none at the end. */
  readonly readAt: ReadBytes;
  /** Returns when all of it is on disk. */
  readonly sync: () => void;
  readonly drop: () => void;
  readonly close: () => void;
}

/** `from`: its position in the uploaded file. `offset`: in the sealed one. */
interface Piece {
  readonly from: number;
  readonly offset: number;
}

const pieceLength = 256 * 1024;
const kind = 'source';

/** @throws SealedFileError if one exists that cannot be opened */
export function openSealedSource(folder: string, dataKey: Uint8Array): SealedSource {
  const path = join(folder, 'source');
  let file: SealedFile | null = null;
  let pieces: Piece[] = [];
  let bytes = 0;
  /** null if an earlier session added some of it. */
  let hash: Hash | null = null;
  if (existsSync(path)) {
    file = openSealedFile(path, kind, dataKey);
    for (const frame of file.frames()) {
      pieces.push({ from: bytes, offset: frame.offset });
      bytes += frame.length;
    }
  }
  const begin = (): SealedFile => {
    drop();
    hash = createHash('sha256');
    file = createSealedFile(path, kind, dataKey, '');
    return file;
  };
  const drop = (): void => {
    file?.close();
    file = null;
    pieces = [];
    bytes = 0;
    hash = null;
    rmSync(path, { force: true });
  };
  const add = (whole: Uint8Array): void => {
    const into = file ?? begin();
    hash?.update(whole);
    for (let at = 0; at < whole.length; at += pieceLength) {
      const piece = whole.subarray(at, at + pieceLength);
      pieces.push({ from: bytes, offset: into.append(piece) });
      bytes += piece.length;
    }
  };
  return {
    bytes: () => bytes,
    sha256: () => hash?.copy().digest('hex') ?? null,
    add,
    addFile: async (from, most, progress) => {
      // Opening a pipe must not block.
      const handle = await open(from, constants.O_RDONLY | constants.O_NONBLOCK);
      try {
        const before = await handle.stat();
        if (!before.isFile()) throw new SourceFileError(notAFile, 'Not a file.');
        begin();
        const piece = new Uint8Array(pieceLength);
        while (bytes <= most) {
          const { bytesRead } = await handle.read(piece, 0, pieceLength, null);
          if (bytesRead === 0) break;
          add(piece.subarray(0, bytesRead));
          progress(bytes);
        }
        const after = await handle.stat();
        if (after.size !== before.size || after.mtimeMs !== before.mtimeMs)
          throw new SourceFileError(fileChanged, 'The file changed while it was being read.');
      } finally {
        await handle.close();
      }
    },
    read: async function* () {
      for (const { offset } of pieces) {
        if (file === null) return;
        yield file.read(offset);
        // Other work needs a turn: messages ask this thread to stop.
        await setImmediate();
      }
    },
    readAt: async (from, most) => {
      // Other work needs a turn: messages ask this thread to stop.
      await setImmediate();
      const piece = pieceAt(pieces, from);
      if (file === null || piece === null || from >= bytes) return Buffer.alloc(0);
      const start = from - piece.from;
      return file.read(piece.offset).subarray(start, start + most);
    },
    sync: () => {
      file?.sync();
    },
    drop,
    close: () => {
      file?.close();
      file = null;
    },
  };
}

/** The last piece that starts at or before a position. */
function pieceAt(pieces: readonly Piece[], position: number): Piece | null {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pieces[middle]?.from ?? Infinity) <= position) low = middle + 1;
    else high = middle;
  }
  return pieces[low - 1] ?? null;
}
