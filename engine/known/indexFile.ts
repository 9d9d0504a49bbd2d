import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { PackedIndex } from '#shared/keyIndex/catalogueIndex.ts';
import { columnLists, type RestOfColumns } from '#shared/keyIndex/entryColumns.ts';
import { sharedInTexts } from '#shared/keyIndex/keyOrder.ts';
import { hashBytes } from '#shared/keyIndex/sortKeys.ts';
import { parseJson } from '#shared/domain/json.ts';
import { versionOf } from '../storage/fileFormat.ts';
import { writeWholeFile } from '../storage/wholeFile.ts';
import { leafMarks } from './keyNews.ts';
import { readOwnText } from '../storage/ownFile.ts';

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

/** 1 had another checksum; 2 did not have when keys changed. */
const version = 3;
/** 200 bytes for each of five million keys. */
const mostBytes = 1_000_000_000;
const mostStampBytes = 1_000_000;

const stampSchema = z.object({
  version: z.literal(version),
  checksum: z.string().max(64),
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
        const content = parseJson(await readOwnText(stampFile));
        isNewer = versionOf(content) > version;
        const stamp = stampSchema.safeParse(content);
        if (!stamp.success) return null;
        if (JSON.stringify(stamp.data.files) !== JSON.stringify(await filesOf(folder))) return null;
        const parts = await readParts(file);
        if (parts === null || checksumOf(parts) !== stamp.data.checksum) return null;
        const saved = unpack(parts);
        if (saved !== null) ({ checksum } = stamp.data);
        return saved;
      } catch {
        return null;
      }
    },
    save: (saved) =>
      orRemove(async () => {
        const parts = pack(saved);
        checksum = checksumOf(parts);
        await writeWhole(file, Buffer.concat([parts.columns, parts.texts]));
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
 * Of each part, four sums of 32 bits, of every fourth word. A difference in one word always changes its sum, because each step
 * can be reversed. SHA-256 would take longer than everything else, and protects from nothing more here: whoever can change
 * the file can change the records.
 */
function checksumOf({ columns, texts }: Parts): string {
  return [...sumsOf(columns), ...sumsOf(texts)]
    .map((sum) => (sum >>> 0).toString(16).padStart(8, '0'))
    .join('');
}

/** Four sums side by side take a quarter of the time: the processor need not wait for one to begin the next. */
function sumsOf(bytes: Uint8Array<ArrayBuffer>): readonly number[] {
  const words = new Uint32Array(bytes.buffer, 0, bytes.length >>> 2);
  const whole = words.length - (words.length % 4);
  let [one, two, three, four] = [bytes.length | 0, 1, 2, 3];
  for (let at = 0; at < whole; at += 4) {
    one = withWord(one, words[at] ?? 0);
    two = withWord(two, words[at + 1] ?? 0);
    three = withWord(three, words[at + 2] ?? 0);
    four = withWord(four, words[at + 3] ?? 0);
  }
  for (const byte of bytes.subarray(4 * whole)) four = withWord(four, byte);
  return [one, two, three, four];
}

function withWord(sum: number, word: number): number {
  const next = Math.imul(sum ^ word, 0x85ebca6b);
  return (next << 13) | (next >>> 19);
}

/** The file in two parts, each from the start of its buffer, so that its columns can be used where they are. */
interface Parts {
  /** A head of four numbers (keys, bytes for each unit of a key, bytes of all keys, bytes of the rest), and the columns. */
  readonly columns: Uint8Array<ArrayBuffer>;
  /** The keys, one after the other, and the rest. */
  readonly texts: Uint8Array<ArrayBuffer>;
}

const headBytes = 32;
/** Five columns of 8 bytes, two of 4 (places of trees, ends of keys), four of 1, and the hashes. */
const bytesPerKey = 5 * 8 + 2 * 4 + 4 + hashBytes;

/** null if the file does not have the size that it says. */
async function readParts(name: string): Promise<Parts | null> {
  const file = await open(name);
  try {
    const { size } = await file.stat();
    const head = new Float64Array(headBytes / 8);
    await file.read(head, { length: headBytes, position: 0 });
    const [count = 0, , keyBytes = 0, restBytes = 0] = head;
    const columnBytes = headBytes + count * bytesPerKey;
    if (size > mostBytes || size !== columnBytes + keyBytes + restBytes) return null;
    const read = async (length: number, position: number): Promise<Uint8Array<ArrayBuffer> | null> => {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, { length, position });
      return bytesRead === length ? bytes : null;
    };
    const [columns, texts] = await Promise.all([
      read(columnBytes, 0),
      read(keyBytes + restBytes, columnBytes),
    ]);
    return columns === null || texts === null ? null : { columns, texts };
  } finally {
    await file.close();
  }
}

function pack({ index: { keys, columns }, marks }: SavedIndex): Parts {
  const text = keys.join('');
  const unitBytes = /[^\0-\xff]/.test(text) ? 2 : 1;
  const ends = new Uint32Array(keys.length);
  let end = 0;
  for (const [at, key] of keys.entries()) {
    end += key.length * unitBytes;
    ends[at] = end;
  }
  const rest = Buffer.from(JSON.stringify({ ...columns.rest, marks: [...marks] }), 'utf8');
  return {
    columns: joined([
      Float64Array.of(keys.length, unitBytes, end, rest.length),
      columns.versions,
      columns.leaves,
      columns.firstSeen,
      columns.readAt,
      columns.changedAt,
      columns.placed,
      ends,
      columns.flags,
      columns.verdicts,
      columns.sources,
      columns.paths,
      columns.hashes,
    ]),
    texts: joined([Buffer.from(text, encodingOf(unitBytes)), rest]),
  };
}

function encodingOf(unitBytes: number): 'latin1' | 'utf16le' {
  return unitBytes === 1 ? 'latin1' : 'utf16le';
}

/** null if the parts are not what `pack` makes. */
function unpack({ columns: { buffer }, texts }: Parts): SavedIndex | null {
  const [count = 0, unitBytes = 0, keyBytes = 0] = new Float64Array(buffer, 0, headBytes / 8);
  let from = headBytes;
  const next = (bytes: number): number => {
    from += bytes;
    return from - bytes;
  };
  const floats = () => new Float64Array(buffer, next(8 * count), count);
  const numbers = () => new Uint32Array(buffer, next(4 * count), count);
  const small = (each = 1) => new Uint8Array(buffer, next(each * count), each * count);
  const [versions, leaves, firstSeen, readAt] = [floats(), floats(), floats(), floats()];
  const changedAt = floats();
  const [placed, ends] = [numbers(), numbers()];
  const [flags, verdicts, sources, paths] = [small(), small(), small(), small()];
  const hashes = small(hashBytes);
  const bytes = Buffer.from(texts.buffer);
  // Parts of one text, because reading each key for itself takes several times as long.
  const text = bytes.toString(encodingOf(unitBytes), 0, keyBytes);
  const unitEnds = unitBytes === 1 ? ends : ends.map((end) => end / unitBytes);
  const keys: string[] = [];
  let start = 0;
  for (const end of unitEnds) {
    keys.push(text.slice(start, end));
    start = end;
  }
  const parsed = restSchema.safeParse(parseJson(bytes.toString('utf8', keyBytes)));
  if (!parsed.success || start !== text.length) return null;
  const { marks, ...rest }: RestOfColumns & { marks: [string, Mark[]][] } = parsed.data;
  const units = new (unitBytes === 1 ? Uint8Array : Uint16Array)(texts.buffer, 0, text.length);
  return {
    index: {
      keys,
      shared: sharedInTexts(units, unitEnds),
      columns: {
        versions,
        leaves,
        firstSeen,
        readAt,
        changedAt,
        placed,
        flags,
        verdicts,
        sources,
        paths,
        hashes,
        rest,
      },
    },
    marks: new Map(marks),
  };
}

function joined(parts: readonly ArrayBufferView[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let to = 0;
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), to);
    to += byteLength;
  }
  return bytes;
}
