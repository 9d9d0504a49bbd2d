import type { SourceChoice, SourceRecord, SourceRefusal, SourceSample } from '#shared/domain/uploadSource.ts';

/** The bytes of a file from its beginning, in pieces of any size. Each call begins anew. */
export type OpenBytes = () => AsyncIterable<Uint8Array>;

export interface SourceFile {
  /** Its ending helps to tell the format. */
  readonly name: string;
  readonly bytes: number;
  readonly open: OpenBytes;
}

/** Understands the beginning of a file. `choice` null: what is likely. Reads no more of it than it needs. */
export type ReadSample = (
  file: SourceFile,
  choice: SourceChoice | null,
) => Promise<
  | { readonly ok: true; readonly sample: SourceSample }
  | { readonly ok: false; readonly refusal: SourceRefusal; readonly sample: SourceSample | null }
>;

/** Records of the whole file in order, some at a time. */
export type ReadRecords = (
  file: SourceFile,
  choice: SourceChoice,
  /** Of the sample; cells come in this order, and columns that appear only later are left out. */
  columns: readonly string[],
) => AsyncGenerator<RecordPiece, SourceRefusal | null>;

export interface RecordPiece {
  readonly records: readonly SourceRecord[];
  /** Bytes of the file that were read so far. */
  readonly bytesDone: number;
}
