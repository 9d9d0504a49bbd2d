import { z } from 'zod';
import type { RowWindow } from '#shared/domain/catalogueQuery.ts';
import type { UploadedRow, WriteListing, WriteReceipt, WriteSummary } from '#shared/domain/writeReceipt.ts';
import { DamagedRecords, openDatabase, type Database } from '../storage/database.ts';
import { parseAs } from '../storage/fileFormat.ts';
import { createInTurn } from '#shared/async/inTurn.ts';
import { toRanges, type RowRanges } from '../uploads/rows/rowRanges.ts';
import {
  parseReceipt,
  parseSummary,
  parseUploadedRow,
  receiptText,
  summaryText,
  uploadedRowText,
} from './receiptRecord.ts';
import { createRowNumbers, type RowNumbers } from './rowNumbers.ts';

/** The receipts of one connection. Every change resolves when it is on disk. */
export interface ReceiptStore {
  /**
   * Replaces one with the same id. `keys`: of an upload, whose receipt does not list its atoms; some at a time. The
   * receipt is saved after them.
   */
  readonly put: (receipt: WriteReceipt, keys?: AsyncIterable<readonly string[]>) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /**
   * Earlier texts of a receipt stay in the files of the database until they are rewritten, which this does
   * now.
   */
  readonly erase: (id: string) => Promise<void>;
  /** Newest first. @param text in the title, ignoring case; `''` for all */
  readonly list: (window: RowWindow, text: string) => Promise<WriteListing>;
  /** Where `list` has a receipt; -1 if it does not. */
  readonly locate: (id: string, text: string) => Promise<number>;
  /** null if there is no such receipt (any more). */
  readonly read: (id: string) => Promise<WriteReceipt | null>;
  /** Newest first, with these ids or all; one at a time is in memory. */
  readonly each: (ids: ReadonlySet<string> | null) => AsyncIterable<WriteReceipt>;
  /** Keys that `put` saved with a receipt; some at a time are in memory. */
  readonly keysOf: (id: string) => AsyncIterable<readonly string[]>;
  /**
   * Rows of an upload as they were read back; each replaces what was read back earlier of the row with its number. On disk after the
   * next `put`.
   */
  readonly putRows: (id: string, rows: readonly UploadedRow[]) => Promise<void>;
  readonly countRows: (id: string) => Promise<number>;
  /** Rows of an upload in their order. */
  readonly rows: (id: string, window: RowWindow) => Promise<readonly UploadedRow[]>;
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Summaries are stored by time, so that a list need not read receipts, which may contain thousands of proofs
 * each. Receipts are stored by id, and an index maps an id to the time of its summary.
 */
const names = {
  summary: (time: number, id: string) => `summary/${time.toString().padStart(16, '0')}/${id}`,
  receipt: (id: string) => `receipt/${id}`,
  place: (id: string) => `place/${id}`,
  row: (id: string, row: number) => `row/${id}/${row.toString().padStart(8, '0')}`,
  rowNumbers: (id: string) => `row-numbers/${id}`,
  keys: (id: string, part: number) => `keys/${id}/${part.toString().padStart(8, '0')}`,
} as const;
const storedKeys = z.array(z.string());
const summaries = { gte: 'summary/', lt: 'summary/~' } as const;
const rowsOf = (id: string) => ({ gte: `row/${id}/`, lt: `row/${id}/~` });
const storedRowNumbers = z.array(z.tuple([z.int().min(0), z.int().min(0)]));
/** Uploads whose row numbers stay in memory, unless they are not saved. */
const mostInMemory = 4;
/** Number of names to skip at once on the way to a window. */
const step = 1_000;

/** Opens the database of receipts in a folder; a damaged one is set aside. */
export async function openReceiptStore(folder: string, now: () => number): Promise<ReceiptStore> {
  const { database, loaded, recoveredFrom } = await openDatabase({ folder, load: countSummaries, now });
  let total = loaded;
  let revision = 0;
  // One change at a time, each based on the previous one.
  const inTurn = createInTurn();
  const read = async (id: string): Promise<WriteReceipt | null> => {
    const text = await database.get(names.receipt(id));
    return text === undefined ? null : parseReceipt(text);
  };
  /** Of some uploads; `isSaved`: as they are on disk. */
  const numbersOf = new Map<string, { readonly numbers: RowNumbers; isSaved: boolean }>();
  /** Read row by row only if they are not saved: of an app that crashed, or of an earlier version. */
  const rowNumbers = async (id: string) => {
    const inMemory = numbersOf.get(id);
    if (inMemory !== undefined) return inMemory;
    const saved = parseAs(storedRowNumbers, (await database.get(names.rowNumbers(id))) ?? '');
    const numbers = createRowNumbers(saved ?? (await readRowNumbers(database, id)));
    const found = { numbers, isSaved: saved !== null };
    const [oldest] = [...numbersOf].flatMap(([other, { isSaved }]) => (isSaved ? [other] : []));
    if (numbersOf.size >= mostInMemory && oldest !== undefined) numbersOf.delete(oldest);
    numbersOf.set(id, found);
    return found;
  };
  const forgetRows = async (id: string): Promise<void> => {
    numbersOf.delete(id);
    await database.clear(rowsOf(id));
    await database.del(names.rowNumbers(id));
  };
  return {
    put: (receipt, keys) =>
      inTurn(async () => {
        const { id, kind } = receipt;
        if (keys !== undefined) await putKeys(database, id, keys);
        const rows = kind === 'upload' ? await rowNumbers(id) : null;
        const earlier = await database.get(names.place(id));
        const summary = names.summary(receipt.startedAt, id);
        await database.batch(
          [
            ...(earlier === undefined ? [] : [{ type: 'del' as const, key: earlier }]),
            { type: 'put', key: summary, value: summaryText(receipt) },
            { type: 'put', key: names.receipt(id), value: receiptText(receipt) },
            { type: 'put', key: names.place(id), value: summary },
            ...(rows === null || rows.isSaved
              ? []
              : [{ type: 'put' as const, key: names.rowNumbers(id), value: rows.numbers.text() }]),
          ],
          { sync: true },
        );
        if (rows !== null) rows.isSaved = true;
        if (earlier === undefined) total += 1;
        revision += 1;
      }),
    remove: (id) =>
      inTurn(async () => {
        const summary = await database.get(names.place(id));
        if (summary === undefined) return;
        await database.clear({ gte: names.keys(id, 0), lt: `keys/${id}/~` });
        await forgetRows(id);
        await database.batch(
          [summary, names.receipt(id), names.place(id)].map((key) => ({ type: 'del' as const, key })),
          { sync: true },
        );
        total -= 1;
        revision += 1;
      }),
    erase: (id) => inTurn(() => database.compactRange(names.receipt(id), `${names.receipt(id)}~`)),
    list: ({ from, to }, text) =>
      inTurn(async () => {
        if (text !== '') return { ...(await findTitles(database, from, to, text)), revision, recoveredFrom };
        return { total, writes: await readWindow(database, from, to), revision, recoveredFrom };
      }),
    locate: (id, text) => inTurn(() => locateWrite(database, id, text)),
    read,
    each: async function* (ids) {
      for await (const name of database.keys({ ...summaries, reverse: true })) {
        const id = idOf(name);
        if (ids !== null && !ids.has(id)) continue;
        const receipt = await read(id);
        if (receipt !== null) yield receipt;
      }
    },
    keysOf: async function* (id) {
      for await (const text of database.values({ gte: names.keys(id, 0), lt: `keys/${id}/~` })) {
        const keys = parseAs(storedKeys, text);
        if (keys === null) throw new DamagedRecords('Could not read the keys of a saved receipt.');
        yield keys;
      }
    },
    putRows: (id, rows) =>
      inTurn(async () => {
        const known = await rowNumbers(id);
        const isNew = rows.some(({ row }) => !known.numbers.has(row));
        const earlier = rows.filter(({ row }) => known.numbers.has(row));
        const saved = await database.getMany(earlier.map(({ row }) => names.row(id, row)));
        const before = new Map(saved.map((text, at) => [earlier[at], parseUploadedRow(text ?? '')]));
        await database.batch([
          ...rows.map((row) => ({
            type: 'put' as const,
            key: names.row(id, row.row),
            value: uploadedRowText(readBackAgain(before.get(row) ?? row, row)),
          })),
          // They no longer are what is saved; the next `put` saves them.
          ...(isNew && known.isSaved ? [{ type: 'del' as const, key: names.rowNumbers(id) }] : []),
        ]);
        if (!isNew) return;
        known.isSaved = false;
        for (const { row } of rows) known.numbers.add(row);
      }),
    countRows: (id) => inTurn(async () => (await rowNumbers(id)).numbers.count()),
    rows: (id, { from, to }) =>
      inTurn(async () => {
        const { numbers } = await rowNumbers(id);
        const found = numbers.slice(from, to).map((row) => names.row(id, row));
        return (await database.getMany(found)).map((text) => {
          const row = text === undefined ? null : parseUploadedRow(text);
          if (row === null) throw new DamagedRecords('Could not read a row of a saved upload.');
          return row;
        });
      }),
    clear: () =>
      inTurn(async () => {
        await database.clear();
        numbersOf.clear();
        total = 0;
        revision += 1;
        // Deleted records stay in the files until these are rewritten.
        await database.compactRange('', '~');
      }),
    close: () => inTurn(() => database.close()),
  };
}

/** What the store was remains what was saved first: later, the upload knows only the version that was read back. */
function readBackAgain(saved: UploadedRow, row: UploadedRow): UploadedRow {
  if (saved.key !== row.key || saved.sha256 !== row.sha256) return row;
  const { before, versionBefore, version } = saved;
  return { ...row, before, versionBefore, version };
}

async function readRowNumbers(database: Database, id: string): Promise<RowRanges> {
  const numbers: number[] = [];
  for await (const name of database.keys(rowsOf(id)))
    numbers.push(Number(name.slice(name.lastIndexOf('/') + 1)));
  return toRanges(numbers);
}

/** Each part replaces an earlier one, so a crash in between loses no keys. Leftover parts are deleted at the end. */
async function putKeys(
  database: Database,
  id: string,
  keys: AsyncIterable<readonly string[]>,
): Promise<void> {
  let part = 0;
  for await (const some of keys) {
    await database.put(names.keys(id, part), JSON.stringify(some));
    part += 1;
  }
  await database.clear({ gte: names.keys(id, part), lt: `keys/${id}/~` });
}

async function readWindow(database: Database, from: number, to: number): Promise<WriteSummary[]> {
  const nextNames = database.keys({ ...summaries, reverse: true, limit: to });
  const found: string[] = [];
  try {
    for (let at = 0; at < to;) {
      const some = await nextNames.nextv(Math.min(step, at < from ? from - at : to - at));
      if (some.length === 0) break;
      if (at >= from) found.push(...some);
      at += some.length;
    }
  } finally {
    await nextNames.close();
  }
  const texts = await database.getMany(found);
  return texts.map((text) => {
    const summary = text === undefined ? null : parseSummary(text);
    if (summary === null) throw new DamagedRecords('Could not read a saved receipt.');
    return summary;
  });
}

/** All summaries are read: they are short, and there are as many as somebody made writes. */
async function findTitles(
  database: Database,
  from: number,
  to: number,
  text: string,
): Promise<Pick<WriteListing, 'total' | 'writes'>> {
  const wanted = text.toLowerCase();
  const writes: WriteSummary[] = [];
  let total = 0;
  for await (const saved of database.values({ ...summaries, reverse: true })) {
    const summary = parseSummary(saved);
    if (summary === null) throw new DamagedRecords('Could not read a saved receipt.');
    if (!summary.title.toLowerCase().includes(wanted)) continue;
    if (total >= from && total < to) writes.push(summary);
    total += 1;
  }
  return { total, writes };
}

async function locateWrite(database: Database, id: string, text: string): Promise<number> {
  const place = await database.get(names.place(id));
  if (place === undefined) return -1;
  const upTo = { gte: place, lt: summaries.lt, reverse: true };
  let at = -1;
  if (text === '') {
    for await (const _ of database.keys(upTo)) at += 1;
    return at;
  }
  const wanted = text.toLowerCase();
  let isLast = false;
  for await (const saved of database.values(upTo)) {
    const title = parseSummary(saved)?.title ?? '';
    isLast = title.toLowerCase().includes(wanted);
    if (isLast) at += 1;
  }
  return isLast ? at : -1;
}

/** Reading all of them finds damage now and not later. @throws DamagedRecords */
async function countSummaries(database: Database): Promise<number> {
  let count = 0;
  for await (const text of database.values(summaries)) {
    if (parseSummary(text) === null) throw new DamagedRecords('Could not read a saved receipt.');
    count += 1;
  }
  return count;
}

function idOf(name: string): string {
  return name.split('/').slice(2).join('/');
}
