import path from 'node:path';
import { z } from 'zod';
import { duplicateRules, sendSettings } from '#shared/domain/upload.ts';
import { sourceChoice } from '#shared/domain/uploadSource.ts';
import { connectionId, uploadId } from '#shared/ipc/fields.ts';
import { parseJson } from '#shared/domain/json.ts';
import { readFormat, type FileFormat } from '../storage/fileFormat.ts';
import { saveJsonFile } from '../storage/jsonFile.ts';
import { readOwnText } from '../storage/ownFile.ts';

const schema = z.object({
  format: z.literal(3),
  id: uploadId,
  connectionId,
  file: z.object({
    name: z.string(),
    bytes: z.number().int().min(0),
    /** SHA-256 in lowercase hex; absent until it was read, and in records of earlier versions. */
    sha256: z.string().exactOptional(),
  }),
  /** The last completed step; unfinished work beyond it is started again. */
  stage: z.enum(['source', 'mapping', 'checking', 'sending']),
  choice: sourceChoice.nullable(),
  /** Sealed with the key of the rows, because a template may contain text of every value. */
  mapping: z.string().nullable(),
  duplicateRule: z.enum(duplicateRules),
  settings: sendSettings.nullable(),
  /** Address of the service of all comparisons; null if there are none, or of several services. */
  comparedWith: z.string().nullable(),
  /** Address of the service that the rows are sent to; null before sending. */
  sentTo: z.string().nullable(),
  /** The user confirmed sending to `sentTo`, which was production. */
  isConfirmed: z.boolean().exactOptional(),
  /** Epoch milliseconds. */
  startedAt: z.number(),
  /**
   * Whether the key that opens its rows is saved; if not, nothing of it can be read after the app has ended.
   */
  isKept: z.boolean(),
});

/**
 * What is saved of an upload besides its rows: nothing unsealed of a key or a value of an
 * atom.
 */
export type UploadRecord = z.output<typeof schema>;

const format: FileFormat<UploadRecord> = {
  version: 3,
  schema,
  // Version 1 had the events of sending in a file of its own, which is taken over when the upload is opened.
  // In version 2, the groups of rows with the same key had columns of their own: see `columnsFile`.
  migrations: {
    1: (content) => ({ ...z.looseObject({}).parse(content), format: 2 }),
    2: (content) => ({ ...z.looseObject({}).parse(content), format: 3 }),
  },
};
const fileName = 'upload.json';

export async function saveUploadRecord(folder: string, record: UploadRecord): Promise<void> {
  await saveJsonFile(path.join(folder, fileName), record);
}

/** `none`: the folder has no upload. @throws NewerFileError, the file system's error */
export async function loadUploadRecord(folder: string): Promise<UploadRecord | 'none' | 'damaged'> {
  const file = path.join(folder, fileName);
  let text: string;
  try {
    text = await readOwnText(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'none';
    throw error;
  }
  return readFormat(format, parseJson(text), file) ?? 'damaged';
}
