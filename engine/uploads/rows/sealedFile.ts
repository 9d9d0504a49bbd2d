import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  fsyncSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';

/** The existing data was sealed with another key, or is damaged. */
export class SealedFileError extends Error {
  override readonly name = 'SealedFileError';
}

/**
 * A file that only grows, made of sealed frames: `length (4) | its complement (4) | nonce (12) | cipher text
 * | tag (16)`. AES-256-GCM with a key that is derived for this file alone (from a salt in its head and from
 * its purpose), a random nonce for each frame, and the position of the frame authenticated. So a frame can
 * only be opened at its own position in its own file.
 */
export interface SealedFile {
  /** Content of its first frame. */
  readonly about: string;
  /** Returns the position of the frame. Nothing remains of a frame that could not be written. */
  readonly append: (plain: Uint8Array) => number;
  /** The same, and it is on disk when this returns. Nothing remains of a frame that could not be synced. */
  readonly appendSynced: (plain: Uint8Array) => number;
  /** The frame at a position from `append` or `frames`. @throws SealedFileError */
  readonly read: (offset: number) => Buffer;
  /**
   * Positions and content lengths of the frames after the first, in order. An incomplete last frame after a
   * crash is cut off. @throws SealedFileError if the chain of frames is broken
   */
  readonly frames: () => readonly { readonly offset: number; readonly length: number }[];
  /**
   * Calls `visit` with the content of each frame. @throws SealedFileError if one other than an incomplete
   * last one cannot be opened
   */
  readonly replay: (visit: (plain: Buffer, offset: number) => void) => void;
  /** Returns when everything is on disk. */
  readonly sync: () => void;
  readonly close: () => void;
}

const magic = Buffer.from('AEU1', 'latin1');
const saltLength = 16;
const headLength = magic.length + saltLength;
const lengthsLength = 8;
const nonceLength = 12;
const tagLength = 16;
const overhead = lengthsLength + nonceLength + tagLength;

/** Creates a file, replacing any of its name; readable only by its owner. `kind`: its purpose. */
export function createSealedFile(path: string, kind: string, dataKey: Uint8Array, about: string): SealedFile {
  rmSync(path, { force: true });
  const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    const head = Buffer.concat([magic, randomBytes(saltLength)]);
    writeWhole(descriptor, head, 0);
    const file = sealedFile(descriptor, kind, fileKey(kind, dataKey, head), headLength, about);
    file.append(Buffer.from(about, 'utf8'));
    fsyncSync(descriptor);
    return file;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** @throws SealedFileError; the error of the file system if it cannot be read or is missing */
export function openSealedFile(path: string, kind: string, dataKey: Uint8Array): SealedFile {
  const descriptor = openSync(path, constants.O_RDWR);
  try {
    const head = readAt(descriptor, 0, headLength);
    if (head === null || !head.subarray(0, magic.length).equals(magic)) throw damaged(kind);
    const key = fileKey(kind, dataKey, head);
    const { size } = fstatSync(descriptor);
    const about = readFrame(descriptor, kind, key, headLength).toString('utf8');
    return sealedFile(descriptor, kind, key, size, about);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function sealedFile(
  descriptor: number,
  kind: string,
  key: Uint8Array,
  wholeSize: number,
  about: string,
): SealedFile {
  let size = wholeSize;
  const cut = (offset: number): void => {
    ftruncateSync(descriptor, offset);
    size = offset;
  };
  const frames: SealedFile['frames'] = () => {
    const found: { readonly offset: number; readonly length: number }[] = [];
    let offset = headLength;
    while (offset < size) {
      const length = frameLength(descriptor, kind, offset, size);
      if (length === null || offset + overhead + length > size) break;
      if (offset > headLength) found.push({ offset, length });
      offset += overhead + length;
    }
    if (offset < size) cut(offset);
    return found;
  };
  const openedOrNull = (offset: number): Buffer | null => {
    try {
      return readFrame(descriptor, kind, key, offset);
    } catch (error) {
      if (error instanceof SealedFileError) return null;
      throw error;
    }
  };
  const add = (plain: Uint8Array, finish: () => void): number => {
    const offset = size;
    const frame = sealFrame(kind, key, offset, plain);
    try {
      writeWhole(descriptor, frame, offset);
      finish();
    } catch (error) {
      // An incomplete frame, left by a full disk, would corrupt what is written after it. A complete one that
      // was reported as failed would appear when the file is reopened.
      ftruncateSync(descriptor, offset);
      throw error;
    }
    size += frame.length;
    return offset;
  };
  return {
    about,
    append: (plain) => add(plain, () => undefined),
    appendSynced: (plain) =>
      add(plain, () => {
        fdatasyncSync(descriptor);
      }),
    read: (offset) => readFrame(descriptor, kind, key, offset),
    frames,
    replay: (visit) => {
      // After a crash, the file may have been extended without being filled.
      const endsInZeros = size >= 4 && isZeroUntilEnd(descriptor, size - 4, size);
      const found = frames();
      found.forEach(({ offset }, index) => {
        const plain = openedOrNull(offset);
        if (plain !== null) visit(plain, offset);
        else if (endsInZeros && index === found.length - 1) cut(offset);
        else throw damaged(kind);
      });
    },
    sync: () => {
      fdatasyncSync(descriptor);
    },
    close: () => {
      closeSync(descriptor);
    },
  };
}

function fileKey(kind: string, dataKey: Uint8Array, head: Buffer): Uint8Array {
  return new Uint8Array(
    hkdfSync('sha256', dataKey, head.subarray(magic.length), `atom-explorer/uploads/1/rows/${kind}`, 32),
  );
}

function authenticated(kind: string, offset: number): Buffer {
  return Buffer.from(`${kind} ${String(offset)}`, 'utf8');
}

function sealFrame(kind: string, key: Uint8Array, offset: number, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
  cipher.setAAD(authenticated(kind, offset));
  const lengths = Buffer.alloc(lengthsLength);
  lengths.writeUInt32LE(plain.length, 0);
  lengths.writeUInt32LE(~plain.length >>> 0, 4);
  const text = cipher.update(plain);
  const rest = cipher.final();
  return Buffer.concat([lengths, nonce, text, rest, cipher.getAuthTag()]);
}

function readFrame(descriptor: number, kind: string, key: Uint8Array, offset: number): Buffer {
  const { size } = fstatSync(descriptor);
  const length = frameLength(descriptor, kind, offset, size);
  const sealed =
    length === null || offset + overhead + length > size
      ? null
      : readAt(descriptor, offset + lengthsLength, nonceLength + length + tagLength);
  if (sealed === null) throw damaged(kind);
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(authenticated(kind, offset));
  decipher.setAuthTag(sealed.subarray(sealed.length - tagLength));
  try {
    const plain = decipher.update(sealed.subarray(nonceLength, sealed.length - tagLength));
    const rest = decipher.final();
    return rest.length === 0 ? plain : Buffer.concat([plain, rest]);
  } catch {
    throw damaged(kind);
  }
}

/**
 * null if the file ends within the lengths, or has only zeros from there on because a crash interrupted its
 * extension.
 */
function frameLength(descriptor: number, kind: string, offset: number, size: number): number | null {
  const lengths = readAt(descriptor, offset, lengthsLength);
  if (lengths === null) return null;
  const length = lengths.readUInt32LE(0);
  if (lengths.readUInt32LE(4) === ~length >>> 0) return length;
  // In completely written lengths, the last byte is not zero.
  if (isZeroUntilEnd(descriptor, offset + lengthsLength - 1, size)) return null;
  throw damaged(kind);
}

function isZeroUntilEnd(descriptor: number, offset: number, size: number): boolean {
  const piece = 1024 * 1024;
  for (let at = offset; at < size; at += piece) {
    const bytes = readAt(descriptor, at, Math.min(piece, size - at));
    if (bytes === null || bytes.some((byte) => byte !== 0)) return false;
  }
  return true;
}

/** null if the file ends earlier. */
function readAt(descriptor: number, offset: number, length: number): Buffer | null {
  const bytes = Buffer.allocUnsafeSlow(length);
  let done = 0;
  while (done < length) {
    const read = readSync(descriptor, bytes, done, length - done, offset + done);
    if (read === 0) return null;
    done += read;
  }
  return bytes;
}

function writeWhole(descriptor: number, bytes: Uint8Array, offset: number): void {
  let done = 0;
  while (done < bytes.length) {
    done += writeSync(descriptor, bytes, done, bytes.length - done, offset + done);
  }
}

function damaged(kind: string): SealedFileError {
  return new SealedFileError(`The saved upload (${kind}) is damaged or was sealed with another key.`);
}
