import type { RootPin } from '../../domain/pin.ts';

/** A pin with everything that a test does not care about filled in. */
export function samplePin(pin: Partial<RootPin> = {}): RootPin {
  return {
    id: 'pin',
    rootHash: 'ab'.repeat(32),
    treeSize: '100',
    isExact: false,
    source: { kind: 'person' },
    note: 'read out by Ada',
    pinnedAt: 1_000,
    ...pin,
  };
}
