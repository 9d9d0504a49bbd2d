import { describe, expect, it } from 'vitest';
import { auditHeadline, pinNotes } from './auditHeadline.ts';

const counts = {
  records: 345,
  outcomes: { green: 345, keyOnly: 0, amber: 0, red: 0, missing: 0, refused: 0, unsendable: 0 },
  conflicts: 0,
  unmet: 0,
  changes: { expected: 0, other: 0 },
};
const pin = { rootHash: 'ab'.repeat(32), treeSize: '8', isExact: false };
const green = { status: 'green', reasons: [], open: [] } as const;

describe('the headline of an audit', () => {
  it('adds nothing if the pinned root was seen and nothing changed', () => {
    expect(auditHeadline(green, { counts, pins: [pin], roots: [{ status: 'pinned' }] })).toBe(
      'All 345 keys verified under one root',
    );
  });

  it('names a pin that no root of the audit has, and what changed', () => {
    const changed = { ...counts, changes: { expected: 1, other: 2 } };
    expect(auditHeadline(green, { counts: changed, pins: [pin], roots: [{ status: 'new' }] })).toBe(
      'All 345 keys verified under one root, but not the pinned one; 3 keys have changed since they were last read',
    );
  });

  it('counts several pins', () => {
    expect(auditHeadline(green, { counts, pins: [pin, pin], roots: [{ status: 'seen' }] })).toContain(
      'but none of the 2 pinned ones',
    );
  });

  it('does not say twice that keys changed', () => {
    const red = { status: 'red', reasons: [{ code: 'unexpected-changes', keys: 1 }], open: [] } as const;
    const of = (changes: typeof counts.changes): string =>
      auditHeadline(red, { counts: { ...counts, changes }, pins: [], roots: [] });
    expect(of({ expected: 0, other: 1 })).toBe('1 of 345 keys changed unexpectedly');
    expect(of({ expected: 2, other: 1 })).toBe(
      '1 of 345 keys changed unexpectedly; 2 others changed as expected',
    );
  });
});

describe('the note on a pinned root', () => {
  const root = { status: 'new', treeSize: '13', records: 12 } as const;

  it('names both sizes where no root is the pinned one', () => {
    expect(pinNotes({ pins: [pin] }, { roots: [root] })).toEqual([
      {
        code: 'pinned-root-not-seen',
        words:
          'The tree has 13 leaves, the pinned one 8; the API offers no proof that one contains the other.',
      },
    ]);
  });

  it('is left out where a pinned root was seen, or there is none', () => {
    expect(pinNotes({ pins: [pin] }, { roots: [{ ...root, status: 'pinned' }] })).toEqual([]);
    expect(pinNotes({ pins: [] }, { roots: [root] })).toEqual([]);
  });
});
