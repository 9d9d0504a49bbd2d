import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { PhaseTimes, RequestAttempt, RequestDetails } from '#shared/domain/requestLog.ts';
import { harOf } from './har.ts';

const named = z.strictObject({ name: z.string(), value: z.string() });
const size = z.number().int().min(-1);
const time = z.number().min(-1);

/** The fields that HAR 1.2 requires, and the optional ones that we use. Custom fields begin with an underscore. */
const har12 = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.string(), version: z.string() }),
    comment: z.string(),
    entries: z.array(
      z.strictObject({
        startedDateTime: z.iso.datetime({ offset: true }),
        time: z.number().min(0),
        request: z.strictObject({
          method: z.string(),
          url: z.url(),
          httpVersion: z.string(),
          cookies: z.array(z.never()),
          headers: z.array(named),
          queryString: z.array(named),
          postData: z
            .strictObject({ mimeType: z.string(), text: z.string(), comment: z.string().optional() })
            .optional(),
          headersSize: size,
          bodySize: size,
        }),
        response: z.strictObject({
          status: z.number().int().min(0),
          statusText: z.string(),
          httpVersion: z.string(),
          cookies: z.array(z.never()),
          headers: z.array(named),
          content: z.strictObject({
            size: z.number().int().min(0),
            mimeType: z.string(),
            text: z.string().optional(),
            comment: z.string().optional(),
          }),
          redirectURL: z.string(),
          headersSize: size,
          bodySize: size,
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({
          blocked: time,
          dns: time,
          connect: time,
          ssl: time,
          send: z.number().min(0),
          wait: z.number().min(0),
          receive: z.number().min(0),
        }),
        comment: z.string(),
        _purpose: z.string(),
        _requestId: z.string(),
        _attempt: z.number().int().min(1),
        _error: z.string().optional(),
      }),
    ),
  }),
});

const times: PhaseTimes = { queued: 1, lookup: 2, connect: 3, secure: 4, send: 5, wait: 6, receive: 7 };
const failed: RequestAttempt = {
  startedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  elapsedMs: 30_000,
  outcome: { kind: 'timeout', afterMs: 30_000, isSlow: false },
  times: { ...times, wait: null, receive: null, lookup: null, connect: null, secure: null },
  isReused: true,
  headers: [],
  encodedBytes: null,
  receivedBytes: null,
  body: null,
};
const answered: RequestAttempt = {
  ...failed,
  elapsedMs: 28,
  outcome: { kind: 'answer', status: 200 },
  times,
  headers: [
    ['content-type', 'application/json'],
    ['location', '/elsewhere'],
  ],
  encodedBytes: 9,
  receivedBytes: 13,
  body: { text: '{"atoms":[]}', isCut: true },
};
const request: RequestDetails = {
  id: 3,
  connectionId: 'c1' as ConnectionId,
  startedAt: failed.startedAt,
  method: 'POST',
  path: '/atoms/a%20b?limit=3&x=%C3%B6',
  purpose: 'recall',
  attempts: 2,
  outcome: answered.outcome,
  elapsedMs: 28,
  sentBytes: 9,
  receivedBytes: 13,
  requestId: 'r-1',
  address: 'https://memory.example/api',
  pathLength: 29,
  hasKey: true,
  requestHeaders: [['content-type', 'application/json']],
  body: { text: '{"a":"b"}', isCut: false },
  tries: [failed, answered],
};

describe('a HAR file', () => {
  it('has every field that HAR 1.2 requires, and an entry for each attempt', () => {
    const { log } = har12.parse(JSON.parse(harOf([request, { ...request, body: null }], '1.0.0')));
    expect(log.entries.map(({ response }) => response.status)).toEqual([0, 200, 0, 200]);
    const [first, second, third] = log.entries;
    expect(first).toMatchObject({
      startedDateTime: '2026-01-02T03:04:05.006Z',
      comment: 'Attempt 1 of 2. Timeout: no data for 30 s.',
      _error: 'Timeout: no data for 30 s',
      response: { bodySize: -1 },
    });
    expect(second).toMatchObject({
      request: {
        url: 'https://memory.example/api/atoms/a%20b?limit=3&x=%C3%B6',
        queryString: [
          { name: 'limit', value: '3' },
          { name: 'x', value: 'ö' },
        ],
        postData: { mimeType: 'application/json', text: '{"a":"b"}' },
        bodySize: 9,
      },
      response: {
        content: { size: 13, mimeType: 'application/json', comment: 'Only the beginning was recorded.' },
        redirectURL: '/elsewhere',
        bodySize: 9,
      },
    });
    expect(third?.request).not.toHaveProperty('postData');
  });

  it('states times that add up, with TLS as a part of connecting', () => {
    const { entries } = har12.parse(JSON.parse(harOf([request], '1.0.0'))).log;
    expect(entries[1]?.timings).toMatchObject({ connect: 7, ssl: 4 });
    for (const { time: whole, timings } of entries) {
      const { ssl: _part, ...parts } = timings;
      expect(Object.values(parts).reduce((sum, ms) => sum + Math.max(0, ms), 0)).toBeCloseTo(whole, 6);
    }
  });

  it('leaves out attempts that are pending, and names no Authorization header', () => {
    const pending: RequestAttempt = { ...failed, elapsedMs: null, outcome: { kind: 'pending' } };
    const text = harOf([{ ...request, tries: [pending] }, request], '1.0.0');
    const { entries } = har12.parse(JSON.parse(text)).log;
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(entries).toLowerCase()).not.toContain('authorization');
  });
});
