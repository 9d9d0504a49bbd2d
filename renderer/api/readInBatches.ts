import type { AppError } from '#shared/domain/appError.ts';
import type { BatchReading } from '#shared/domain/atom.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import { chunk } from './chunk.ts';
import { toAppError } from './unwrap.ts';

/** How far a run of batch reads has come. */
export interface ReadProgress {
  readonly total: number;
  /** Keys that were answered for, with an atom or as missing. */
  readonly done: number;
  readonly verdicts: Readonly<Record<VerdictStatus, number>>;
  readonly missing: readonly string[];
}

export type ReadEnd =
  | { readonly kind: 'complete' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: AppError };

/** What one request may ask for: few enough that progress moves and a cancel is felt. */
export const batchSize = 100;

export interface ReadInBatchesInput {
  readonly keys: readonly string[];
  readonly signal: AbortSignal;
  readonly readBatch: (keys: readonly string[]) => Promise<BatchReading>;
  readonly onProgress: (progress: ReadProgress) => void;
}

export const noProgress: ReadProgress = {
  total: 0,
  done: 0,
  verdicts: { green: 0, amber: 0, red: 0 },
  missing: [],
};

/** Reads the keys one batch after the other and stops at the first failure: what follows would fail alike. */
export async function readInBatches(input: ReadInBatchesInput): Promise<ReadEnd> {
  let progress: ReadProgress = { ...noProgress, total: input.keys.length };
  input.onProgress(progress);
  for (const keys of chunk(input.keys, batchSize)) {
    if (input.signal.aborted) return { kind: 'cancelled' };
    try {
      progress = addBatch(progress, keys.length, await input.readBatch(keys));
    } catch (caught) {
      const error = toAppError(caught);
      return error.code === 'cancelled' ? { kind: 'cancelled' } : { kind: 'failed', error };
    }
    input.onProgress(progress);
  }
  return { kind: 'complete' };
}

function addBatch(progress: ReadProgress, asked: number, reading: BatchReading): ReadProgress {
  const verdicts = { ...progress.verdicts };
  for (const { verdict } of reading.atoms) verdicts[verdict.status] += 1;
  return {
    total: progress.total,
    done: progress.done + asked,
    verdicts,
    missing: [...progress.missing, ...reading.missing],
  };
}
