import { describe, expect, it } from 'vitest';
import type { HttpResponse } from './httpClient.ts';
import { createLearnedRate, longestSpacingMs } from './learnedRate.ts';
import { readRate, type RateNote } from './rateHeaders.ts';

function answer(status: number, rate: RateNote | null = null): HttpResponse {
  return {
    kind: 'answer',
    status,
    rate,
    retryAfter: null,
    contentType: '',
    noted: [],
    body: Buffer.alloc(0),
  };
}

describe('a rate that is learned', () => {
  /** A service that allows so many requests in each window, and a client that does what the rate says. */
  function client(perWindow: number, windowMs: number) {
    let now = 1_000_000;
    let left = perWindow;
    let windowEnds = now + windowMs;
    let refused = 0;
    const rate = createLearnedRate(() => now);
    const send = (count: number): { refused: number; ms: number } => {
      const [from, before] = [now, refused];
      for (let done = 0; done < count;) {
        now += rate.take() + 1;
        if (now >= windowEnds) [left, windowEnds] = [perWindow, now + windowMs];
        if (left > 0) {
          left -= 1;
          done += 1;
          rate.answered(answer(200));
        } else {
          refused += 1;
          rate.answered(answer(429));
          now = windowEnds;
        }
      }
      return { refused: refused - before, ms: now - from };
    };
    return { send };
  }

  it('leaves requests alone while none is refused', () => {
    const { send } = client(Infinity, 1_000);
    expect(send(1_000)).toEqual({ refused: 0, ms: 1_000 });
  });

  it('is slow enough that the service rarely refuses, and nearly as fast as it allows', () => {
    const { send } = client(100, 10_000);
    // A rate follows from the second refusal.
    expect(send(400).refused).toBeGreaterThanOrEqual(2);
    const later = send(2_000);
    // Without a rate: once for each hundred.
    expect(later.refused).toBeLessThan(15);
    expect(later.ms).toBeLessThan((2_000 / 100) * 10_000 * 1.25);
  });

  it('does not follow from a single refusal, or from a few requests', () => {
    const rate = createLearnedRate(() => 0);
    for (let at = 0; at < 50; at++) rate.answered(answer(200));
    rate.answered(answer(429));
    for (let at = 0; at < 5; at++) rate.answered(answer(200));
    rate.answered(answer(429));
    expect(rate.take()).toBe(0);
  });

  it('does not fall because several requests that were under way are refused together', () => {
    let now = 0;
    const rate = createLearnedRate(() => now);
    rate.answered(answer(429));
    for (let at = 0; at < 100; at++) rate.answered(answer(200));
    now = 10_000;
    for (let at = 0; at < 8; at++) rate.answered(answer(429));
    expect(rate.take()).toBeCloseTo(10_000 / 100 / 0.9, 3);
  });

  it('is forgotten when nothing was refused for a long time', () => {
    let now = 0;
    const rate = createLearnedRate(() => now);
    rate.answered(answer(429));
    for (let at = 0; at < 10; at++) rate.answered(answer(200));
    now = 10_000;
    rate.answered(answer(429));
    expect(rate.take()).toBeGreaterThan(0);
    now = 10 * 60_000;
    rate.answered(answer(200));
    for (let at = 0; at < 10; at++) rate.take();
    expect(rate.take()).toBeGreaterThan(0);
    now = 11 * 60_000;
    rate.answered(answer(200));
    expect(rate.take()).toBe(0);
  });

  it('never holds a request for longer than two seconds', () => {
    let now = 0;
    const rate = createLearnedRate(() => now);
    rate.answered(answer(429));
    for (let at = 0; at < 10; at++) rate.answered(answer(200));
    now = 3_600_000;
    rate.answered(answer(429));
    const waits = Array.from({ length: 20 }, () => rate.take());
    expect(Math.max(...waits)).toBe(longestSpacingMs);
  });

  it('spreads the last requests of a limit that the headers name, until it is renewed', () => {
    let now = 0;
    const rate = createLearnedRate(() => now);
    rate.answered(answer(200, { remaining: 100, resetMs: 1_000 }));
    expect(rate.take()).toBe(0);
    rate.answered(answer(200, { remaining: 4, resetMs: 1_000 }));
    expect(rate.take()).toBe(250);
    rate.answered(answer(200, { remaining: 0, resetMs: 600 }));
    expect(rate.take()).toBe(600);
    now = 600;
    expect(rate.take()).toBe(0);
  });
});

describe('rate headers', () => {
  const now = Date.UTC(2026, 0, 1);
  it.each<[Record<string, string>, RateNote | null]>([
    [
      { 'ratelimit-limit': '100', 'ratelimit-remaining': '9', 'ratelimit-reset': '30' },
      { remaining: 9, resetMs: 30_000 },
    ],
    [
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1_000 + 5) },
      { remaining: 0, resetMs: 5_000 },
    ],
    [
      { 'x-rate-limit-remaining': '1', 'x-rate-limit-reset': '2' },
      { remaining: 1, resetMs: 2_000 },
    ],
    [{ ratelimit: 'limit=100, remaining=50, reset=5' }, { remaining: 50, resetMs: 5_000 }],
    [{ ratelimit: '"default";r=50;t=30' }, { remaining: 50, resetMs: 30_000 }],
    [
      { 'ratelimit-remaining': '5', 'ratelimit-reset': '999999' },
      { remaining: 5, resetMs: 3_600_000 },
    ],
    [{ 'ratelimit-remaining': '-1', 'ratelimit-reset': '1' }, null],
    [{ 'ratelimit-remaining': '9'.repeat(5_000), 'ratelimit-reset': '1' }, null],
    [{ 'x-ratelimit-remaining': '99' }, null],
    [{}, null],
  ])('reads %j', (headers, note) => {
    expect(readRate(headers, now)).toEqual(note);
  });
});
