import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { PackedIndex } from '#shared/keyIndex/catalogueIndex.ts';
import { columnLists, type RestOfColumns } from '#shared/keyIndex/entryColumns.ts';
import { hashBytes } from '#shared/keyIndex/sortKeys.ts';
import { parseJson, versionOf } from '../storage/fileFormat.ts';
import { writeWholeFile } from '../storage/wholeFile.ts';
import { leafMarks } from './keyNews.ts';

/**
 * The index of a database of known keys in one file, so that it opens in one go. The records in the database decide: the
 * file is used only if nothing has opened the database since it was written, and it is written again from the records
 * otherwise. Next to it is a small file with its checksum and the files of the database as they were then. Whatever opens
 * the database, an older version of the app too, begins new files in it.
 */
export interface IndexFile {
  /** Before the database is opened; null if there is none that can be used. */
  readonly read: () => Promise<SavedIndex | null>;
  /** After the database was closed. Nothing here fails: without the file, opening only takes longer. */
  readonly save: (saved: SavedIndex) => Promise<void>;
  /** The same if nothing was changed since the file was read. */
  readonly keep: () => Promise<void>;
  /** Before a change: it must not contain keys that are forgotten. */
  readonly remove: () => Promise<void>;
}

export interface SavedIndex {
  readonly index: PackedIndex;
  /** As the records have them. */
  readonly marks: ReadonlyMap<string, readonly Mark[]>;
}

type Mark = z.infer<typeof markSchema>;

const version = 1;
/** 200 bytes for each of five million keys. */
const mostBytes = 1_000_000_000;
const mostStampBytes = 1_000_000;

const stampSchema = z.object({
  version: z.literal(version),
  checksum: z.string().max(16),
  /** The lists into which the columns point. */
  lists: z.literal(JSON.stringify(columnLists)),
  /** Name and size of the files of the database. */
  files: z.array(z.tuple([z.string(), z.number()])),
});
type Stamp = z.infer<typeof stampSchema>;

export const markSchema = z.object({ mark: z.enum(leafMarks), leafIndex: z.string(), rootHash: z.string() });
const numbered = <T extends z.ZodType>(value: T) => z.array(z.tuple([z.number(), value]));
const restSchema = z.object({
  oddHashes: numbered(z.string().nullable()),
  oddLeaves: numbered(z.string()),
  annotations: numbered(z.object({ note: z.string(), tags: z.array(z.string()) })),
  trees: z.array(z.object({ rootHash: z.string(), treeSize: z.string() })),
  marks: z.array(z.tuple([z.string(), z.array(markSchema)])),
});

/** @param folder of the database */
export function indexFileOf(folder: string): IndexFile {
  const file = `${folder}-index.bin`;
  const stampFile = `${folder}-index.json`;
  /** Of the file that was read or written last; null if there is none. */
  let checksum: string | null = null;
  let isNewer = false;

  const writeStamp = async (): Promise<void> => {
    if (checksum === null) return;
    const stamp: Stamp = {
      version,
      checksum,
      lists: JSON.stringify(columnLists),
      files: await filesOf(folder),
    };
    await writeWhole(stampFile, JSON.stringify(stamp));
  };
  const remove = async (): Promise<void> => {
    if (isNewer) return;
    checksum = null;
    // A file that stays is not used, because the files of the database are others.
    await rm(stampFile, { force: true }).catch(() => undefined);
    await rm(file, { force: true }).catch(() => undefined);
  };
  const orRemove = async (write: () => Promise<void>): Promise<void> => {
    if (!isNewer) await write().catch(remove);
  };
  return {
    read: async () => {
      try {
        if ((await stat(stampFile)).size > mostStampBytes) return null;
        const content = parseJson(await readFile(stampFile, 'utf8'));
        isNewer = versionOf(content) > version;
        const stamp = stampSchema.safeParse(content);
        if (!stamp.success) return null;
        if (JSON.stringify(stamp.data.files) !== JSON.stringify(await filesOf(folder))) return null;
        if ((await stat(file)).size > mostBytes) return null;
        const bytes = await readFile(file);
        if (checksumOf(bytes) !== stamp.data.checksum) return null;
        const saved = unpack(bytes);
        if (saved !== null) ({ checksum } = stamp.data);
        return saved;
      } catch {
        return null;
      }
    },
    save: (saved) =>
      orRemove(async () => {
        const bytes = pack(saved);
        checksum = checksumOf(bytes);
        await writeWhole(file, bytes);
        await writeStamp();
      }),
    keep: () => orRemove(writeStamp),
    remove,
  };
}

function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  return writeWholeFile({ file, temporary: `${file}.new`, content, mode: 0o600 });
}

/** Those that hold records, or say which ones do; by name. */
async function filesOf(folder: string): Promise<[string, number][]> {
  const names = (await readdir(folder)).filter((name) => !/^(LOG|LOG\.old|LOCK)$/.test(name));
  return Promise.all(
    names.sort().map(async (name): Promise<[string, number]> => {
      return [name, (await stat(path.join(folder, name))).size];
    }),
  );
}

/**
 * Two independent sums of 32 bits, in hex. A difference in one word always changes both, because each step can be
 * reversed. SHA-256 would take half of the time in which a large file opens, and protects from nothing more here: whoever
 * can change the file can change the records.
 */
function checksumOf({ buffer, byteOffset, byteLength }: Buffer): string {
  const isAligned = byteOffset % 4 === 0;
  const start = isAligned ? byteOffset : 0;
  const whole = isAligned ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  const words = new Uint32Array(whole, start, byteLength >>> 2);
  let one = byteLength | 0;
  let other = ~byteLength;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0;
    one = Math.imul(one ^ word, 0x85ebca6b);
    one = (one << 13) | (one >>> 19);
    other = Math.imul((other + word) | 0, 0xc2b2ae35);
    other = (other << 17) | (other >>> 15);
  }
  for (const byte of new Uint8Array(whole, start + 4 * words.length, byteLength & 3)) {
    one = Math.imul(one ^ byte, 0x85ebca6b);
    other = Math.imul((other + byte) | 0, 0xc2b2ae35);
  }
  return [one, other].map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Four numbers at the start of the file: keys, bytes for each unit of a key, bytes of all keys, bytes of the rest. */
const headBytes = 32;
/** Four columns of 8 bytes, two of 4 (places of trees, ends of keys), four of 1, and the hashes. */
const bytesPerKey = 4 * 8 + 2 * 4 + 4 + hashBytes;

function pack({ index: { keys, columns }, marks }: SavedIndex): Buffer {
  const unitBytes = keys.every((key) => !/[^\0-\xff]/.test(key)) ? 1 : 2;
  const encoding = unitBytes === 1 ? 'latin1' : 'utf16le';
  const ends = new Uint32Array(keys.length);
  let keyBytes = 0;
  for (const [at, key] of keys.entries()) {
    keyBytes += key.length * unitBytes;
    ends[at] = keyBytes;
  }
  const rest = Buffer.from(JSON.stringify({ ...columns.rest, marks: [...marks] }), 'utf8');
  const bytes = Buffer.alloc(headBytes + keys.length * bytesPerKey + keyBytes + rest.length);
  bytes.set(asBytes(Float64Array.of(keys.length, unitBytes, keyBytes, rest.length)));
  let to = headBytes;
  for (const column of [
    columns.versions,
    columns.leaves,
    columns.firstSeen,
    columns.readAt,
    columns.placed,
    ends,
    columns.flags,
    columns.verdicts,
    columns.sources,
    columns.paths,
    columns.hashes,
  ]) {
    bytes.set(asBytes(column), to);
    to += column.byteLength;
  }
  for (const key of keys) to += bytes.write(key, to, encoding);
  bytes.set(rest, to);
  return bytes;
}

/** null if the bytes are not what `pack` makes. */
function unpack(bytes: Buffer): SavedIndex | null {
  if (bytes.length < headBytes) return null;
  const [count = 0, unitBytes = 0, keyBytes = 0, restBytes = 0] = new Float64Array(
    bytesOf(bytes, 0, headBytes),
  );
  if (bytes.length !== headBytes + count * bytesPerKey + keyBytes + restBytes) return null;
  let from = headBytes;
  const next = (length: number): ArrayBuffer => {
    from += length;
    return bytesOf(bytes, from - length, from);
  };
  const floats = () => new Float64Array(next(8 * count));
  const numbers = () => new Uint32Array(next(4 * count));
  const small = () => new Uint8Array(next(count));
  const [versions, leaves, firstSeen, readAt] = [floats(), floats(), floats(), floats()];
  const [placed, ends] = [numbers(), numbers()];
  const [flags, verdicts, sources, paths] = [small(), small(), small(), small()];
  const hashes = new Uint8Array(next(count * hashBytes));
  const encoding = unitBytes === 1 ? 'latin1' : 'utf16le';
  const keys: string[] = [];
  let start = from;
  for (const end of ends) {
    keys.push(bytes.toString(encoding, start, from + end));
    start = from + end;
  }
  const parsed = restSchema.safeParse(parseJson(bytes.toString('utf8', from + keyBytes)));
  if (!parsed.success || start !== from + keyBytes) return null;
  const { marks, ...rest }: RestOfColumns & { marks: [string, Mark[]][] } = parsed.data;
  return {
    index: {
      keys,
      columns: { versions, leaves, firstSeen, readAt, placed, flags, verdicts, sources, paths, hashes, rest },
    },
    marks: new Map(marks),
  };
}

function asBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** A copy that begins at an address that suits all arrays. */
function bytesOf({ buffer, byteOffset }: Buffer, from: number, to: number): ArrayBuffer {
  return buffer.slice(byteOffset + from, byteOffset + to) as ArrayBuffer;
}
