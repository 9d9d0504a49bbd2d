import { expect, it } from 'vitest';
import { noVerdicts } from '#shared/merkle/verdict.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { WriteReceipt } from '#shared/domain/writeReceipt.ts';
import { parseReceipt, parseSummary, receiptText, summaryText } from './receiptRecord.ts';

const receipt: WriteReceipt = {
  id: 'a',
  connectionId: 'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d' as ConnectionId,
  startedAt: 1,
  endedAt: 2,
  kind: 'upload',
  outcome: 'stored',
  title: 'plants.csv',
  atomCount: 3,
  rootBefore: null,
  rootAfter: null,
  readBack: { ...noVerdicts, green: 3, other: 0, unread: 0 },
  otherWrites: { before: false, after: false },
  errorCode: null,
  atoms: [],
  counts: null,
  runs: [],
  source: null,
  previous: null,
  sentTo: null,
};

it('reads receipts from before the verdict for a key without its value existed', () => {
  const older = (text: string): string => {
    const without = text.replace('"keyOnly":0,', '');
    expect(without).not.toBe(text);
    return without;
  };
  expect(parseReceipt(older(receiptText(receipt)))).toEqual(receipt);
  expect(parseSummary(older(summaryText(receipt)))?.readBack).toEqual(receipt.readBack);
});
