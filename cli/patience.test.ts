import { describe, expect, it } from 'vitest';
import { createPatience } from './patience.ts';

function patienceOf(seconds: number) {
  const waits: number[] = [];
  const lines: string[] = [];
  const patience = createPatience({
    seconds,
    complain: (line) => lines.push(line),
    note: (line) => lines.push(line),
    wait: async (ms) => {
      waits.push(ms);
    },
  });
  return { patience, waits, lines };
}

/** Repeats one request until it is given up; null if that takes longer than any honest service needs. */
async function repeatsOf({ patience }: ReturnType<typeof patienceOf>, askedMs: number | null) {
  for (let earlier = 0; earlier < 1_000; earlier += 1)
    if (!(await patience.waitOut(askedMs, earlier))) return earlier;
  return null;
}

describe('patience with a service that responds with 429', () => {
  it('ends if the service always asks for no wait', async () => {
    const short = patienceOf(1);
    expect(await repeatsOf(short, 0)).toBe(2);
    expect(short.waits).toEqual([250, 500]);
    expect(short.lines.at(-1)).toBe(
      'The service responded with 429 (too many requests) and asks for no wait. Not waiting, because only 250 ms of --patience are left. Set --patience SECONDS to wait longer.',
    );
  });

  it.each([0, 1, 1_000, null])(
    'repeats a request only so many times, asked to wait %s ms',
    async (askedMs) => {
      const long = patienceOf(86_400);
      expect(await repeatsOf(long, askedMs)).toBe(50);
      expect(long.lines.at(-1)).toContain('Not waiting again, because this request was sent 51 times.');
    },
  );

  it('waits as long as the service asks', async () => {
    const usual = patienceOf(120);
    expect(await usual.patience.waitOut(20_000, 0)).toBe(true);
    expect(await usual.patience.waitOut(20_000, 1)).toBe(true);
    expect(await usual.patience.waitOut(null, 2)).toBe(true);
    expect(usual.waits).toEqual([20_000, 20_000, 4_000]);
  });
});
