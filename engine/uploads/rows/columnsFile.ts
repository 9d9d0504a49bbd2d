import type { SizeKnowledge } from '#shared/domain/store.ts';
import type { DuplicateRule } from '#shared/domain/upload.ts';
import { bytesOf, numbersOf } from './changeRecords.ts';
import { createRowColumns, noGroup, problemBit, type RowColumns } from './rowColumns.ts';
import type { PageTable } from './rowPages.ts';
import { createSealedFile, openSealedFile, SealedFileError } from './sealedFile.ts';

/** What is saved of staged rows besides their text, so that reopening need not read the text. */
export interface StagedColumns {
  readonly about: StagedAbout;
  readonly columns: RowColumns;
  readonly pages: PageTable;
}

export interface StagedAbout {
  /** Names of the file's columns. */
  readonly columnNames: readonly string[];
  readonly sizes: SizeKnowledge;
  /** The rule as it was at staging. */
  readonly rule: DuplicateRule;
  /** The texts that the numbers in `RowColumns.detail` refer to. */
  readonly details: readonly string[];
}

interface Counted {
  readonly about: StagedAbout;
  readonly rows: number;
  /** Groups of rows with the same key had columns of their own in uploads of format 2. */
  readonly groups?: number;
  readonly pages: number;
}

const kind = 'columns';
const pieceLength = 256 * 1024;

/** Writes a new file; it is completely on disk when this returns. */
export function writeColumnsFile(path: string, dataKey: Uint8Array, staged: StagedColumns): void {
  const { about, columns, pages } = staged;
  const counted: Counted = { about, rows: columns.count, pages: pages.count };
  const file = createSealedFile(path, kind, dataKey, JSON.stringify(counted));
  try {
    // The rings contain which rows have the same key.
    const duplicate = problemBit('duplicate');
    const problems = columns.problems.slice(0, columns.count);
    for (let row = 0; row < problems.length; row++) problems[row] = (problems[row] ?? 0) & ~duplicate;
    const parts: readonly ArrayBufferView[] = [
      problems,
      columns.detail.subarray(0, columns.count),
      columns.place.subarray(0, columns.count),
      columns.valueBytes.subarray(0, columns.count),
      columns.hash.subarray(0, columns.count),
      columns.nextInGroup.subarray(0, columns.count),
      pages.firstRows,
      pages.keyOffsets,
      pages.bodyOffsets,
    ];
    for (const part of parts) {
      const bytes = bytesOf(part);
      for (let at = 0; at < bytes.length; at += pieceLength) {
        file.append(bytes.subarray(at, at + pieceLength));
      }
    }
    file.sync();
  } finally {
    file.close();
  }
}

/** @throws SealedFileError */
export function readColumnsFile(path: string, dataKey: Uint8Array): StagedColumns {
  const file = openSealedFile(path, kind, dataKey);
  try {
    const { about, rows, groups, pages } = JSON.parse(file.about) as Counted;
    const frames = file.frames()[Symbol.iterator]();
    const next = (length: number): Buffer => {
      const bytes = Buffer.allocUnsafeSlow(length);
      for (let at = 0; at < length;) {
        const frame = frames.next();
        const piece = frame.done === true ? null : file.read(frame.value.offset);
        if (piece === null || piece.length === 0 || at + piece.length > length) {
          throw new SealedFileError('The saved upload (columns) is incomplete.');
        }
        piece.copy(bytes, at);
        at += piece.length;
      }
      return bytes;
    };
    const words = (count: number): Uint32Array => numbersOf(next(count * 4), Uint32Array);
    const columns = createRowColumns(rows);
    columns.count = rows;
    columns.problems.set(numbersOf(next(rows * 2), Uint16Array));
    columns.detail.set(next(rows));
    columns.place.set(words(rows));
    columns.valueBytes.set(words(rows));
    columns.hash.set(words(rows));
    columns.nextInGroup.set(words(rows));
    if (groups !== undefined) {
      // They were numbered: the hash was in a column of the group.
      const hashes = words(groups);
      for (let row = 0; row < rows; row++) {
        const isInGroup = columns.hash[row] !== noGroup;
        columns.hash[row] = hashes[columns.hash[row] ?? 0] ?? 0;
        if (!isInGroup) columns.nextInGroup[row] = noGroup;
      }
      // Another half of the hash, and a row of each group.
      words(groups);
      words(groups);
    }
    return {
      about,
      columns,
      pages: {
        count: pages,
        firstRows: words(pages),
        keyOffsets: numbersOf(next(pages * 8), Float64Array),
        bodyOffsets: numbersOf(next(pages * 8), Float64Array),
      },
    };
  } finally {
    file.close();
  }
}
