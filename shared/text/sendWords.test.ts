import { describe, expect, it } from 'vitest';
import type { AppError } from '../domain/appError.ts';
import type { ConnectionId } from '../domain/connection.ts';
import type { JobOf, JobState } from '../domain/job.ts';
import type { UploadCounts } from '../domain/upload.ts';
import {
  atomicityWords,
  batchFindingWords,
  elapsedWords,
  loggedRowsSentence,
  outcomesWords,
  rateWords,
  readBacksWords,
  resultWords,
  sendStatus,
  snapshotWords,
  timeLeftWords,
  uploadStripWords,
} from './sendWords.ts';

const noOutcomes: UploadCounts['outcomes'] = {
  waiting: 0,
  stored: 0,
  same: 0,
  skipped: 0,
  refused: 0,
  unknown: 0,
  held: 0,
};
const marks: UploadCounts['marks'] = { 'other-write': 0, 'stored-twice': 0 };
const noReadBacks: UploadCounts['readBacks'] = {
  'not-read': 0,
  green: 0,
  keyOnly: 0,
  amber: 0,
  red: 0,
  other: 0,
  missing: 0,
  refused: 0,
};

describe('the headline of an upload', () => {
  it('says no more than what became of the rows', () => {
    expect(outcomesWords({ ...noOutcomes, stored: 9_990, refused: 3, unknown: 7 })).toBe(
      '9,990 stored, 3 refused, and 7 unknown',
    );
    expect(outcomesWords({ ...noOutcomes, same: 2, skipped: 1 })).toBe('2 unchanged and 1 not sent');
    expect(outcomesWords(noOutcomes)).toBe('No rows');
  });

  it('is bad where reading back shows that rows are not as they were sent', () => {
    const outcomes = { ...noOutcomes, stored: 3 };
    expect(resultWords({ outcomes, marks, readBacks: { ...noReadBacks, green: 3 } })).toEqual({
      isBad: false,
      title: '3 stored',
    });
    expect(resultWords({ outcomes, marks, readBacks: { ...noReadBacks, green: 1, other: 2 } })).toEqual({
      isBad: true,
      title: '3 stored, but 2 came back with a different value',
    });
    expect(
      resultWords({ outcomes, marks, readBacks: { ...noReadBacks, other: 1, missing: 1, red: 1 } }).title,
    ).toBe('3 stored, but 1 came back with a different value, 1 was not found, and 1 failed verification');
    const marked = { 'other-write': 2, 'stored-twice': 1 };
    expect(resultWords({ outcomes, marks: marked, readBacks: noReadBacks }).title).toBe(
      '3 stored, but 2 had another write in between and 1 may have been stored twice',
    );
  });

  it('tells what was read back, and what was not', () => {
    const counts = (readBacks: Partial<UploadCounts['readBacks']>): UploadCounts => ({
      rows: 12,
      readyBytes: 0,
      statuses: { ready: 12, blocked: 0, dropped: 0, 'passed-over': 0 },
      problems: {
        unreadable: 0,
        'no-key': 0,
        'no-value': 0,
        'lone-surrogate': 0,
        duplicate: 0,
        sensitive: 0,
        'too-large': 0,
        'json-key': 0,
        'not-converted': 0,
        'key-not-converted': 0,
        'value-not-text': 0,
        'empty-value': 0,
        'odd-key': 0,
        'larger-than-accepted': 0,
        'broken-json': 0,
      },
      comparisons: { 'not-compared': 12, new: 0, changed: 0, same: 0, refused: 0 },
      outcomes: { ...noOutcomes, stored: 10, unknown: 1, refused: 1 },
      readBacks: { ...noReadBacks, ...readBacks },
      marks,
      edited: 0,
      largestValue: 0,
    });
    expect(readBacksWords(counts({ 'not-read': 12 }))).toBeNull();
    expect(readBacksWords(counts({ 'not-read': 2, green: 8, other: 2 }))).toBe(
      'Read back: 8 verified and 2 with a different value.',
    );
    expect(readBacksWords(counts({ 'not-read': 8, green: 3, red: 1 }))).toBe(
      'Read back: 3 verified, 1 failed, and 6 not read.',
    );
  });

  it('speaks of one snapshot only where there was one root', () => {
    expect(snapshotWords({ at: 0, roots: ['a'], requests: 1, unproven: 0 })).toMatch(
      /^All under one root in one response/,
    );
    expect(snapshotWords({ at: 0, roots: ['a'], requests: 20, unproven: 0 })).toMatch(/in 20 responses/);
    expect(snapshotWords({ at: 0, roots: ['a', 'b', 'c'], requests: 20, unproven: 0 })).toMatch(
      /^3 roots.*this is not a single snapshot/,
    );
    expect(snapshotWords({ at: 0, roots: ['a'], requests: 1, unproven: 2 })).toMatch(
      /2 atoms came without a valid proof, so it is not certain that all atoms are from one snapshot/,
    );
    expect(snapshotWords({ at: 0, roots: [], requests: 1, unproven: 0 })).not.toMatch(/one root/);
  });
});

describe('before the start', () => {
  it('promises all or nothing only for a single batch', () => {
    expect(atomicityWords(true)).toMatch(/this upload is all or nothing/);
    expect(atomicityWords(false)).toMatch(/the upload as a whole is not/);
  });

  it('reports batches that were taken or refused as of findings', () => {
    const nothing = {
      largestAccepted: 9,
      smallestRefused: 9,
      largestBatchAccepted: null,
      smallestBatchRefused: null,
    };
    expect(batchFindingWords(nothing)).toBeNull();
    expect(batchFindingWords({ ...nothing, largestBatchAccepted: 500, smallestBatchRefused: 1_000 })).toBe(
      'So far, this service has accepted 500 atoms and refused 1,000 atoms at once. This is an observation, not a guaranteed limit.',
    );
  });
});

describe('how sending stands', () => {
  const error: AppError = { code: 'forbidden', message: 'no', requestId: null };
  const sending = { phase: { kind: 'sending' }, question: null, isInterrupted: false } as const;
  const question = { kind: 'refused-batch', error, batchRows: 2 } as const;

  it.each<[JobState, string]>([
    [{ kind: 'running' }, 'sending'],
    [{ kind: 'waiting', until: 1, error }, 'waiting'],
    [{ kind: 'paused', error: null }, 'paused'],
    [{ kind: 'paused', error }, 'held-up'],
    [{ kind: 'failed', error }, 'held-up'],
    [{ kind: 'cancelled' }, 'interrupted'],
  ])('by its job %j: %s', (state, status) => {
    expect(sendStatus(sending, { state })).toBe(status);
  });

  it('was interrupted where nobody works on it, or an earlier session did not come to its end', () => {
    const paused = { kind: 'paused', error: null } as const;
    expect(sendStatus(sending, null)).toBe('interrupted');
    expect(sendStatus({ ...sending, isInterrupted: true }, { state: paused })).toBe('interrupted');
    expect(sendStatus(sending, { state: paused })).toBe('paused');
  });

  it('asks, whatever its job does in the meantime', () => {
    expect(sendStatus({ ...sending, question }, { state: { kind: 'running' } })).toBe('asking');
    expect(sendStatus({ ...sending, question }, null)).toBe('asking');
  });

  it('reads back, and ends', () => {
    const running = { state: { kind: 'running' } } as const;
    expect(sendStatus({ ...sending, phase: { kind: 'verifying' } }, running)).toBe('verifying');
    expect(sendStatus({ ...sending, phase: { kind: 'ended', stopped: false } }, running)).toBe('ended');
  });
});

describe('on other screens', () => {
  const file = { name: 'atoms.csv', bytes: 2_000 };
  const settings = {
    batchAtoms: 500,
    skipSame: true,
    replacesUnseen: true,
    onRefusal: 'ask',
    verify: true,
  } as const;
  const job = (step: 'stage' | 'send', state: JobState, endedAt: number | null = null): JobOf<'upload'> => ({
    id: 'j',
    kind: 'upload',
    connectionId: 'c' as ConnectionId,
    state,
    startedAt: 0,
    endedAt,
    progress: {
      uploadId: 'u',
      fileName: file.name,
      step,
      total: 2_000,
      done: 500,
      perSecond: 10,
      batches: 1,
    },
  });
  const sending = {
    phase: { kind: 'sending' },
    question: null,
    isInterrupted: false,
    settings,
    counts: null,
    file,
  } as const;

  it('reports work on an upload that was not sent yet, and of nothing where it rests', () => {
    const staging = { ...sending, phase: { kind: 'staging' }, settings: null } as const;
    expect(uploadStripWords(staging, job('stage', { kind: 'running' }))).toEqual({
      words: 'Reading “atoms.csv”: 500 B of 2.0 kB',
      needsUser: false,
    });
    expect(uploadStripWords(staging, job('stage', { kind: 'done' }, 5))).toBeNull();
    expect(uploadStripWords(staging, null)).toBeNull();
  });

  it('tells how far sending is, and when the user is needed', () => {
    expect(uploadStripWords(sending, job('send', { kind: 'running' }))).toEqual({
      words: 'Sending “atoms.csv”: 500 of 2,000 rows',
      needsUser: false,
    });
    expect(uploadStripWords(sending, job('send', { kind: 'paused', error: null }))?.needsUser).toBe(true);
  });

  it('reports the end while it is news', () => {
    const ended = { ...sending, phase: { kind: 'ended', stopped: false } } as const;
    expect(uploadStripWords(ended, job('send', { kind: 'done' }, 9))?.words).toBe(
      'The upload of “atoms.csv” has ended',
    );
    expect(uploadStripWords(ended, null)).toBeNull();
  });
});

describe('times and rates', () => {
  it('gives the time left in steps that do not flicker', () => {
    expect(timeLeftWords(100, null)).toBeNull();
    expect(timeLeftWords(100, 0)).toBeNull();
    expect(timeLeftWords(100, 50)).toBe('a few seconds left');
    expect(timeLeftWords(1_000, 50)).toBe('about 20 s left');
    expect(timeLeftWords(1_020, 50)).toBe('about 20 s left');
    expect(timeLeftWords(2_900, 50)).toBe('about 1 min left');
    expect(timeLeftWords(60_000, 50)).toBe('about 20 min left');
    expect(timeLeftWords(500_000, 50)).toBe('about 3 h left');
    expect(timeLeftWords(5_300 * 50, 50)).toBe('about 1.5 h left');
  });

  it('counts elapsed time in whole seconds', () => {
    expect(elapsedWords(-5)).toBe('0 s');
    expect(elapsedWords(999)).toBe('0 s');
    expect(elapsedWords(12_900)).toBe('12 s');
    expect(elapsedWords(125_000)).toBe('2 min 5 s');
    expect(elapsedWords(7_800_000)).toBe('2 h 10 min');
  });

  it('rounds rates to what can be read', () => {
    expect(rateWords(2.46)).toBe('2.5 rows/s');
    expect(rateWords(1_840.4)).toBe('1,840 rows/s');
  });
});

it('says what the log keeps of the rows of an upload, also if it lacks some', () => {
  const outcomes = { ...noOutcomes, stored: 4, same: 1, refused: 9 };
  expect(loggedRowsSentence({ outcomes }, 5)).toContain('of each row that was read back.');
  expect(loggedRowsSentence({ outcomes }, 3)).toContain('of 3 of 5 rows.');
  expect(loggedRowsSentence({ outcomes }, 0)).toBe('The log keeps only the counts.');
});
