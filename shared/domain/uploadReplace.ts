import { z } from 'zod';
import { uploadRowFilter, uploadRowNumber } from './upload.ts';

/** The parts of a row that a text is replaced in. */
export const rowParts = ['both', 'keys', 'values'] as const;
export type RowParts = (typeof rowParts)[number];

/** Plain text to find in rows, and its replacement. */
export const rowReplacement = z.strictObject({
  find: z.string().min(1).max(10_000),
  replace: z.string().max(10_000),
  matchesCase: z.boolean(),
  within: z.enum(rowParts),
  /** The rows that are searched. */
  filter: uploadRowFilter,
  /** Rows that stay as they are. */
  except: z.array(uploadRowNumber).max(100_000).readonly(),
});
export type RowReplacement = z.infer<typeof rowReplacement>;

/** What replacing would change in some of the rows. */
export interface ReplacementFound {
  /** Rows that match the filter. */
  readonly total: number;
  /** How many of them were searched by now. */
  readonly done: number;
  /** Where to continue; null if all were searched. */
  readonly next: number | null;
  /** Of the rows searched in this call: how many change, with how many replacements. */
  readonly rows: number;
  readonly occurrences: number;
  readonly examples: readonly ReplaceExample[];
  /** Line or item of a row whose new text would be longer than `mostReplacedText`; null if there is none. */
  readonly tooLong: number | null;
}

/** The text around the first replacement in a row, before and after. */
export interface ReplaceExample {
  readonly row: number;
  readonly place: number;
  readonly part: 'key' | 'value';
  readonly before: string;
  readonly after: string;
}

/** What was replaced. */
export interface ReplacedRows {
  readonly rows: number;
  readonly occurrences: number;
  /** For taking it back; null if more than `mostUndoneRows` have changed. */
  readonly undoId: number | null;
}

export const mostExamples = 20;
/** In UTF-16 units: as large as a record of a file. */
export const mostReplacedText = 32 * 1024 * 1024;
/** More changed rows cannot be changed back at once. */
export const mostUndoneRows = 100_000;
