import { describe, expect, it } from 'vitest';
import { createRateLimiter } from './rateLimiter.ts';

function limiterAt(start: number) {
  let now = start;
  const limiter = createRateLimiter({ burst: 3, perSecond: 0.5 }, () => now);
  return { limiter, pass: (ms: number) => (now += ms) };
}

describe('rate limiter', () => {
  it('allows a burst, then one request for each regained token', () => {
    const { limiter, pass } = limiterAt(0);
    expect([1, 2, 3].map(() => limiter.take('a').allowed)).toEqual([true, true, true]);
    expect(limiter.take('a')).toEqual({
      allowed: false,
      limit: 3,
      remaining: 0,
      resetSeconds: 6,
      retryAfterSeconds: 2,
    });
    pass(1_999);
    expect(limiter.take('a')).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
    pass(1);
    expect(limiter.take('a')).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('reports what remains', () => {
    const { limiter } = limiterAt(0);
    expect(limiter.take('a')).toEqual({
      allowed: true,
      limit: 3,
      remaining: 2,
      resetSeconds: 2,
      retryAfterSeconds: 0,
    });
  });

  it('has a bucket for each client', () => {
    const { limiter } = limiterAt(0);
    for (let i = 0; i < 4; i += 1) limiter.take('a');
    expect(limiter.take('b').allowed).toBe(true);
  });

  it('never holds more than the burst, and handles a clock that is set back', () => {
    const { limiter, pass } = limiterAt(1_000_000);
    limiter.take('a');
    pass(3_600_000);
    expect(limiter.take('a').remaining).toBe(2);
    pass(-7_200_000);
    expect(limiter.take('a')).toMatchObject({ allowed: true, remaining: 1 });
  });
});
