import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/domain/appError.ts';
import type { BatchReceipt, WrittenInBatch } from '#shared/domain/store.ts';
import {
  asideWords,
  batchRefusalWords,
  batchWords,
  doubtfulAtoms,
  totalsWords,
  writtenWords,
} from './bulkWords.ts';

type SentBatch = Exclude<BatchReceipt, { readonly outcome: 'conflict' }>;

const written = (more: Partial<WrittenInBatch> = {}): WrittenInBatch => ({
  key: 'k',
  version: 2,
  before: 'there',
  versionBefore: 1,
  missing: false,
  readBack: { version: 2, holdsValue: true, verdict: 'green' },
  otherWrites: { before: false, after: false },
  ...more,
});
const readBack = (more: Partial<NonNullable<WrittenInBatch['readBack']>>) => ({
  readBack: { version: 2, holdsValue: true, verdict: 'green' as const, ...more },
});
const lost: AppError = {
  code: 'timeout',
  message: 'late',
  requestId: null,
  afterMs: 1_000,
  address: 'http://x',
};

function receipt(atoms: readonly WrittenInBatch[], more: Partial<SentBatch> = {}): SentBatch {
  return {
    outcome: 'stored',
    receiptId: 'r',
    isLogged: true,
    previous: { atoms: 0, notKept: [] },
    error: null,
    rootBefore: 'aa',
    rootAfter: 'bb',
    atoms,
    readBackRoots: ['bb'],
    ...more,
  };
}

describe('batchWords', () => {
  it('is good only where all was read back, verified, and nothing speaks of another write', () => {
    expect(batchWords(receipt([written(), written()]))).toEqual({
      tone: 'good',
      title: '2 atoms stored as one batch',
      sentences: ['All 2 atoms read back and verified, under one root.'],
    });
    expect(batchWords(receipt([written(), written({ readBack: null })])).tone).toBe('warning');
    expect(batchWords(receipt([written(readBack({ verdict: 'amber' }))])).tone).toBe('warning');
    expect(batchWords(receipt([written(readBack({ verdict: 'red' }))])).tone).toBe('danger');
    expect(batchWords(receipt([written(readBack({ holdsValue: false }))])).tone).toBe('danger');
    expect(batchWords(receipt([written({ otherWrites: { before: true, after: false } })]))).toMatchObject({
      tone: 'warning',
      sentences: [expect.any(String), expect.stringContaining('another write to 1 atom')],
    });
  });

  it('tells an atom that is not there from one that could not be read', () => {
    const missing = batchWords(receipt([written({ readBack: null, missing: true })]));
    expect(missing).toMatchObject({ tone: 'danger', sentences: ['1 atom was not returned when read back.'] });
    expect(batchWords(receipt([written({ readBack: null })])).sentences).toEqual([
      '1 atom could not be read back.',
    ]);
  });

  it('does not pass over atoms that could not be read right before', () => {
    const { tone, sentences } = batchWords(receipt([written({ before: 'unread', versionBefore: null })]));
    expect(tone).toBe('warning');
    expect(sentences.join(' ')).toContain('could not be read before the store');
  });

  it('says that the answer was lost where reading back settled it', () => {
    const { title, sentences } = batchWords(receipt([written()], { error: lost }));
    expect(title).toBe('1 atom stored as one batch');
    expect(sentences[0]).toContain('The response was lost');
  });

  it('says that the read-back was no single snapshot', () => {
    const { sentences } = batchWords(receipt([written()], { readBackRoots: ['bb', 'cc'] }));
    expect(sentences.join(' ')).toContain('returned 2 different roots');
  });

  it('calls a lost answer stored only where every value is there', () => {
    const there = batchWords(receipt([written(), written()], { outcome: 'unknown', error: lost }));
    expect(there).toMatchObject({ tone: 'warning', title: 'Response lost, but the values are stored' });
    const partly = batchWords(
      receipt([written(), written(readBack({ holdsValue: false }))], { outcome: 'unknown', error: lost }),
    );
    expect(partly).toMatchObject({ tone: 'danger', title: 'Unknown whether the batch was stored' });
    const contradicted = batchWords(
      receipt([written(), written(readBack({ verdict: 'red' }))], { outcome: 'unknown', error: lost }),
    );
    expect(contradicted).toMatchObject({ tone: 'danger', title: 'Unknown whether the batch was stored' });
  });

  it('says that a receipt could not be saved', () => {
    const words = batchWords(receipt([written()], { isLogged: false }));
    expect(words.tone).toBe('warning');
    expect(words.sentences.at(-1)).toContain('not in the list of writes');
  });
});

it('lists the atoms about which there is more to say, and says it', () => {
  const moved = written({ key: 'm', otherWrites: { before: true, after: true } });
  const other = written({ key: 'o', ...readBack({ holdsValue: false }) });
  expect(doubtfulAtoms(receipt([written(), moved, other])).map(({ key }) => key)).toEqual(['m', 'o']);
  expect(writtenWords(moved)).toBe(
    'read back and verified, version 1 → 2, written by someone else just before, written by someone else since',
  );
  expect(writtenWords(other)).toBe('a different value was read back, version 1 → 2');
  expect(writtenWords(written({ readBack: null, version: null }))).toBe('could not be read back');
  expect(writtenWords(written({ readBack: null, missing: true }))).toContain('not returned when read back');
});

describe('batchRefusalWords', () => {
  const size = { included: 2_000, bytes: 1_000 };
  it('says of a refusal that nothing of the batch is stored', () => {
    const refusals: readonly AppError[] = [
      { code: 'payload_too_large', message: 'm', requestId: null },
      { code: 'unexpected_status', status: 400, failedIndex: null, message: 'm', requestId: null },
      {
        code: 'sensitive_content',
        reason: null,
        pattern: null,
        field: null,
        failedIndex: 3,
        message: 'm',
        requestId: null,
      },
    ];
    for (const error of refusals) {
      expect(batchRefusalWords(error, size)?.todo).toContain('Nothing was stored');
    }
  });

  it('claims nothing of the kind for what may have been stored', () => {
    expect(batchRefusalWords(lost, size)).toBeNull();
    expect(
      batchRefusalWords(
        { code: 'unexpected_status', status: 302, failedIndex: null, message: 'm', requestId: null },
        size,
      ),
    ).toBeNull();
    const cancelled = batchRefusalWords({ code: 'cancelled', message: 'm', requestId: null }, size);
    expect(cancelled?.what).toContain('may have reached the service');
  });
});

it('counts included and skipped atoms, and lists what was not searched', () => {
  const totals = { halfCharacters: 0, brokenJson: 0, sensitive: 0, tooLarge: 0 };
  expect(totalsWords({ ...totals, changed: 3, included: 2, replacements: 1_200, bytes: 2_048 })).toBe(
    '1,200 replacements in 2 atoms, 2.0 kB of new values. 1 atom skipped.',
  );
  expect(totalsWords({ ...totals, changed: 3, included: 0, replacements: 0, bytes: 0 })).toBe(
    '0 of 3 atoms included.',
  );
  expect(asideWords({ missing: 0, unread: 0 })).toBeNull();
  expect(asideWords({ missing: 2, unread: 1 })).toBe(
    'Not searched: 2 atoms not returned by the service and 1 atom not read.',
  );
});
