import { describe, expect, it } from 'vitest';
import type { SizeKnowledge } from '#shared/domain/store.ts';
import type { UploadCounts } from '#shared/domain/upload.ts';
import { suggestedBatch } from '#shared/upload/suggestedBatch.ts';
import { sendCounts } from './sendCounts.ts';

const counts: UploadCounts = {
  rows: 1_010,
  readyBytes: 200_000,
  statuses: { ready: 1_001, blocked: 4, dropped: 3, 'passed-over': 2 },
  problems: {
    unreadable: 4,
    'no-key': 0,
    'no-value': 0,
    'lone-surrogate': 0,
    duplicate: 0,
    sensitive: 0,
    'too-large': 0,
    'json-key': 0,
    'not-converted': 0,
    'key-not-converted': 0,
    'value-not-text': 0,
    'empty-value': 0,
    'odd-key': 0,
    'larger-than-accepted': 0,
    'broken-json': 0,
  },
  comparisons: { 'not-compared': 1, new: 500, changed: 200, same: 300, refused: 0 },
  outcomes: { waiting: 1_010, stored: 0, same: 0, skipped: 0, refused: 0, unknown: 0, held: 0 },
  marks: { 'other-write': 0, 'stored-twice': 0 },
  readBacks: { 'not-read': 1_010, green: 0, keyOnly: 0, amber: 0, red: 0, other: 0, missing: 0, refused: 0 },
  edited: 0,
  largestValue: 4_000,
};

describe('what sending will do', () => {
  it('sends every ready row, with a smaller last batch', () => {
    expect(sendCounts(counts, { batchAtoms: 500, skipSame: false })).toEqual({
      rows: 1_001,
      bytes: 200_000,
      isMostBytes: false,
      batches: 3,
      isLeastBatches: false,
      leftOut: { blocked: 4, dropped: 3, 'passed-over': 2, same: 0 },
      notCompared: 1,
    });
  });

  it('skips rows that are already stored, and then knows only an upper limit of the bytes', () => {
    const sent = sendCounts(counts, { batchAtoms: 701, skipSame: true });
    expect(sent).toMatchObject({ rows: 701, batches: 1, isMostBytes: true });
    expect(sent.leftOut.same).toBe(300);
  });

  it('gives only a minimum of the batches if they would be very large', () => {
    const large = { ...counts, readyBytes: 30_000_000 };
    expect(sendCounts(large, { batchAtoms: 500, skipSame: false })).toMatchObject({
      batches: 3,
      isLeastBatches: true,
    });
  });

  it('sends nothing if every row is already stored', () => {
    const allSame = { ...counts, comparisons: { ...counts.comparisons, same: 1_001 } };
    expect(sendCounts(allSame, { batchAtoms: 500, skipSame: true })).toMatchObject({
      rows: 0,
      bytes: 0,
      batches: 0,
      isMostBytes: false,
    });
  });
});

describe('the batch that is suggested', () => {
  const nothing: SizeKnowledge = {
    largestAccepted: null,
    smallestRefused: null,
    largestBatchAccepted: null,
    smallestBatchRefused: null,
  };

  it.each([
    ['nothing is known', nothing, 500],
    ['only larger ones were refused', { ...nothing, smallestBatchRefused: 501 }, 500],
    [
      'this one was refused and a smaller one taken',
      { ...nothing, largestBatchAccepted: 120, smallestBatchRefused: 500 },
      120,
    ],
    ['small ones were refused and none was taken', { ...nothing, smallestBatchRefused: 40 }, 20],
    ['even a single atom was refused', { ...nothing, smallestBatchRefused: 1 }, 1],
    [
      'the limit went down since a larger one was taken',
      { ...nothing, largestBatchAccepted: 400, smallestBatchRefused: 100 },
      50,
    ],
  ])('where %s', (_case, sizes, batch) => {
    expect(suggestedBatch(sizes)).toBe(batch);
  });
});
