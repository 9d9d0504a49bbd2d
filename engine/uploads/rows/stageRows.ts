import { setImmediate } from 'node:timers/promises';
import type { SizeKnowledge } from '#shared/domain/store.ts';
import type { DuplicateRule, RowProblem } from '#shared/domain/upload.ts';
import type { RowMapping } from '#shared/domain/rowMapping.ts';
import {
  mostUploadRows,
  type SourceCell,
  type SourceChoice,
  type SourceRecord,
  type SourceRefusal,
} from '#shared/domain/uploadSource.ts';
import type { SourceFile } from '../source/recordSource.ts';
import type { RecordReading } from './recordReading.ts';
import { applyMapping, type MappedRow } from '#shared/upload/applyMapping.ts';
import { usableRecords } from '#shared/upload/usableRecords.ts';
import { checkMapped, keyRefusal } from './rowChecks.ts';
import { addRow, createRowColumns, problemBit, reserveRows } from './rowColumns.ts';
import { createRowPageWriter, type PageTable, type RowText, type StoredCell } from './rowPages.ts';
import { createRowTable, type RowTable } from './rowTable.ts';
import type { SealedFile } from './sealedFile.ts';

export interface StageTask {
  readonly source: SourceFile;
  readonly choice: SourceChoice;
  readonly columnNames: readonly string[];
  readonly mapping: RowMapping;
  readonly sizes: SizeKnowledge;
  readonly rule: DuplicateRule;
}

export interface StagedRows {
  readonly table: RowTable;
  readonly keys: KeysOfRows;
  readonly pages: PageTable;
  readonly details: Texts;
}

/** Where a table gets keys from: first what is being written, later the current state. */
export interface KeysOfRows {
  keyOf: (row: number) => string;
}

const sliceMs = 25;

/** Reads all records, turns them into rows, and writes their text to `file`. */
export async function stageRows(
  reading: RecordReading,
  task: StageTask,
  file: SealedFile,
  progress: (bytesDone: number) => void,
  signal: AbortSignal,
): Promise<
  | { readonly ok: true; readonly staged: StagedRows }
  | { readonly ok: false; readonly refusal: SourceRefusal | 'stopped' }
> {
  const columns = createRowColumns(1024);
  const pages = createRowPageWriter(file);
  const keys: KeysOfRows = { keyOf: pages.key };
  const table = createRowTable(columns, (row) => keys.keyOf(row), task.rule);
  const details = createTexts([]);
  const mapped = applyMapping(task.mapping, task.columnNames);
  if (!mapped.ok) throw new Error('The mapping does not match the columns.');
  const usable = usableRecords(task.mapping, task.columnNames);
  const breathe = createYielder(sliceMs);

  const add = (record: SourceRecord): void => {
    const { text, problems } = rowOf(usable(record), mapped.row);
    const found = checkMapped(text, problems, task.sizes);
    const row = addRow(columns);
    columns.place[row] = record.place;
    pages.add(text);
    table.begin(row, {
      problems: found.problems,
      valueBytes: found.valueBytes,
      detail: details.number(found.detail),
      key: hasKey(found.problems) ? text.key : null,
    });
  };

  const records = reading.readRecords(task.source, task.choice, task.columnNames);
  try {
    for (;;) {
      const step = await records.next();
      if (signal.aborted) return { ok: false, refusal: 'stopped' };
      if (step.done === true) {
        if (step.value !== null) return { ok: false, refusal: step.value };
        break;
      }
      const { records: found, bytesDone } = step.value;
      const needed = columns.count + found.length;
      const expected = Math.min(mostUploadRows, Math.ceil((1.02 * needed * task.source.bytes) / bytesDone));
      reserveRows(columns, needed, expected);
      table.groups.reserve(Math.max(needed, expected));
      for (const record of found) {
        if (columns.count === mostUploadRows) return { ok: false, refusal: { kind: 'too-many-rows' } };
        add(record);
        const pause = breathe();
        if (pause === null) continue;
        await pause;
        progress(bytesDone);
        if (signal.aborted) return { ok: false, refusal: 'stopped' };
      }
    }
  } finally {
    await records.return(null);
  }
  const written = pages.finish();
  table.settle();
  return { ok: true, staged: { table, keys, pages: written, details } };
}

/** Whether a row is in a group. Rows without a key are not. */
export function hasKey(problems: number): boolean {
  return (problems & (problemBit('unreadable') | problemBit('no-key'))) === 0;
}

function rowOf(
  record: SourceRecord,
  map: (cells: readonly (SourceCell | null)[], place: number) => MappedRow,
): { readonly text: RowText; readonly problems: readonly RowProblem[] } {
  if (record.kind === 'unreadable') {
    const { why, text } = record;
    return {
      text: { key: '', value: '', cells: null, unreadable: { why, text } },
      problems: ['unreadable'],
    };
  }
  const { key, value, problems } = map(record.cells, record.place);
  const why = keyRefusal(key);
  if (why !== null) {
    const unreadable = { why, text: key.slice(0, 1000) };
    return { text: { key: '', value: '', cells: null, unreadable }, problems: ['unreadable'] };
  }
  return { text: { key, value, cells: record.cells.map(storedCell), unreadable: null }, problems };
}

function storedCell(cell: SourceCell | null): StoredCell {
  if (cell === null) return null;
  return cell.isText ? cell.text : [cell.text];
}

/** Texts that many rows share, by number; 0 stands for none. */
export interface Texts {
  readonly number: (text: string | null) => number;
  readonly text: (number: number) => string | null;
  readonly all: () => readonly string[];
}

export function createTexts(known: readonly string[]): Texts {
  const texts = [...known];
  const numbers = new Map(texts.map((text, index) => [text, index + 1]));
  return {
    number: (text) => {
      if (text === null) return 0;
      const found = numbers.get(text);
      if (found !== undefined) return found;
      texts.push(text);
      numbers.set(text, texts.length);
      return texts.length;
    },
    text: (number) => texts[number - 1] ?? null,
    all: () => texts,
  };
}

/** Returns a promise after some milliseconds of work, so that other work gets a turn; otherwise null. */
function createYielder(ms: number): () => Promise<void> | null {
  let since = performance.now();
  let asked = 0;
  return () => {
    asked += 1;
    if (asked % 16 !== 0 || performance.now() - since < ms) return null;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
