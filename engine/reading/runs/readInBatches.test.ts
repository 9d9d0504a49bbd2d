import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/domain/appError.ts';
import type { AtomReading, BatchReading, Exchange } from '#shared/domain/atom.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { readInBatches, type BatchOutcome } from './readInBatches.ts';

const said = { message: 'm', requestId: null };
const tooLarge: AppError = { ...said, code: 'payload_too_large' };
const malformed: AppError = { ...said, code: 'unexpected_status', status: 400, failedIndex: null };
const silent: AppError = { ...said, code: 'timeout', afterMs: 1, address: 'a', isSlow: false };
const unauthorized: AppError = { ...said, code: 'unauthorized' };

function readingOf(keys: readonly string[]): BatchReading {
  const atoms = keys.map((key): AtomReading => ({ key }) as AtomReading);
  return { atoms, missing: [], unasked: [], denials: [], roots: [], exchange: {} as Exchange };
}

/** Reads `count` keys from a service with the given refusals. */
async function read(count: number, refuse: (keys: readonly string[]) => AppError | null) {
  const keys = Array.from({ length: count }, (_, at) => `k${at}`);
  const sizes: number[] = [];
  const taken: BatchOutcome[] = [];
  const result = await readInBatches({
    keys,
    ask: async (batch): Promise<Result<BatchReading>> => {
      sizes.push(batch.length);
      const error = refuse(batch);
      return error === null ? succeed(readingOf(batch)) : fail(error);
    },
    before: async (batch) => batch.map(() => null),
    take: (outcome) => {
      taken.push(outcome);
    },
  });
  return { keys, sizes, taken, result, takenKeys: taken.flatMap((outcome) => outcome.keys) };
}

describe('reading in batches', () => {
  it('reads all keys in order, 500 at a time', async () => {
    const { keys, sizes, takenKeys, result } = await read(1_200, () => null);
    expect(result.ok).toBe(true);
    expect(sizes).toEqual([500, 500, 200]);
    expect(takenKeys).toEqual(keys);
  });

  it('reads what is too large in halves, and keeps the size that was accepted', async () => {
    const { keys, sizes, takenKeys } = await read(1_000, (batch) => (batch.length > 150 ? tooLarge : null));
    expect(takenKeys).toEqual(keys);
    expect(sizes.slice(0, 7)).toEqual([500, 250, 125, 125, 250, 125, 125]);
    expect(sizes.slice(7).every((size) => size === 125)).toBe(true);
  });

  it('reports a key that is refused alone, and reads the others in large batches', async () => {
    const { keys, sizes, taken, takenKeys } = await read(1_500, (batch) =>
      batch.includes('k3') ? malformed : null,
    );
    expect(takenKeys).toEqual(keys);
    expect(taken.filter(({ reading }) => reading === null).map((outcome) => outcome.keys)).toEqual([['k3']]);
    expect(sizes.slice(-2)).toEqual([500, 500]);
  });

  it('gives up if every key is refused, because then the keys are not the cause', async () => {
    const { result, taken } = await read(20, () => malformed);
    expect(result).toEqual(fail(malformed));
    expect(taken).toHaveLength(5);
  });

  it('reads less at once if a response takes too long to begin', async () => {
    const { keys, sizes, takenKeys, result } = await read(1_000, (batch) =>
      batch.length > 130 ? silent : null,
    );
    expect(result.ok).toBe(true);
    expect(takenKeys).toEqual(keys);
    expect(sizes.slice(0, 3)).toEqual([500, 250, 125]);
    expect(sizes.slice(7).every((size) => size === 125)).toBe(true);
  });

  it('does not try ever smaller batches on a service that does not respond', async () => {
    const { result, sizes, taken } = await read(1_000, () => silent);
    expect(result).toEqual(fail(silent));
    expect(sizes).toEqual([500, 250, 125]);
    expect(taken).toEqual([]);
  });

  it('ends with any other failure', async () => {
    const { result, sizes } = await read(20, () => unauthorized);
    expect(result).toEqual(fail(unauthorized));
    expect(sizes).toEqual([20]);
  });
});
