import { describe, expect, it } from 'vitest';
import { theRecord } from '../domain/stateLoss.ts';
import type { VerifiedLedger } from '../domain/rootLedger.ts';
import { verificationWords } from './ledgerWords.ts';

const signed: VerifiedLedger = {
  entries: 3,
  damage: [],
  damageCount: 0,
  checkpoints: { total: 1, valid: 1, unknownKeys: [] },
  unsigned: 0,
  elapsedMs: 1,
  loss: null,
};
const unsigned: VerifiedLedger = { ...signed, checkpoints: { total: 0, valid: 0, unknownKeys: [] } };

describe('verificationWords', () => {
  it('calls a ledger intact if it is the recorded one', () => {
    expect(verificationWords(signed)).toMatchObject({ tone: 'good', title: 'The ledger is intact' });
  });

  it.each([
    [
      'missing',
      '3 entries recorded, 0 entries found',
      'The ledger is missing (3 entries recorded, 0 entries found)',
    ],
    [
      'older',
      '3 entries recorded, 2 entries found',
      'The ledger is an earlier copy (3 entries recorded, 2 entries found)',
    ],
    ['damaged', 'entries were changed', 'The ledger is damaged or changed (entries were changed)'],
    ['missing', theRecord, 'Nothing shows whether the ledger is complete'],
  ] as const)('never calls a ledger with a known loss intact: %s, %s', (why, detail, title) => {
    for (const ledger of [signed, unsigned, { ...unsigned, entries: 0 }]) {
      const words = verificationWords({ ...ledger, loss: { why, detail } });
      expect(words).toMatchObject({ tone: 'warning', title });
      expect(words.text).not.toMatch(/intact|in its place|sign the head/i);
      expect(words.text).toContain('or accept the loss');
    }
  });

  it('says of a ledger that was altered that it was, whatever is lost', () => {
    const damage = [{ kind: 'entry-changed', entry: 1 }] as const;
    const loss = { why: 'older', detail: '' } as const;
    expect(verificationWords({ ...signed, damage, damageCount: 1, loss }).tone).toBe('danger');
  });
});
