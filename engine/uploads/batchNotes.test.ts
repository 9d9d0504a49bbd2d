import { describe, expect, it } from 'vitest';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { SendEvent } from './rows/sendEvents.ts';
import { createBatchNotes } from './batchNotes.ts';

const diskIsFull = fail({ code: 'internal', message: 'The disk is full.', requestId: null });
const stored = (row: number): SendEvent => ({
  kind: 'stored',
  rows: [[row, row]],
  versions: 1,
  root: null,
  isSettled: false,
});
const sending = (row: number): SendEvent => ({ kind: 'sending', rows: [[row, row]] });
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** @param failures how many writes fail first */
function notesHere(failures = 0) {
  const written: (readonly SendEvent[])[] = [];
  const noted: number[] = [];
  let left = failures;
  const notes = createBatchNotes({
    tryNote: async (...events): Promise<Result<null>> => {
      // As the disk does, in another turn.
      await nextTurn();
      left -= 1;
      if (left >= 0) return diskIsFull;
      written.push(events);
      return succeed(null);
    },
    ask: async (call) => call({ requestId: '', signal: null }),
  });
  return {
    notes,
    written,
    noted,
    store: (row: number) => {
      notes.later(stored(row), () => noted.push(row));
    },
  };
}

describe('the notes about batches', () => {
  it('have the outcome of a batch and what follows it in the same turn in one entry', async () => {
    const { notes, written, noted, store } = notesHere();
    store(0);
    expect(await notes.tryNow(sending(1))).toEqual(succeed(null));
    expect(written).toEqual([[stored(0), sending(1)]]);
    expect(noted).toEqual([0]);
    await nextTurn();
    await notes.now();
    expect(written).toHaveLength(1);
  });

  it('do not keep an outcome waiting if nothing follows it', async () => {
    const { written, noted, store } = notesHere();
    store(0);
    await expect.poll(() => noted).toEqual([0]);
    expect(written).toEqual([[stored(0)]]);
  });

  it('stay in order if something follows while an outcome is being written', async () => {
    const { notes, written, store } = notesHere();
    store(0);
    await nextTurn();
    await Promise.all([notes.tryNow(sending(1)), notes.tryNow(stored(1))]);
    expect(written).toEqual([[stored(0)], [sending(1)], [stored(1)]]);
  });

  it('keep an outcome that could not be written for the next entry', async () => {
    const { notes, written, noted, store } = notesHere(2);
    store(0);
    await nextTurn();
    expect(await notes.tryNow(sending(1))).toEqual(diskIsFull);
    expect(noted).toEqual([]);
    await notes.now(sending(1));
    expect(written).toEqual([[stored(0), sending(1)]]);
    expect(noted).toEqual([0]);
  });

  it('write what is left at the end, and nothing if nothing is left', async () => {
    const { notes, written, store } = notesHere();
    store(0);
    await notes.now();
    await notes.now();
    expect(written).toEqual([[stored(0)]]);
  });
});
