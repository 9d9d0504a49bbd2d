import { describe, expect, it } from 'vitest';
import { networkFailures, type AppError, type FileFailure, type NetworkFailure } from '../domain/appError.ts';
import { errorWords } from './errorWords.ts';

const base = { message: 'What main said.', requestId: null };
const address = 'https://memory.example.com';

function network(failure: NetworkFailure): AppError {
  return { ...base, code: 'network', failure, address };
}

const lasting: readonly NetworkFailure[] = [
  'redirect',
  'authorities-unreadable',
  'not-loopback',
  'proxy-unsupported',
];

function statuses(all: readonly number[]): readonly AppError[] {
  return all.map((status) => ({ ...base, code: 'unexpected_status', status, failedIndex: null }));
}

function file(failure: FileFailure): AppError {
  return { ...base, code: 'file_failed', failure, path: '/home/ada/keys.csv' };
}

const retryable: readonly AppError[] = [
  { ...base, code: 'unauthorized' },
  { ...base, code: 'not_found', key: 'v1.a' },
  { ...base, code: 'rate_limited', retryAfterMs: 2_000 },
  { ...base, code: 'timeout', afterMs: 10_000, address },
  { ...base, code: 'server_error', status: 503 },
  { ...base, code: 'unexpected_status', status: 418, failedIndex: null },
  { ...base, code: 'bad_response', field: 'atoms[2].version' },
  { ...base, code: 'keychain_unavailable' },
  { ...base, code: 'installation_key_missing' },
  { ...base, code: 'cancelled' },
  { ...base, code: 'demo_unavailable' },
  { ...base, code: 'address_changed', address },
  { ...base, code: 'upload_lost', folder: '/home/ada/uploads/damaged-1' },
  { ...base, code: 'internal' },
  { ...base, code: 'forbidden', during: 'read' },
  { ...base, code: 'timeout', afterMs: 300_000, address, isSlow: true },
  { ...base, code: 'timeout', afterMs: 60_000, address, isSlow: true, isTrickle: true },
  ...statuses([304, 400, 404, 405, 407, 408, 409, 421, 422, 425]),
  ...networkFailures.filter((failure) => !lasting.includes(failure)).map(network),
  { ...base, code: 'timestamp_failed' },
  file('denied'),
  file('missing'),
  file('full'),
  file('not-a-file'),
  file('changed'),
  file('other'),
];
/** The same request would fail the same way. */
const final: readonly AppError[] = [
  { ...base, code: 'forbidden' },
  { ...base, code: 'payload_too_large' },
  {
    ...base,
    code: 'sensitive_content',
    reason: 'entropy',
    pattern: 'aws-key',
    field: 'value',
    failedIndex: 2,
  },
  { ...base, code: 'key_missing' },
  { ...base, code: 'evidence_refused' },
  { ...base, code: 'ledger_doubted' },
  { ...base, code: 'read_only' },
  { ...base, code: 'invalid_input', field: 'baseUrl' },
  ...statuses([413, 414, 431]),
  ...lasting.map(network),
  file('too-large'),
  file('newer'),
];

describe('errorWords', () => {
  it('has a title of its own for every error', () => {
    const titles = [...retryable, ...final].map((error) => errorWords(error).title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('says what happened and what to do for every error', () => {
    for (const error of [...retryable, ...final]) {
      const { title, what, todo } = errorWords(error);
      expect(title).not.toMatch(/[.]$/);
      expect(what).toMatch(/[.]$/);
      expect(todo).toMatch(/[.]$/);
    }
  });

  it('offers a retry only where the same request may go well', () => {
    expect(retryable.filter((error) => !errorWords(error).canRetry)).toEqual([]);
    expect(final.filter((error) => errorWords(error).canRetry)).toEqual([]);
  });

  it('names the address that did not answer', () => {
    for (const failure of networkFailures) {
      expect(errorWords(network(failure)).what).toContain(address);
    }
  });

  it('quotes what main, and through it the service, said', () => {
    expect(errorWords({ ...base, code: 'forbidden' }).what).toContain('What main said.');
  });

  it('shows hidden characters of a key or of the service’s words instead of obeying them', () => {
    const { what } = errorWords({
      ...base,
      code: 'not_found',
      key: 'v1.\u202Egnp',
      message: 'No \u202Eatom.',
    });
    expect(what).toContain('v1.[U+202E]gnp');
    expect(what).not.toContain('\u202E');
  });

  it('shortens a huge key', () => {
    const { what } = errorWords({ ...base, code: 'not_found', key: 'k'.repeat(100_000) });
    expect(what.length).toBeLessThan(200);
  });

  it('names the field of an unreadable answer once', () => {
    const field = 'atoms[2].version';
    expect(errorWords({ ...base, code: 'bad_response', field }).what).toContain(field);
    const said = `The answer's field ${field} is missing.`;
    expect(errorWords({ ...base, code: 'bad_response', field, message: said }).what).toBe(said);
  });

  it('says how long to wait, if the service did', () => {
    expect(errorWords({ ...base, code: 'rate_limited', retryAfterMs: 90_000 }).todo).toContain('1 min 30 s');
    expect(errorWords({ ...base, code: 'rate_limited', retryAfterMs: null }).todo).toContain(
      'did not say how long',
    );
    expect(errorWords({ ...base, code: 'rate_limited', retryAfterMs: 0 }).todo).toBe('Try again now.');
  });

  it('counts the atoms of a refused batch from one', () => {
    const { what } = errorWords({
      ...base,
      code: 'sensitive_content',
      reason: null,
      pattern: null,
      field: null,
      failedIndex: 0,
    });
    expect(what).toContain('atom 1 of the batch');
  });

  it('names the input that was refused in words of the screen', () => {
    expect(errorWords({ ...base, code: 'invalid_input', field: 'baseUrl' }).todo).toContain('base address');
    expect(errorWords({ ...base, code: 'invalid_input', field: 'id' }).todo).not.toContain('id');
  });
});
