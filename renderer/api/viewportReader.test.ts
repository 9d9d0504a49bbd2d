import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '#shared/domain/appError.ts';
import { createViewportReader, settleMs, type ViewportReading } from './viewportReader.ts';
import { AppFailure } from './unwrap.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A reader whose requests end with `outcome`; they wait if it is a pending promise. */
function setUp(outcome: (asked: readonly string[]) => Promise<void> = () => Promise.resolve()) {
  const requests: (readonly string[])[] = [];
  const states: ViewportReading['kind'][] = [];
  const reader = createViewportReader({
    read: (asked) => {
      requests.push(asked);
      return outcome(asked);
    },
    onChange: ({ kind }) => states.push(kind),
    setTimer: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  return { reader, requests, states };
}

function failing(error: Partial<AppError>): () => Promise<void> {
  return async () => {
    throw new AppFailure({ message: 'no', requestId: null, ...error } as AppError);
  };
}

function keys(from: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `k${from + at}`);
}

describe('createViewportReader', () => {
  it('reads the visible keys once scrolling has stopped', async () => {
    const { reader, requests } = setUp();
    for (let at = 0; at < 50; at += 1) {
      reader.see(keys(at, 20));
      await vi.advanceTimersByTimeAsync(settleMs - 1);
    }
    expect(requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests).toEqual([keys(49, 20)]);
  });

  it('requests each key once, in requests of limited size', async () => {
    const { reader, requests } = setUp();
    reader.see(keys(0, 150));
    await vi.advanceTimersByTimeAsync(settleMs);
    reader.see(keys(100, 100));
    await vi.advanceTimersByTimeAsync(settleMs);
    expect(requests).toEqual([keys(0, 100), keys(100, 50), keys(150, 50)]);
  });

  it('sends one request at a time', async () => {
    let answer: () => void = () => undefined;
    const { reader, requests } = setUp(() => new Promise((resolve) => (answer = resolve)));
    reader.see(keys(0, 10));
    await vi.advanceTimersByTimeAsync(settleMs);
    reader.see(keys(50, 10));
    await vi.advanceTimersByTimeAsync(settleMs);
    expect(requests).toHaveLength(1);
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toEqual([keys(0, 10), keys(50, 10)]);
  });

  it('waits as long as the service asks, even if the user scrolls, and then continues', async () => {
    let isLimited = true;
    const limited = failing({ code: 'rate_limited', retryAfterMs: 5_000 });
    const { reader, requests, states } = setUp(() => (isLimited ? limited() : Promise.resolve()));
    reader.see(keys(0, 10));
    await vi.advanceTimersByTimeAsync(settleMs);
    expect(states.at(-1)).toBe('waiting');
    isLimited = false;
    reader.see(keys(50, 10));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests.at(-1)).toEqual(keys(50, 10));
    expect(states.at(-1)).toBe('resting');
  });

  it.each(['unauthorized', 'forbidden'] as const)('stops at %s', async (code) => {
    const { reader, requests, states } = setUp(failing({ code }));
    reader.see(keys(0, 10));
    await vi.advanceTimersByTimeAsync(settleMs);
    reader.see(keys(10, 10));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(requests).toHaveLength(1);
    expect(states.at(-1)).toBe('stopped');
  });

  it('waits if every key is refused, because then the keys are not the cause', async () => {
    const { reader, requests, states } = setUp(failing({ code: 'bad_response', field: null }));
    reader.see(keys(0, 16));
    await vi.advanceTimersByTimeAsync(settleMs);
    expect(requests.map(({ length }) => length)).toEqual([16, 8, 4, 2, 1, 1, 1, 1, 1]);
    expect(states.at(-1)).toBe('waiting');
  });

  it.each(['unexpected_status', 'bad_response', 'payload_too_large'] as const)(
    'reads all keys except the refused one, and does not request that one again: %s',
    async (code) => {
      const refused = failing({ code, status: 400, failedIndex: null, field: null });
      const { reader, requests, states } = setUp((some) =>
        some.includes('k2') ? refused() : Promise.resolve(),
      );
      reader.see(keys(0, 8));
      await vi.advanceTimersByTimeAsync(settleMs);
      expect(requests).toEqual([
        keys(0, 8),
        keys(0, 4),
        keys(0, 2),
        keys(2, 4),
        keys(2, 2),
        keys(2, 1),
        keys(3, 1),
        keys(4, 2),
        keys(6, 2),
      ]);
      reader.see(keys(0, 8));
      await vi.advanceTimersByTimeAsync(settleMs);
      expect(requests).toHaveLength(9);
      expect(states.at(-1)).toBe('resting');
    },
  );

  it('sends nothing after it was closed', async () => {
    const { reader, requests } = setUp();
    reader.see(keys(0, 10));
    reader.close();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(requests).toEqual([]);
  });
});
