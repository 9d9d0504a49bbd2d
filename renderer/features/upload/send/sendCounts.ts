import type { SendSettings, UploadCounts } from '#shared/domain/upload.ts';

/** The largest batch size that can be chosen. */
export const largestBatch = 10_000;
/** Bytes of values that fit into one batch even with JSON escapes. Beyond that, there may be more batches. */
const surelyOneBatch = 4 * 1024 * 1024;

/** What sending will do, as far as that is known before. */
export interface SendCounts {
  readonly rows: number;
  /** Bytes of UTF-8 of the values. An upper limit if same rows are skipped, because their sizes are not counted separately. */
  readonly bytes: number;
  readonly isMostBytes: boolean;
  readonly batches: number;
  /** There may be more, because very large batches are split. */
  readonly isLeastBatches: boolean;
  readonly leftOut: Readonly<Record<'blocked' | 'dropped' | 'passed-over' | 'same', number>>;
  /** Ready rows that were not compared with the service. */
  readonly notCompared: number;
}

export function sendCounts(
  { statuses, comparisons, readyBytes }: UploadCounts,
  { batchAtoms, skipSame }: Pick<SendSettings, 'batchAtoms' | 'skipSame'>,
): SendCounts {
  const same = skipSame ? comparisons.same : 0;
  const rows = statuses.ready - same;
  const batches = Math.ceil(rows / batchAtoms);
  return {
    rows,
    bytes: rows === 0 ? 0 : readyBytes,
    isMostBytes: same > 0 && rows > 0,
    batches,
    isLeastBatches: batches > 0 && readyBytes / batches > surelyOneBatch,
    leftOut: {
      blocked: statuses.blocked,
      dropped: statuses.dropped,
      'passed-over': statuses['passed-over'],
      same,
    },
    notCompared: comparisons['not-compared'],
  };
}
