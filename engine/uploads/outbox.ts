import type { TakenRows, UploadRows } from './rows/uploadRows.ts';
import type { Comparison, RowOutcome } from '#shared/domain/upload.ts';

/** Rows that are sent together. */
export interface Batch {
  readonly rows: TakenRows['rows'];
  /** It is part of a refused batch, and is sent to find the row that caused the refusal. */
  readonly isSearch: boolean;
  /** The batch that was too large and that it is part of; null if it is complete. */
  readonly split: Split | null;
}

/** A batch that was too large and is sent in parts. */
interface Split {
  readonly parent: Split | null;
  readonly rows: number;
  /** Number of parts whose outcome is not known yet. */
  open: number;
  /** A single row of it was too large: then the batch was not. */
  hasLargeRow: boolean;
}

/** Rows that wait to be sent, in order. The next batch is prepared while the last one is being sent. */
export interface Outbox {
  /** null if nothing is left. */
  readonly next: () => Promise<Batch | null>;
  /** Starts to prepare the next batch, unless it is prepared. */
  readonly prepare: () => void;
  /** Otherwise, the next batch has those of the remaining rows that have no outcome at that time. */
  readonly isPrepared: () => boolean;
  /** It is sent before all others. */
  readonly putBack: (batch: Batch) => void;
  /** Its halves are sent before all others. */
  readonly halve: (batch: Batch, why: 'too-large' | 'search') => void;
  /**
   * Its outcome is known. If all parts of a batch that was too large were stored, batches stay that small;
   * returns the size that was too large, in rows.
   */
  readonly conclude: (batch: Batch, isLargeRow: boolean) => number | null;
  /**
   * The link was too slow for it: its parts are sent before all others, and batches stay that small until
   * several succeed.
   */
  readonly shrink: (batch: Batch) => void;
  /** A row was changed and others may now replace it, so the rows are prepared again. */
  readonly retake: () => Promise<void>;
}

/** Largest batch, in bytes of JSON. */
const mostBatchBytes = 8 * 1024 * 1024;
/** A link that cannot carry this much in minutes does not work at all. */
const leastBatchBytes = 16 * 1024;
/** After this many successful batches in a row, larger ones are tried again. */
const goodBatches = 8;

export function createOutbox(
  rows: Pick<UploadRows, 'take'>,
  options: { readonly batchAtoms: number; readonly skipSame: boolean },
): Outbox {
  let most = options.batchAtoms;
  /** The capacity of the link, in rows and bytes. */
  let linkRows = options.batchAtoms;
  let linkBytes = mostBatchBytes;
  let goodInARow = 0;
  let front: Batch[] = [];
  let from: number | null = 0;
  let ahead: Promise<TakenRows> | null = null;

  const takeAhead = (): void => {
    if (from === null || ahead !== null) return;
    ahead = rows.take({
      from,
      mostRows: Math.min(most, linkRows),
      mostBytes: linkBytes,
      outcomes: ['waiting'],
      skipSame: options.skipSame,
    });
    // The caller that requests it gets the failure.
    ahead.catch(() => undefined);
  };
  const take = async (): Promise<Batch | null> => {
    takeAhead();
    if (ahead === null) return null;
    const taken = await ahead;
    ahead = null;
    from = taken.next;
    return taken.rows.length === 0 ? null : { rows: taken.rows, isSearch: false, split: null };
  };
  const grow = (): void => {
    goodInARow += 1;
    if (goodInARow < goodBatches) return;
    goodInARow = 0;
    linkRows = Math.min(options.batchAtoms, linkRows * 2);
    linkBytes = Math.min(mostBatchBytes, linkBytes * 2);
  };
  const conclude: Outbox['conclude'] = ({ split: ended }, isLargeRow) => {
    grow();
    let tooLarge: number | null = null;
    let hasLargeRow = isLargeRow;
    for (let split = ended; split !== null; split = split.parent) {
      split.hasLargeRow ||= hasLargeRow;
      split.open -= 1;
      if (split.open > 0) break;
      hasLargeRow = split.hasLargeRow;
      if (hasLargeRow) continue;
      tooLarge = Math.min(tooLarge ?? split.rows, split.rows);
      most = Math.min(most, Math.ceil(split.rows / 2));
    }
    return tooLarge;
  };
  const putBack: Outbox['putBack'] = (batch) => {
    if (batch.rows.length > 0) front.unshift(batch);
    else conclude(batch, false);
  };
  const cut = (batch: Batch, at: number): readonly [Batch, Batch] => {
    if (batch.split !== null) batch.split.open += 1;
    return [
      { ...batch, rows: batch.rows.slice(0, at) },
      { ...batch, rows: batch.rows.slice(at) },
    ];
  };
  return {
    next: async () => {
      const batch = front.shift() ?? (await take());
      const size = batch === null ? 0 : rowsThatFit(batch.rows, Math.min(most, linkRows), linkBytes);
      if (batch === null || batch.rows.length <= size) return batch;
      const [first, rest] = cut(batch, size);
      front.unshift(rest);
      return first;
    },
    prepare: () => {
      // Before the first is taken, a batch of an earlier session is sent, whose rows still wait.
      if (from !== 0) takeAhead();
    },
    isPrepared: () => front.length > 0 || ahead !== null,
    putBack,
    halve: (batch, why) => {
      const middle = Math.ceil(batch.rows.length / 2);
      switch (why) {
        case 'search':
          front.unshift(...cut({ ...batch, isSearch: true }, middle));
          break;
        case 'too-large': {
          const split: Split = { parent: batch.split, rows: batch.rows.length, open: 1, hasLargeRow: false };
          front.unshift(...cut({ ...batch, split }, middle));
          break;
        }
      }
    },
    conclude,
    shrink: (batch) => {
      goodInARow = 0;
      linkRows = Math.max(1, Math.ceil(batch.rows.length / 2));
      linkBytes = Math.max(leastBatchBytes, Math.ceil(bytesOf(batch.rows) / 2));
      putBack(batch);
    },
    retake: async () => {
      ahead = null;
      const before = front;
      front = [];
      for (const batch of [...before].reverse()) {
        const numbers = batch.rows.map(({ row }) => row);
        putBack({ ...batch, rows: await matchingRows(rows, numbers, ['waiting']) });
      }
    },
  };
}

/** How many of the first rows fit in a batch; at least one. */
function rowsThatFit(rows: Batch['rows'], most: number, mostBytes: number): number {
  let bytes = 0;
  let fit = 0;
  for (const { key, value } of rows.slice(0, most)) {
    bytes += sizeOf(key, value);
    if (fit > 0 && bytes > mostBytes) break;
    fit += 1;
  }
  return fit;
}

function bytesOf(rows: Batch['rows']): number {
  return rows.reduce((sum, { key, value }) => sum + sizeOf(key, value), 0);
}

/** The approximate size of the row in JSON, in bytes, without looking at each character. */
function sizeOf(key: string, value: string): number {
  return key.length + value.length;
}

/**
 * Those of the rows that are ready, have one of the outcomes, and one of the comparisons if they are given.
 */
export async function matchingRows(
  rows: Pick<UploadRows, 'take'>,
  wanted: readonly number[],
  outcomes: readonly RowOutcome[],
  comparisons?: readonly Comparison[],
): Promise<TakenRows['rows']> {
  const numbers = new Set(wanted);
  const last = wanted.at(-1) ?? -1;
  const found: TakenRows['rows'][number][] = [];
  for (let from = wanted[0] ?? null; from !== null && from <= last;) {
    const taken = await rows.take({
      from,
      mostRows: wanted.length,
      mostBytes: mostBatchBytes,
      outcomes,
      ...(comparisons !== undefined && { comparisons }),
      skipSame: false,
    });
    found.push(...taken.rows.filter(({ row }) => numbers.has(row)));
    from = taken.next;
  }
  return found;
}
