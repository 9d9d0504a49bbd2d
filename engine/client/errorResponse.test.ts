import { describe, expect, it } from 'vitest';
import { errorOfResponse, readErrorDetails } from './errorResponse.ts';
import { longestRetryAfterMs, parseRetryAfter } from './retryAfter.ts';

const bytes = (body: unknown): Buffer => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
const context = {
  address: 'https://memory.example.com',
  requestId: 'r1',
  key: 'v1.a',
  isWrite: false,
  now: Date.parse('2026-01-01T00:00:00Z'),
};

describe('readErrorDetails', () => {
  it.each([
    [{ error: { code: 'X', message: 'm', reason: 'r', pattern: 'p', field: 'value', failedIndex: 3 } }],
    [{ code: 'X', message: 'm', reason: 'r', pattern: 'p', field: 'value', failedIndex: 3 }],
    [{ error: 'X', message: 'm', reason: 'r', pattern: 'p', field: 'value', failedIndex: 3 }],
    [{ error: { code: 'X', message: 'm' }, reason: 'r', pattern: 'p', field: 'value', failedIndex: 3 }],
  ])('reads the shape %j', (body) => {
    expect(readErrorDetails(bytes(body))).toEqual({
      code: 'X',
      message: 'm',
      reason: 'r',
      pattern: 'p',
      field: 'value',
      failedIndex: 3,
      isWebPage: false,
    });
  });

  it.each([
    [{ error: 'Too bad.' }, 'Too bad.', false],
    ['plain text', 'plain text', false],
    ['"a JSON string"', 'a JSON string', false],
    ['<html><body>404</body></html>', null, true],
    ['', null, false],
    ['[1]', null, false],
    ['null', null, false],
    [{ error: null }, null, false],
    [{ message: 7 }, null, false],
    ['{"error":', '{"error":', false],
    ['[['.repeat(100_000), '[', false],
  ])('reads what it can of %j', (body, message, isWebPage) => {
    const details = readErrorDetails(bytes(body));
    expect(details.isWebPage).toBe(isWebPage);
    if (message === null) expect(details.message).toBeNull();
    else expect(details.message).toContain(message);
  });

  it.each([
    [{ error: { field: 'atoms[3].value' } }, 3],
    [{ error: { field: 'atoms.12.key' } }, 12],
    [{ field: 'atoms[0]' }, 0],
    [{ field: 'atoms[3].value', failedIndex: 4 }, 4],
    [{ field: 'value' }, null],
    [{ field: 'atoms[x].value' }, null],
    [{ failedIndex: '3' }, null],
  ])('finds which item of a batch %j blames', (body, failedIndex) => {
    expect(readErrorDetails(bytes(body)).failedIndex).toBe(failedIndex);
  });
});

describe('errorOfResponse', () => {
  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [413, 'unexpected_status'],
    [422, 'unexpected_status'],
    [304, 'unexpected_status'],
    [429, 'rate_limited'],
    [301, 'network'],
    [307, 'network'],
    [500, 'server_error'],
    [503, 'server_error'],
    [400, 'unexpected_status'],
    [414, 'unexpected_status'],
    [418, 'unexpected_status'],
  ])('maps %i to %s', (status, code) => {
    expect(errorOfResponse({ status, body: bytes(''), retryAfter: null }, context)).toMatchObject({
      code,
      requestId: 'r1',
    });
  });

  it.each([
    [403, 'forbidden'],
    [404, 'unexpected_status'],
    [413, 'payload_too_large'],
    [422, 'sensitive_content'],
  ])('maps %i to %s for a store', (status, code) => {
    const write = { ...context, isWrite: true, key: null };
    expect(errorOfResponse({ status, body: bytes(''), retryAfter: null }, write)).toMatchObject({ code });
  });

  it('has its own sentence for each status', () => {
    const statuses = [
      304, 400, 401, 403, 404, 405, 407, 408, 409, 413, 414, 418, 421, 422, 425, 429, 431, 500, 501, 502, 503,
      504,
    ];
    const sentences = statuses.map((status) => {
      const error = errorOfResponse({ status, body: bytes(''), retryAfter: null }, context);
      expect(error.message).toMatch(/\d{3}\)?.*\.$/);
      return error.message.replaceAll(String(status), '');
    });
    expect(new Set(sentences).size).toBe(statuses.length);
  });

  it('does not report an atom as missing if no atom was requested', () => {
    const error = errorOfResponse(
      { status: 404, body: bytes(''), retryAfter: null },
      { ...context, key: null },
    );
    expect(error).toMatchObject({ code: 'unexpected_status', status: 404 });
  });

  it('passes on the details of refused content', () => {
    const body = bytes({ error: { reason: 'entropy', pattern: 'aws', field: 'value', failedIndex: 2 } });
    const write = { ...context, isWrite: true };
    expect(errorOfResponse({ status: 422, body, retryAfter: null }, write)).toMatchObject({
      reason: 'entropy',
      pattern: 'aws',
      field: 'value',
      failedIndex: 2,
    });
  });
});

describe('parseRetryAfter', () => {
  it.each([
    ['5', 5_000],
    ['0', 0],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['Thursday, 01-Jan-26 00:00:30 GMT', 30_000],
    ['Thu Jan  1 00:00:30 2026', 30_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', longestRetryAfterMs],
    ['1e9', null],
    ['30, 60', null],
    ['999999999', longestRetryAfterMs],
    ['soon', null],
    ['-5', null],
    [null, null],
  ])('reads %j', (header, ms) => {
    expect(parseRetryAfter(header, context.now)).toBe(ms);
  });
});
