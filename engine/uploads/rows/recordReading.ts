import type { ReadRecords, ReadSample } from '../source/recordSource.ts';

/** Parses files. Injected, so that rows can be tested without files of every kind. */
export interface RecordReading {
  readonly readSample: ReadSample;
  readonly readRecords: ReadRecords;
}
