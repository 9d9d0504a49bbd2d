import { describe, expect, it } from 'vitest';
import type { RootStatus } from '#shared/domain/connection.ts';
import { rootLook } from './rootLook.ts';

const pinned: RootStatus = {
  kind: 'pinned',
  pin: {
    id: 'p',
    rootHash: 'ab'.repeat(32),
    treeSize: '2',
    pinnedAt: 1,
    source: { kind: 'response' },
    note: '',
    isExact: false,
  },
  isSizeCompared: true,
};

describe('a pinned root', () => {
  it('is green only while it is known that no key failed', () => {
    expect(rootLook(pinned, 0)).toMatchObject({ words: 'Pinned', tone: 'good' });
    expect(rootLook(pinned, null).tone).toBeUndefined();
    expect(rootLook(pinned, null).words).toBe('Pinned');
  });

  it('names the keys that failed, however well it is pinned', () => {
    const look = rootLook(pinned, 345);
    expect(look.words).toBe('Pinned, 345 failed');
    expect(look.tone).toBeUndefined();
    expect(look.tip).toContain('345 known keys failed verification when they were last read');
  });
});
