/** Larger files of keys are refused before they are read, in bytes. */
export const largestKeyFile = 64 * 1024 * 1024;

/** A parsed key file, before anything is imported from it. */
export type ImportReading = ImportPreview | { readonly kind: 'refused'; readonly refusal: ImportRefusal };

export type KeyFileFormat = 'text' | 'csv' | 'tsv' | 'json';

export interface ImportPreview {
  readonly kind: 'preview';
  /** Identifies the import until it is started or dropped. */
  readonly id: string;
  /** Without its folders. */
  readonly fileName: string;
  readonly format: KeyFileFormat;
  /** How the table was parsed; null if the file is not a table. */
  readonly table: ImportTable | null;
  /** Distinct keys. */
  readonly keyCount: number;
  /** How many of them are known already. */
  readonly knownCount: number;
  /** The first of the keys, in the order of the file. */
  readonly firstKeys: readonly string[];
  /** Keys that the file has more than once. */
  readonly duplicateCount: number;
  readonly firstDuplicates: readonly string[];
  /** Lines, cells, or items that hold no key and were skipped, such as empty ones. */
  readonly skippedCount: number;
  /** Of those, the empty ones. */
  readonly emptyCount: number;
  readonly firstSkipped: readonly { readonly place: string; readonly why: SkipReason }[];
}

/** `empty`; not text; longer than any key may be; half of a surrogate pair, which cannot be sent. */
export type SkipReason = 'empty' | 'not-text' | 'too-long' | 'lone-surrogate';

export interface ImportTable {
  readonly columns: readonly {
    /** From the first line where it is a header, else `Column 1` and so on. */
    readonly name: string;
    /** The first cells that are not empty. */
    readonly samples: readonly string[];
  }[];
  /** The column that holds the keys, from 0. */
  readonly column: number;
  readonly hasHeader: boolean;
}

/** Why a file gives no keys. */
export type ImportRefusal =
  /** `offset`: of the first byte that is no UTF-8, from 0. */
  | { readonly kind: 'not-utf8'; readonly offset: number }
  | { readonly kind: 'not-json'; readonly message: string }
  /** JSON, but not a list of keys in any shape that is known. */
  | { readonly kind: 'no-key-list' }
  | { readonly kind: 'bad-table'; readonly line: number; readonly message: string }
  | { readonly kind: 'no-keys' };
