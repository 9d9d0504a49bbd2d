import { describe, expect, it } from 'vitest';
import type { AppError } from '../domain/appError.ts';
import { retryPolicies, retryWait, setbackOf, type RetryPolicy, type Setback } from './retryPolicy.ts';

const refused = (askedMs: number | null): Setback => ({ kind: 'refused', askedMs });
const down: Setback = { kind: 'unavailable', askedMs: null };

describe('the wait before a request is sent again', () => {
  const { request, job, run, viewport } = retryPolicies;
  it.each<[string, RetryPolicy, Setback, number, number, number | null]>([
    ['of a request has full jitter', request, down, 0, 0.5, 250],
    ['of a request doubles', request, down, 1, 1, 1_000],
    ['of a request ends after two', request, down, 2, 1, null],
    ['of a request follows a short wait that is asked for', request, refused(2_000), 0, 0.5, 2_250],
    ['of a request follows no long one', request, refused(2_001), 0, 0.5, null],
    ['of a request is not guessed after a refusal', request, refused(null), 0, 0.5, null],
    ['of a job is never nothing', job, down, 0, 0, 500],
    ['of a job is never much too long', job, down, 5, 1, 32_000],
    ['of a job ends with an outage', job, down, 6, 1, null],
    ['of a job goes on longer after refusals', job, refused(null), 29, 1, 60_000],
    ['of a job is as long as the service asks', job, refused(600_000), 0, 1, 600_000],
    ['of a job is not nothing if the service asks for no wait', job, refused(0), 0, 1, 250],
    ['of a job ends after refusals in spite of waiting', job, refused(0), 30, 1, null],
    ['of a run is cut', run, refused(600_000), 0, 1, 60_000],
    ['of a run is for refusals only', run, down, 0, 1, null],
    ['of the viewport never ends', viewport, down, 1_000, 0, 30_000],
    ['is none if nothing would change', job, { kind: 'final' }, 0, 1, null],
  ])('%s', (_, policy, setback, earlier, random, wait) => {
    expect(retryWait(setback, policy, earlier, random)).toBe(wait);
  });
});

it('says which failures may pass', () => {
  const base = { message: '', requestId: null };
  const kindOf = (error: AppError): string => setbackOf(error).kind;
  expect(kindOf({ ...base, code: 'rate_limited', retryAfterMs: 1 })).toBe('refused');
  expect(kindOf({ ...base, code: 'server_error', status: 500 })).toBe('unavailable');
  expect(kindOf({ ...base, code: 'unexpected_status', status: 425, failedIndex: null })).toBe('unavailable');
  expect(kindOf({ ...base, code: 'unexpected_status', status: 418, failedIndex: null })).toBe('final');
  expect(kindOf({ ...base, code: 'network', failure: 'reset', address: '' })).toBe('unavailable');
  expect(kindOf({ ...base, code: 'unauthorized' })).toBe('final');
});
