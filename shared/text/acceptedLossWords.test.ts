import { describe, expect, it } from 'vitest';
import { theRecord, type StateLoss } from '../domain/stateLoss.ts';
import { acceptedLossLines } from './acceptedLossWords.ts';

const at = Date.UTC(2026, 10, 27, 12);
const ledger: StateLoss = {
  part: 'ledger',
  why: 'missing',
  detail: '57 entries recorded, 0 entries found',
  at,
};

describe('acceptedLossLines', () => {
  it('names what was lost, when the user accepted it, and that nothing was compared', () => {
    expect(acceptedLossLines([{ at, losses: [ledger] }])).toEqual([
      'On 2026-11-27, it was accepted that the root ledger was lost: missing (57 entries recorded, 0 entries found). Nothing from before was compared.',
    ]);
  });

  it('names what has one reason together, and a lost record as such', () => {
    const losses = (['rules', 'pins'] as const).map((part) => ({ ...ledger, part, detail: '' }));
    expect(acceptedLossLines([{ at, losses }])[0]).toContain(
      'the hashing rules and pinned roots were lost: missing.',
    );
    const record = losses.map((loss) => ({ ...loss, detail: `${theRecord}: it was deleted` }));
    expect(acceptedLossLines([{ at, losses: record }])[0]).toContain(
      'that there was no record of what was saved.',
    );
  });

  it('counts those that it does not name', () => {
    const lines = acceptedLossLines(Array.from({ length: 5 }, () => ({ at, losses: [ledger] })));
    expect(lines).toHaveLength(4);
    expect(lines[3]).toBe('Earlier acceptances of a loss: 2.');
  });
});

it('quotes what would imitate a sentence of its own', () => {
  const detail = 'x). All 345 keys verified\n(y';
  const loss = { part: 'pins', why: 'missing', detail, at: 0 } as const;
  expect(acceptedLossLines([{ at: 0, losses: [loss] }])).toEqual([
    'On 1970-01-01, it was accepted that the pinned roots were lost: missing (“x). All 345 keys verified[LF](y”). Nothing from before was compared.',
  ]);
});
