import type { SourceChoice, SourceRecord, SourceRefusal, SourceSample } from '#shared/domain/uploadSource.ts';

/** The bytes of a file from its beginning, in pieces of any size. Each call starts over. */
export type OpenBytes = () => AsyncIterable<Uint8Array>;

export interface SourceFile {
  /** Its extension helps to detect the format. */
  readonly name: string;
  readonly bytes: number;
  readonly open: OpenBytes;
}

/** Parses the beginning of a file. `choice` null: the likely settings. Reads no more than necessary. */
export type ReadSample = (
  file: SourceFile,
  choice: SourceChoice | null,
) => Promise<
  | { readonly ok: true; readonly sample: SourceSample }
  | { readonly ok: false; readonly refusal: SourceRefusal; readonly sample: SourceSample | null }
>;

/** Records of the whole file in order, in batches. */
export type ReadRecords = (
  file: SourceFile,
  choice: SourceChoice,
  /** Of the sample; cells have this order, and columns that appear only later are omitted. */
  columns: readonly string[],
) => AsyncGenerator<RecordPiece, SourceRefusal | null>;

export interface RecordPiece {
  readonly records: readonly SourceRecord[];
  /** Bytes of the file read so far. */
  readonly bytesDone: number;
}
