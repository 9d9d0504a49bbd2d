import { describe, expect, it } from 'vitest';
import type { AtomReading, Exchange } from '#shared/domain/atom.ts';
import { fail, succeed } from '#shared/domain/result.ts';
import type { SentReceipt } from '#shared/domain/store.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import { receiptWords as wordsOfReceipt } from './receiptWords.ts';

const receiptWords = (receipt: SentReceipt) => wordsOfReceipt(receipt, 'the text that was sent');
const exchange: Exchange = {
  requestId: 'r',
  method: 'POST',
  path: '/atoms',
  status: 201,
  startedAt: 0,
  elapsedMs: 1,
  bodyBytes: 2,
  retries: 0,
};
const lost = {
  code: 'timeout',
  message: 'late',
  requestId: null,
  afterMs: 1_000,
  address: 'http://x',
} as const;

function reading(version: number, status: VerdictStatus): AtomReading {
  return {
    key: 'k',
    value: 'v',
    version,
    hash: null,
    score: null,
    proof: null,
    verdict: { status, checks: [], binds: [], open: [] },
    raw: '',
    memory: null,
    exchange,
  };
}

function stored(
  version: number,
  status: VerdictStatus,
  readBackMatches = true,
): Extract<SentReceipt, { readonly outcome: 'stored' }> {
  const answer = { key: 'k', version, hash: null, rootHash: null, createdAt: null };
  return {
    outcome: 'stored',
    receiptId: 'r',
    isLogged: true,
    previous: { atoms: 0, notKept: [] },
    before: null,
    beforeError: null,
    otherWrites: { before: false, after: false },
    answer,
    exchange,
    readBack: succeed(reading(version, status)),
    readBackMatches,
  };
}

describe('receiptWords', () => {
  it.each([
    ['green', 'good', 'Read back and verified.'],
    ['amber', 'warning', 'Could not check its proof completely'],
    ['red', 'danger', 'its proof failed'],
  ] as const)('claims no more than a %s read-back shows', (status, tone, words) => {
    const receipt = receiptWords(stored(3, status));
    expect(receipt).toMatchObject({ tone, title: 'Stored as version 3' });
    expect(receipt.sentences.join(' ')).toContain(words);
  });

  it('says that the read-back differs, whatever its proof says', () => {
    expect(receiptWords(stored(3, 'green', false))).toMatchObject({ tone: 'danger' });
  });

  it('reports a write between the last read and the store', () => {
    const receipt: SentReceipt = {
      ...stored(5, 'green'),
      before: reading(3, 'green'),
      otherWrites: { before: true, after: false },
    };
    expect(receiptWords(receipt).sentences.join(' ')).toContain(
      'Another write may have come between version 3 and yours, version 5',
    );
    expect(receiptWords(stored(4, 'green')).sentences).toHaveLength(1);
  });

  it('reports a later write without blaming the service', () => {
    const receipt: SentReceipt = {
      ...stored(4, 'green', false),
      readBack: succeed(reading(5, 'green')),
      otherWrites: { before: false, after: true },
    };
    const words = receiptWords(receipt);
    expect(words).toMatchObject({
      tone: 'warning',
      title: 'Stored as version 4, then changed by a later write',
    });
    expect(words.sentences.join(' ')).toContain('Another write, version 5, seems to have followed yours');
  });

  it('does not take another value of the stored version for a later write', () => {
    const words = receiptWords({ ...stored(4, 'green', false), readBack: succeed(reading(4, 'red')) });
    expect(words.tone).toBe('danger');
    expect(words.sentences.join(' ')).toContain('You sent 22 B. 1 B was read back, version 4.');
    expect(words.sentences.join(' ')).not.toContain('Either someone else');
    expect(words.sentences.join(' ')).toContain('The proof of the returned value failed.');
  });

  it('blames no other writer if version, hash, and root match the response', () => {
    const proof = {
      leafHash: 'a'.repeat(64),
      leafIndex: 0,
      treeSize: 1,
      rootHash: 'c'.repeat(64),
      siblings: [],
    };
    const { sentences } = receiptWords({
      ...stored(4, 'green', false),
      answer: { key: 'k', version: 4, hash: 'a'.repeat(64), rootHash: 'c'.repeat(64), createdAt: null },
      readBack: succeed({ ...reading(4, 'red'), hash: 'a'.repeat(64), proof }),
    });
    expect(sentences.join(' ')).toContain('the version, hash, and root have not changed');
    expect(sentences.join(' ')).not.toContain('Either someone else');
  });

  it('says that nothing was stored if nothing changed', () => {
    const before = { ...reading(3, 'green'), hash: 'aa' };
    const { tone, sentences } = receiptWords({
      ...stored(4, 'green', false),
      before,
      readBack: succeed(before),
    });
    expect(tone).toBe('danger');
    expect(sentences.join(' ')).toContain('exactly as it was before the store');
    expect(sentences.join(' ')).toContain('reported a successful store but did not store your text');
  });

  it('leaves the cause open if the version differs', () => {
    const { sentences } = receiptWords({
      ...stored(4, 'green', false),
      readBack: succeed(reading(2, 'green')),
    });
    expect(sentences.join(' ')).toContain('Either someone else stored the atom in between');
  });

  it('does not accept a later version whose proof failed', () => {
    const words = receiptWords({
      ...stored(4, 'green', false),
      readBack: succeed(reading(5, 'red')),
      otherWrites: { before: false, after: true },
    });
    expect(words.tone).toBe('danger');
  });

  it('says that the value is stored but could not be read back', () => {
    const receipt: SentReceipt = {
      outcome: 'stored',
      receiptId: 'r',
      isLogged: true,
      previous: { atoms: 0, notKept: [] },
      before: null,
      beforeError: null,
      otherWrites: { before: false, after: false },
      answer: { key: 'k', version: null, hash: null, rootHash: null, createdAt: null },
      exchange,
      readBack: fail(lost),
      readBackMatches: null,
    };
    expect(receiptWords(receipt)).toMatchObject({ tone: 'warning', title: 'Stored' });
  });

  it.each([
    [true, 'warning', 'the value is stored'],
    [false, 'danger', 'the value is not stored'],
    [null, 'danger', 'Unknown whether this was stored'],
  ] as const)('tells a lost answer from what reading back shows (%s)', (readBackMatches, tone, words) => {
    const receipt = receiptWords({
      outcome: 'unknown',
      receiptId: 'r',
      isLogged: true,
      previous: { atoms: 0, notKept: [] },
      before: null,
      beforeError: null,
      error: lost,
      readBack: fail(lost),
      readBackMatches,
    });
    expect(receipt.tone).toBe(tone);
    expect(receipt.title).toContain(words);
  });

  it('does not call a lost store stored if the proof of the value that was read back failed', () => {
    const words = receiptWords({
      outcome: 'unknown',
      receiptId: 'r',
      isLogged: true,
      previous: { atoms: 0, notKept: [] },
      before: null,
      beforeError: null,
      error: lost,
      readBack: succeed(reading(1, 'red')),
      readBackMatches: true,
    });
    expect(words).toMatchObject({ tone: 'danger', title: 'Unknown whether this was stored' });
    expect(words.sentences.join(' ')).toContain('the value that was sent, but its proof failed');
  });

  it('says that a receipt could not be saved', () => {
    const words = receiptWords({ ...stored(4, 'green', true), isLogged: false });
    expect(words.tone).toBe('warning');
    expect(words.sentences.at(-1)).toContain('not in the list of writes');
  });
});
