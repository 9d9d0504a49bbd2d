import { describe, expect, it } from 'vitest';
import { auditHeadline } from './auditHeadline.ts';

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
      'All 345 keys verified under one root; the pinned root was not seen; 3 keys changed since last read',
    );
  });

  it('counts several pins', () => {
    expect(auditHeadline(green, { counts, pins: [pin, pin], roots: [{ status: 'seen' }] })).toContain(
      'none of 2 pinned roots was seen',
    );
  });
});
