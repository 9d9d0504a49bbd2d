import { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import type { ReadBytes, SourceFile } from '../recordSource.ts';
import { crc32 } from './crc32.ts';
import { SourceBreak } from '../sourceBreak.ts';
import { refuseTooLarge, unpackLimits, type UnpackLimits } from './limits.ts';

/** A ZIP file that is read where it lies: nothing is unpacked to disk. */
export interface OpenZip {
  /** Office files are ZIP files too. */
  readonly container: 'zip' | 'workbook';
  /** Names of its files, without folders. */
  readonly names: readonly string[];
  readonly open: (name: string, limits?: UnpackLimits) => PackedFile;
}

export interface PackedFile {
  /** Its content, checked against its size and checksum. Throws `SourceBreak` where it is damaged or too large. */
  readonly pieces: () => AsyncGenerator<Uint8Array>;
  /** The share that was read, from 0 to 1. */
  readonly share: () => number;
}

const mostEntries = 20_000;

/** @throws SourceBreak if it is damaged, encrypted, or has too many files */
export async function openZip(file: SourceFile): Promise<OpenZip> {
  const reader = new SourceReader(file.readAt);
  let container: OpenZip['container'] = /\.xl[st][xmb]$/i.test(file.name) ? 'workbook' : 'zip';
  const damaged = (why: string): SourceBreak =>
    new SourceBreak({ kind: 'damaged-container', container, why });
  const translated = <T>(work: () => Promise<T>): Promise<T> => translating(reader, damaged, work);
  const zip = await translated(() =>
    fromRandomAccessReaderPromise(reader, file.bytes, { autoClose: false, lazyEntries: true }),
  );
  if (zip.entryCount > mostEntries) throw new SourceBreak({ kind: 'too-many-parts', container });
  const entries = await translated(() => listed(zip, damaged));
  if (entries.has('[Content_Types].xml')) container = 'workbook';
  const open: OpenZip['open'] = (name, limits = unpackLimits) => {
    let read: RangeCount = { bytes: 0 };
    const packed = entries.get(name)?.compressedSize ?? 0;
    return {
      share: () => (packed === 0 ? 0 : Math.min(1, read.bytes / packed)),
      pieces: async function* () {
        const entry = entries.get(name);
        if (entry === undefined) throw damaged(`It has no part ${JSON.stringify(name)}.`);
        if (entry.isEncrypted()) throw new SourceBreak({ kind: 'unsupported', what: 'encrypted-archive' });
        refuseTooLarge({ packed, unpacked: entry.uncompressedSize }, limits, container);
        if (!entry.canDecodeFileData())
          throw damaged(
            'It is compressed in a way that the app cannot read. Pack it again as a usual ZIP file.',
          );
        const stream = await translated(() => zip.openReadStreamPromise(entry));
        read = reader.latest;
        const pieces = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
        let checksum = 0;
        try {
          for (;;) {
            const next = await translated(() => pieces.next());
            if (next.done === true) break;
            checksum = crc32(next.value, checksum);
            yield next.value;
          }
        } finally {
          stream.destroy();
        }
        if (checksum !== entry.crc32) throw damaged(`The checksum of ${JSON.stringify(name)} is wrong.`);
      },
    };
  };
  return { container, names: [...entries.keys()], open };
}

async function listed(
  zip: ZipFile,
  damaged: (why: string) => SourceBreak,
): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    // Programs differ in which of them they read.
    if (entries.has(entry.fileName))
      throw damaged(`It has two parts with the name ${JSON.stringify(entry.fileName)}.`);
    entries.set(entry.fileName, entry);
  }
  return entries;
}

/** Errors of the library become refusals; errors of the disk and of this app stay what they are. */
async function translating<T>(
  reader: SourceReader,
  damaged: (why: string) => SourceBreak,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (reader.failure !== null) throw reader.failure;
    const isBug = error instanceof TypeError || error instanceof ReferenceError;
    if (isBug || error instanceof SourceBreak || !(error instanceof Error)) throw error;
    throw damaged('It is damaged or incomplete.');
  }
}

/** Bytes of a range that were read. */
interface RangeCount {
  bytes: number;
}

class SourceReader extends RandomAccessReader {
  /** Why the file could not be read. */
  failure: Error | null = null;
  /** Of the range that was opened last. */
  latest: RangeCount = { bytes: 0 };
  readonly #readAt: ReadBytes;

  constructor(readAt: ReadBytes) {
    super();
    this.#readAt = readAt;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    this.latest = { bytes: 0 };
    return Readable.from(this.#range(start, end, this.latest), { objectMode: false });
  }

  async *#range(start: number, end: number, count: RangeCount): AsyncGenerator<Buffer> {
    try {
      for (let at = start; at < end;) {
        const piece = await this.#readAt(at, end - at);
        if (piece.length === 0) return;
        at += piece.length;
        count.bytes += piece.length;
        yield piece;
      }
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }
}
