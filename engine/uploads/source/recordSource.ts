import type {
  SourceChoice,
  SourceRecord,
  SourceRefusal,
  SourceSample,
  SourceWish,
} from '#shared/domain/uploadSource.ts';

/** The bytes of a file from its beginning, in pieces of any size. Each call starts over. */
export type OpenBytes = () => AsyncIterable<Uint8Array>;

/** Bytes at a position: at least one and at most `most`, or none at the end of the file. */
export type ReadBytes = (from: number, most: number) => Promise<Buffer>;

export interface SourceFile {
  /** Its extension helps to detect the format. */
  readonly name: string;
  readonly bytes: number;
  readonly open: OpenBytes;
  readonly readAt: ReadBytes;
}

/** A file, or what was unpacked of one. */
export type SourceText = Pick<SourceFile, 'name' | 'open'>;

/** Parses the beginning of a file. `wish` null: the likely settings. Reads no more than necessary. */
export type ReadSample = (
  file: SourceFile,
  wish: SourceWish | null,
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
