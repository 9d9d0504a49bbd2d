import { z } from 'zod';
import { rowWindow, type RowsAnswer } from '../domain/catalogueQuery.ts';
import { exportFormats } from '../domain/job.ts';
import { writeConfirmation } from '../domain/store.ts';
import {
  duplicateRules,
  rowText,
  sendSettings,
  uploadAnswer,
  uploadRowFilter,
  uploadRowNumber,
  uploadRowSelection,
  type ChosenFile,
  type KeysNotInFile,
  type Upload,
  type UploadRow,
  type UploadRowInFull,
} from '../domain/upload.ts';
import { rowMapping } from '../domain/rowMapping.ts';
import { sourceWish } from '../domain/uploadSource.ts';
import { rowReplacement, type ReplacedRows, type ReplacementFound } from '../domain/uploadReplace.ts';
import type { ColumnValues } from '../domain/uploadValues.ts';
import type { SavedFile } from './appTypes.ts';
import { connectionId, uploadId } from './fields.ts';
import { operation } from './operation.ts';

export const uploadOperations = {
  currentUpload: operation<Upload | null>()(z.strictObject({ connectionId })),
  /** Asks the user for files; none if they cancel. */
  chooseUploadFiles: operation<readonly ChosenFile[]>()(z.strictObject({})),
  /** Refused while the connection has an upload that is not finished or discarded. */
  beginChosenUpload: operation<Upload>()(
    z.strictObject({ connectionId, fileId: z.string().min(1).max(100) }),
  ),
  /** A file that was dropped on the window, which then sends its bytes piece by piece. */
  beginDroppedUpload: operation<Upload>()(
    z.strictObject({
      connectionId,
      name: z.string().min(1).max(1_000),
      bytes: z.number().int().min(0),
    }),
  ),
  addDroppedBytes: operation<null>()(
    z.strictObject({
      uploadId,
      bytes: z
        .instanceof(Uint8Array)
        .refine(({ byteLength }) => byteLength <= 8 * 1024 * 1024, 'at most 8 MiB'),
    }),
  ),
  endDroppedUpload: operation<Upload>()(z.strictObject({ uploadId })),
  /** Of the values that the atoms of a write had before it, ready to be reviewed. Refused like `beginChosenUpload`. */
  beginPreviousUpload: operation<Upload>()(
    z.strictObject({ connectionId, writeId: z.string().min(1).max(100), title: z.string().max(1_000) }),
  ),
  /** Reads the start of the file again with other settings. */
  readUploadAs: operation<Upload>()(z.strictObject({ uploadId, choice: sourceWish })),
  /** Starts reading and checking all rows. */
  stageUpload: operation<Upload>()(z.strictObject({ uploadId, mapping: rowMapping })),
  /** Back to the mapping. */
  remapUpload: operation<Upload>()(z.strictObject({ uploadId })),
  uploadRows: operation<RowsAnswer<UploadRow>>()(
    z.strictObject({ uploadId, filter: uploadRowFilter, window: rowWindow(1_000) }),
  ),
  /** Counts the values of a column in some of the rows; the answer says where to continue. */
  countUploadValues: operation<ColumnValues>()(
    z.strictObject({
      uploadId,
      column: z.int().min(0),
      filter: uploadRowFilter,
      from: z.int().min(0),
    }),
  ),
  keysNotInFile: operation<KeysNotInFile>()(z.strictObject({ uploadId })),
  uploadRow: operation<UploadRowInFull>()(z.strictObject({ uploadId, row: uploadRowNumber })),
  changeUploadRow: operation<UploadRow>()(
    z.strictObject({ uploadId, row: uploadRowNumber, key: rowText, value: rowText }),
  ),
  /** Resets rows to what the file says. */
  revertUploadRows: operation<{ readonly changed: number }>()(
    z.strictObject({ uploadId, selection: uploadRowSelection }),
  ),
  dropUploadRows: operation<{ readonly changed: number }>()(
    z.strictObject({ uploadId, selection: uploadRowSelection, dropped: z.boolean() }),
  ),
  /** Allows rows despite findings that can be allowed, or takes that back. */
  allowUploadRows: operation<{ readonly changed: number }>()(
    z.strictObject({ uploadId, selection: uploadRowSelection, allowed: z.boolean() }),
  ),
  /** What replacing a text would change in some of the rows; the answer says where to continue. */
  findInUploadRows: operation<ReplacementFound>()(
    z.strictObject({ uploadId, replacement: rowReplacement, from: z.int().min(0) }),
  ),
  /** Replaces a text in all rows that it is found in, as a job that can be canceled. */
  replaceInUploadRows: operation<ReplacedRows>()(z.strictObject({ uploadId, replacement: rowReplacement })),
  undoReplaceInUploadRows: operation<{ readonly changed: number }>()(
    z.strictObject({ uploadId, undoId: z.int().min(0) }),
  ),
  /** After sending has ended: marks refused and unknown rows for another `sendUpload`. */
  sendUploadRowsAgain: operation<{ readonly changed: number }>()(
    z.strictObject({ uploadId, selection: uploadRowSelection }),
  ),
  setDuplicateRule: operation<Upload>()(z.strictObject({ uploadId, rule: z.enum(duplicateRules) })),
  compareUpload: operation<Upload>()(z.strictObject({ uploadId })),
  sendUpload: operation<Upload>()(
    z.strictObject({ uploadId, settings: sendSettings, confirmation: writeConfirmation.optional() }),
  ),
  answerUpload: operation<Upload>()(z.strictObject({ uploadId, answer: uploadAnswer })),
  /** Ends sending for good; rows that were not sent are skipped. */
  stopUpload: operation<Upload>()(z.strictObject({ uploadId })),
  verifyUpload: operation<Upload>()(z.strictObject({ uploadId })),
  /** Asks the user where to save the outcome of every row. */
  saveUploadReport: operation<SavedFile>()(z.strictObject({ uploadId, format: z.enum(exportFormats) })),
  /** Deletes the upload's rows from this computer. Refused while it is sending. */
  discardUpload: operation<null>()(z.strictObject({ uploadId })),
};
