import type { ReadRecords, ReadSample } from '../uploadSource/recordSource.ts';

/** How files are understood: handed in, so that rows can be tried without files of every kind. */
export interface RecordReading {
  readonly readSample: ReadSample;
  readonly readRecords: ReadRecords;
}
