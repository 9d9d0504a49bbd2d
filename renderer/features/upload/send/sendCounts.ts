import type { SizeKnowledge } from '#shared/domain/store.ts';
import type { SendSettings, UploadCounts } from '#shared/domain/upload.ts';

/** Most atoms in a batch, where nothing speaks for fewer. */
const usualBatch = 500;
/** More cannot be chosen. */
export const largestBatch = 10_000;
/** Bytes of values that go into one batch whatever their escapes as JSON add; beyond, there may be more batches. */
const surelyOneBatch = 4 * 1024 * 1024;

/** What sending will do, as far as it can be told before. */
export interface SendCounts {
  readonly rows: number;
  /** Of the values, in bytes of UTF-8; the most it can be where same rows are left out, whose sizes are not told apart. */
  readonly bytes: number;
  readonly isMostBytes: boolean;
  readonly batches: number;
  /** There may be more: a batch is made smaller where it would be a very large request. */
  readonly isLeastBatches: boolean;
  readonly leftOut: Readonly<Record<'blocked' | 'dropped' | 'passed-over' | 'same', number>>;
  /** Ready rows that the service was not asked about. */
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

/** A batch that the service took before, or has not refused yet: half of what it refused. */
export function suggestedBatch({ largestBatchAccepted, smallestBatchRefused }: SizeKnowledge): number {
  if (smallestBatchRefused === null || usualBatch < smallestBatchRefused) return usualBatch;
  if (largestBatchAccepted !== null && largestBatchAccepted < smallestBatchRefused)
    return largestBatchAccepted;
  return Math.max(1, Math.floor(smallestBatchRefused / 2));
}
