import { describe, expect, it } from 'vitest';
import type { ConnectionId } from '../domain/connection.ts';
import type { WriteSummary } from '../domain/writeReceipt.ts';
import {
  beforeWords,
  otherWriteSentences,
  outcomeWords,
  readBackCountWords,
  readBackWords,
  versionStep,
  writeKindWords,
} from './writeWords.ts';

const none = { green: 0, keyOnly: 0, amber: 0, red: 0, other: 0, unread: 0 };

function write(change: Partial<WriteSummary>): WriteSummary {
  return {
    id: 'a',
    connectionId: 'one' as ConnectionId,
    startedAt: 0,
    endedAt: 1,
    kind: 'store',
    outcome: 'stored',
    title: 'v1.a',
    atomCount: 1,
    rootBefore: null,
    rootAfter: null,
    readBack: { ...none, green: 1 },
    otherWrites: { before: false, after: false },
    errorCode: null,
    ...change,
  };
}

describe('the outcome of a write', () => {
  it.each<[Partial<WriteSummary>, string, string]>([
    [{}, 'good', 'Stored and verified'],
    [{ readBack: { ...none, green: 5, amber: 1 } }, 'doubtful', 'Stored, could not be checked'],
    [{ readBack: { ...none, green: 5, keyOnly: 1 } }, 'plain', 'Stored, only the key proven'],
    [{ readBack: { ...none, green: 5, red: 1, other: 1 } }, 'bad', 'Stored, but a proof failed'],
    [{ readBack: { ...none, green: 5, other: 1 } }, 'bad', 'Stored, but read-back differs'],
    [{ readBack: { ...none, green: 5, unread: 1 } }, 'doubtful', 'Stored, not all read back'],
    [{ readBack: null }, 'plain', 'Stored, not read back'],
    [{ errorCode: 'network' }, 'doubtful', 'Response lost, but stored and verified'],
    [{ outcome: 'nothing', errorCode: 'forbidden', readBack: null }, 'plain', 'Refused, nothing stored'],
    [{ outcome: 'nothing', kind: 'upload', readBack: null }, 'plain', 'Nothing stored'],
    [{ outcome: 'partly', kind: 'upload', readBack: null }, 'doubtful', 'Partly stored'],
    [
      {
        outcome: 'partly',
        kind: 'upload',
        readBack: { green: 1, keyOnly: 0, amber: 0, red: 0, other: 1, unread: 0 },
      },
      'bad',
      'Partly stored, read-back differs',
    ],
    [{ outcome: 'unknown', errorCode: 'timeout' }, 'doubtful', 'Response lost, value found'],
    [
      { outcome: 'unknown', errorCode: 'timeout', readBack: { ...none, other: 1 } },
      'bad',
      'Response lost, value not found',
    ],
    [{ outcome: 'unknown', errorCode: 'timeout', readBack: { ...none, unread: 1 } }, 'doubtful', 'Unknown'],
    [{ outcome: 'unknown', readBack: null }, 'doubtful', 'Unknown'],
    [{ outcome: 'unknown', kind: 'upload', readBack: null }, 'doubtful', 'Unknown'],
  ])('%j: %s, %s', (change, tone, title) => {
    expect(outcomeWords(write(change))).toMatchObject({ tone, title });
  });

  it('says why, and names a reason that it does not know', () => {
    const refused = { outcome: 'nothing', readBack: null } as const;
    expect(outcomeWords(write({ ...refused, errorCode: 'payload_too_large' })).what).toBe(
      'The request was too large for the service.',
    );
    expect(outcomeWords(write({ ...refused, errorCode: 'from\u202eelsewhere' })).what).toMatch(
      /^It ended with the error “from.*U\+202E.*elsewhere”\.$/,
    );
  });

  it('never says that another write came, only that it may have', () => {
    const sentences = otherWriteSentences({ before: true, after: true });
    expect(sentences).toHaveLength(2);
    for (const sentence of sentences) expect(sentence).toMatch(/^Another write may have happened right/);
    expect(otherWriteSentences({ before: false, after: false })).toEqual([]);
  });
});

describe('an atom of a write', () => {
  it('had a version before, or none, or is not known to have had one', () => {
    expect(beforeWords('absent', null)).toBe('not found');
    expect(beforeWords('unread', null)).toBe('could not be read');
    expect(beforeWords('there', null)).toBe('there, without a version');
    expect(beforeWords('there', 3)).toBe('version 3');
    expect(versionStep({ before: 'absent', versionBefore: null, version: 1 })).toBe('new → 1');
    expect(versionStep({ before: 'there', versionBefore: 3, version: 4 })).toBe('3 → 4');
    expect(versionStep({ before: 'unread', versionBefore: null, version: null })).toBe('? → ?');
  });

  it('gets a verdict only where what was sent was read back', () => {
    const readBack = { version: 1, holdsValue: true, verdict: 'green', proof: null } as const;
    expect(readBackWords({ missing: false, readBack })).toMatchObject({ kind: 'verdict', verdict: 'green' });
    const other = { ...readBack, holdsValue: false };
    expect(readBackWords({ missing: false, readBack: other })).toEqual({
      kind: 'other',
      words: 'different value',
    });
    expect(readBackWords({ missing: true, readBack: null })).toEqual({ kind: 'other', words: 'not found' });
    expect(readBackWords({ missing: false, readBack: null })).toEqual({ kind: 'none', words: 'not read' });
  });
});

it('counts', () => {
  expect(writeKindWords({ kind: 'store', atomCount: 1 })).toBe('One atom');
  expect(writeKindWords({ kind: 'batch', atomCount: 1_200 })).toBe('Batch of 1,200 atoms');
  expect(writeKindWords({ kind: 'upload', atomCount: 1 })).toBe('Upload of 1 atom');
  expect(readBackCountWords({ ...none, green: 9_990, unread: 2 })).toBe('9,990 verified, 2 not read');
  expect(readBackCountWords(none)).toBe('none');
});
