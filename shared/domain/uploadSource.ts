import { z } from 'zod';
import type { RowMapping } from './rowMapping.ts';

/** Larger files are refused before they are read, in bytes. */
export const largestUploadFile = 2 * 1024 * 1024 * 1024;
/** Rows beyond these are refused: the file is to be cut. */
export const mostUploadRows = 5_000_000;
export const previewRecords = 100;
export const mostSkippedRecords = 1_000;

/** What the text of a file can be read as. */
export const textFormats = ['csv', 'json', 'jsonl'] as const;
export const uploadFormats = [...textFormats, 'xlsx'] as const;
/**
 * `csv`: a table with a delimiter, tab included. `json`: one list or one object. `jsonl`: one JSON value a line. `xlsx`: a sheet of an
 * Excel workbook, which cannot be read as anything else.
 */
export type UploadFormat = (typeof uploadFormats)[number];

/** Whether its records are rows of a table, which can have a header. */
export function isTableFormat(format: UploadFormat): boolean {
  return format === 'csv' || format === 'xlsx';
}

export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof textEncodings)[number];

export const tableDelimiters = [',', ';', '\t', '|'] as const;
export type TableDelimiter = (typeof tableDelimiters)[number];

export const sourceChoice = z.strictObject({
  format: z.enum(uploadFormats),
  encoding: z.enum(textEncodings),
  delimiter: z.enum(tableDelimiters),
  /** Whether the first record of a table names its columns. */
  hasHeader: z.boolean(),
  /** Records of a table above the column names, or above the first row: titles and notes. None if absent. */
  skipped: z.number().int().min(0).max(mostSkippedRecords).exactOptional(),
  /**
   * The property of the outermost JSON object whose list has the records; null if each of its properties is a record. Absent for
   * other JSON.
   */
  list: z.string().max(70_000).nullable().exactOptional(),
  /** The sheet of a workbook, or the file in an archive. */
  part: z.string().max(70_000).exactOptional(),
});
/** How the bytes of a file are read. What does not concern the format is ignored. */
export type SourceChoice = z.infer<typeof sourceChoice>;

/** What to read of a file, and how. With a part alone, its other settings are detected. */
export const sourceWish = z.union([sourceChoice, sourceChoice.pick({ part: true }).required()]);
export type SourceWish = z.infer<typeof sourceWish>;

/** A file that contains others: the text in a compressed file, the files in an archive, the sheets of a workbook. */
export interface SourceContainer {
  readonly kind: 'gzip' | 'zip' | 'workbook';
  /** What can be read of it: one of these at a time. Empty for `gzip`. */
  readonly parts: readonly SourcePart[];
}

export interface SourcePart {
  readonly name: string;
  /** The author of the workbook has hidden this sheet. */
  readonly isHidden: boolean;
}

/** How a file was understood from its beginning, with its first records. */
export interface SourceSample {
  /** As detected, or as the user chose. */
  readonly choice: SourceChoice;
  /**
   * What was found in the file itself, and need not be asked about. `bom`: a byte order mark said the encoding. `formulas`: among
   * `records` are results of formulas, as the workbook was saved with them.
   */
  readonly evidence: { readonly bom: boolean; readonly appExport: boolean; readonly formulas: boolean };
  /** null for a plain file. */
  readonly container: SourceContainer | null;
  /** Properties of the outermost JSON object that are lists, as far as its beginning shows. */
  readonly lists: readonly string[];
  /** Names of columns, or of the fields of JSON objects, in the order first met; `Column 1` and so on without a header. */
  readonly columns: readonly string[];
  /** Columns that have the name of an earlier one. They were renamed `name (2)` and so on. */
  readonly renamedColumns: readonly string[];
  /** At most `previewRecords`; their texts are cut at 2,000 characters. */
  readonly records: readonly SourceRecord[];
  /** Whether `records` are all records of the file. */
  readonly isWhole: boolean;
  readonly suggested: RowMapping;
}

/** One record of a file: a line of a table, a JSON object, an entry of a JSON map. */
export type SourceRecord =
  | {
      readonly kind: 'cells';
      /** Where it begins: the line of the file, or the number of the item for JSON; from 1. */
      readonly place: number;
      /** In the order of the columns; null if the record has no such cell, or JSON `null`. */
      readonly cells: readonly (SourceCell | null)[];
      /** Of a sheet: cells without a value that could be read, which matters only if their column is used. */
      readonly wrong?: readonly WrongCell[];
    }
  | {
      readonly kind: 'unreadable';
      readonly place: number;
      /** What is wrong with it, in words. */
      readonly why: string;
      /** The beginning of its text, at most 1,000 characters. */
      readonly text: string;
    };

export interface WrongCell {
  /** From 0. */
  readonly column: number;
  /** What is wrong with it, in words. */
  readonly why: string;
}

/** A text, or a JSON value that is none: then `text` is its compact JSON. */
export interface SourceCell {
  readonly text: string;
  readonly isText: boolean;
}

/** Files that are recognized, but not read. */
export type UnsupportedFile =
  | 'old-excel'
  | 'binary-excel'
  | 'open-document'
  | 'encrypted-office'
  | 'other-office'
  | 'encrypted-archive'
  | 'nested-archive'
  | 'other-archive';

/** Why a file cannot be read at all. */
export type SourceRefusal =
  /** `offset`: of the first byte that does not fit the encoding, from 0. */
  | { readonly kind: 'wrong-encoding'; readonly encoding: TextEncoding; readonly offset: number }
  /** No text: it has NUL bytes or such. */
  | { readonly kind: 'not-text' }
  /** Broken beyond the place; what comes before it could be read. */
  | { readonly kind: 'broken'; readonly place: number; readonly why: string }
  /** JSON, but neither a list of objects nor a map from key to value. */
  | { readonly kind: 'no-records' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'too-many-rows' }
  | { readonly kind: 'too-many-columns'; readonly columns: number }
  | { readonly kind: 'unsupported'; readonly what: UnsupportedFile }
  /** A workbook or an archive that cannot be unpacked. */
  | { readonly kind: 'damaged-container'; readonly container: SourceContainer['kind']; readonly why: string }
  /** A workbook or an archive that is much larger than it seems. */
  | { readonly kind: 'unpacks-too-large'; readonly container: SourceContainer['kind'] }
  /** An archive without a file with data, or a workbook without a sheet. */
  | { readonly kind: 'no-parts'; readonly container: SourceContainer['kind'] }
  | { readonly kind: 'too-many-parts'; readonly container: SourceContainer['kind'] };
