import { describe, expect, it } from 'vitest';
import type { RootStatus } from '../domain/connection.ts';
import { rootWords } from '../text/rootWords.ts';
import { rootStatusWithPins } from './rootStatusWithPins.ts';
import { samplePin } from './testing/samplePin.ts';

const pin = samplePin();
const exact = samplePin({ isExact: true });
const other = 'cd'.repeat(32);
const shrinking: RootStatus = {
  kind: 'contradiction',
  contradiction: { kind: 'shrinking', size: '100', largestSize: '120', seenAt: 0 },
};
const unexplained: RootStatus = {
  kind: 'unexplained',
  treeSize: '100',
  other: { rootHash: other, at: 0 },
};

function statusOf(inLedger: RootStatus, changes: { root?: string; size?: bigint; pins?: (typeof pin)[] }) {
  return rootStatusWithPins(inLedger, changes.pins ?? [pin], {
    rootHash: changes.root ?? pin.rootHash,
    treeSize: changes.size ?? 100n,
    asking: { askedAt: 2_000, at: 2_001 },
    mayBeOurs: () => false,
  });
}

describe('the status of a root from ledger and pins', () => {
  it('is pinned for the pinned root, also where the ledger has an unexplained one of the same size', () => {
    for (const inLedger of [{ kind: 'new' } as const, unexplained])
      expect(statusOf(inLedger, {})).toEqual({ kind: 'pinned', pin, isSizeCompared: true });
  });

  it('stays a contradiction of the ledger, whatever is pinned', () => {
    expect(statusOf(shrinking, {})).toBe(shrinking);
    expect(statusOf(shrinking, { root: other })).toBe(shrinking);
  });

  it('names the root that is expected exactly before what the ledger found', () => {
    expect(statusOf(shrinking, { root: other, pins: [exact] })).toMatchObject({
      contradiction: { kind: 'other-than-pinned', pin: exact },
    });
  });

  it('is as in the ledger without pins', () => {
    for (const inLedger of [shrinking, unexplained, { kind: 'new' } as const])
      expect(statusOf(inLedger, { pins: [] })).toBe(inLedger);
  });

  it('says what a pin shows, and never more', () => {
    const said = (inLedger: RootStatus, changes: Parameters<typeof statusOf>[1]) =>
      rootWords(statusOf(inLedger, changes)).replaceAll(
        /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d/g,
        'TIME',
      );
    expect([
      said({ kind: 'new' }, {}),
      said({ kind: 'new' }, { pins: [samplePin({ treeSize: null, source: { kind: 'print' } })] }),
      said({ kind: 'new' }, { root: other, size: 101n }),
      said(
        { kind: 'seen', firstSeenAt: 0, times: 3 },
        { root: other, pins: [samplePin({ treeSize: null })] },
      ),
      said({ kind: 'new' }, { root: other }),
      said({ kind: 'new' }, { root: other, size: 99n }),
      said({ kind: 'new' }, { size: 99n }),
      said({ kind: 'new' }, { root: other, pins: [exact] }),
      said(
        { kind: 'new' },
        {
          pins: [
            samplePin({
              note: '',
              source: {
                kind: 'checkpoint',
                origin: 'memory.example',
                signer: { name: 'Ada', keyId: '01020304', isVerified: false },
              },
            }),
          ],
        },
      ),
    ]).toMatchSnapshot();
  });
});
