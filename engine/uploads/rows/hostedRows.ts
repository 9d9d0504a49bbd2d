import { mkdirSync } from 'node:fs';
import {
  comparisons,
  allowableProblems,
  type DuplicateRule,
  type UploadCounts,
  type UploadRowSelection,
} from '#shared/domain/upload.ts';
import type { SourceSample } from '#shared/domain/uploadSource.ts';
import type { SourceFile } from '../source/recordSource.ts';
import { carryChanges, leftProblems } from './carryChanges.ts';
import { decodeChange, encodeChange, type ComparedRows, type RowChange } from './changeRecords.ts';
import { keptRowsFolder } from './keptRows.ts';
import { createValueCounting, type ValueCounting } from './countValues.ts';
import { createPresentRows, type OpenRows, type PresentRows } from './presentRows.ts';
import type { RecordReading } from './recordReading.ts';
import { createRowReplacing, type RowReplacing } from './replaceRows.ts';
import { checkTyped } from './rowChecks.ts';
import { createRowColumns, flags, hasFlag, problemBits } from './rowColumns.ts';
import { createRowCounts } from './rowCounts.ts';
import { createRowPages } from './rowPages.ts';
import { rowStand } from './rowStands.ts';
import { createRowTable } from './rowTable.ts';
import { openSealedSource } from './sealedSource.ts';
import { fileChanged, SourceFileError } from '../../storage/sourceFileError.ts';
import { createTexts, stageRows, type KeysOfRows } from './stageRows.ts';
import { sentKeys, takeRows, writtenRow } from './takeRows.ts';
import type { UploadRows } from './uploadRows.ts';
import { valueDifference } from './valueDifference.ts';
import { valueFingerprint } from './valueFingerprint.ts';
import { writeReport, type ReportedRow } from './writeReport.ts';

const allowable = problemBits(allowableProblems);
const unconverted = problemBits(['not-converted', 'key-not-converted']);

interface HostedRows extends OpenRows {
  readonly replacing: RowReplacing;
  readonly counting: ValueCounting;
}

/**
 * `UploadRows` in the calling thread. Staging, reading a file, and reports yield to other work; the rest is
 * short.
 */
export function openHostedRows(options: {
  readonly folder: string;
  readonly dataKey: Uint8Array;
  readonly file: { readonly name: string; readonly bytes: number };
  readonly reading: RecordReading;
  /** Higher than all revisions of an earlier opening. */
  readonly firstRevision: number;
}): UploadRows {
  const { folder, dataKey, file, reading } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const source = openSealedSource(folder, dataKey);
  const kept = keptRowsFolder(folder, dataKey);
  let revision = options.firstRevision;
  let rule: DuplicateRule = 'ask';
  let sampled: SourceSample | null = null;
  let opened: HostedRows | null = null;

  const closeRows = (rows: OpenRows | null): void => {
    rows?.files.texts.close();
    rows?.files.changes.close();
  };
  const load = (): void => {
    const found = kept.load();
    if (found === null) return;
    const { about, columns, pages, texts, changes } = found;
    const files = { texts, changes };
    const keys: KeysOfRows = { keyOf: () => '' };
    const table = createRowTable(columns, (row) => keys.keyOf(row), about.rule);
    const details = createTexts(about.details);
    const rows = createPresentRows({
      files,
      table,
      keys,
      pages: createRowPages(texts, () => pages),
      details,
      columnNames: about.columnNames,
      sizes: about.sizes,
    });
    opened = hosted({ rows, files });
    rule = about.rule;
    table.settle();
    changes.replay((record, offset) => {
      const change = decodeChange(record);
      rows.apply(change, offset);
      if (change.kind === 'rule') rule = change.rule;
    });
    rows.sent.interrupt();
  };
  try {
    load();
  } catch (error) {
    closeRows(opened);
    source.close();
    throw error;
  }

  /** First on disk, then in memory. */
  const make = ({ rows, files }: OpenRows, change: RowChange): number => {
    const offset = files.changes.appendSynced(encodeChange(change));
    revision += 1;
    return rows.apply(change, offset);
  };
  /** The rows of a selection that a change affects, ascending. */
  const selected = (
    { rows }: OpenRows,
    selection: UploadRowSelection,
    isConcerned: (row: number) => boolean,
  ): Uint32Array => {
    const { count } = rows.table.columns;
    if (selection.kind === 'rows') {
      const named = Uint32Array.from(new Set(selection.rows));
      return named.filter((row) => row < count && isConcerned(row)).sort();
    }
    const found = rows.filters.find(selection.filter, revision);
    return (found ?? new Uint32Array(count).map((_, row) => row)).filter(isConcerned);
  };
  const makeFor = (
    selection: UploadRowSelection,
    isConcerned: (opened: OpenRows) => (row: number) => boolean,
    change: (rows: Uint32Array) => RowChange,
  ): number => {
    if (opened === null) return 0;
    const rows = selected(opened, selection, isConcerned(opened));
    return rows.length === 0 ? 0 : make(opened, change(rows));
  };
  const open = (): HostedRows => {
    if (opened === null) throw new Error('There are no rows.');
    return opened;
  };
  const sourceFile = (): SourceFile => ({
    name: file.name,
    bytes: source.bytes(),
    open: source.read,
    readAt: source.readAt,
  });

  return {
    addSource: async (bytes) => {
      source.add(bytes);
    },
    addSourceFile: (path, progress, signal) =>
      source.addFile(path, file.bytes, (bytesDone) => {
        signal.throwIfAborted();
        progress(bytesDone);
      }),
    sample: async (wish) => {
      if (source.bytes() !== file.bytes) {
        throw new SourceFileError(
          fileChanged,
          `The file changed while it was being read: it had ${String(file.bytes)} bytes and now has ${String(source.bytes())}.`,
        );
      }
      source.sync();
      sampled = null;
      const answer = await reading.readSample(sourceFile(), wish);
      if (answer.ok) sampled = answer.sample;
      return answer;
    },
    stage: async ({ mapping, sizes }, progress, signal) => {
      if (sampled === null) throw new Error('The file has not been parsed yet.');
      const { choice, columns: columnNames } = sampled;
      const earlier = opened;
      opened = null;
      revision += 1;
      const texts = kept.begin();
      let staged: OpenRows | null = null;
      try {
        const task = { source: sourceFile(), choice, columnNames, mapping, sizes, rule };
        const outcome = await stageRows(reading, task, texts, progress, signal);
        if (!outcome.ok) return outcome;
        const { table, keys, pages, details } = outcome.staged;
        const about = { columnNames, sizes, rule, details: details.all() };
        const { files, complete } = kept.finish(texts, outcome.staged, about);
        const rows = createPresentRows({
          files,
          table,
          keys,
          pages: createRowPages(texts, () => pages),
          details,
          columnNames,
          sizes,
        });
        staged = { rows, files };
        if (earlier !== null && !(await carryChanges(earlier.rows, staged, signal)))
          return { ok: false, refusal: 'stopped' };
        closeRows(earlier);
        complete();
        opened = hosted(staged);
        revision += 1;
        return { ok: true };
      } finally {
        if (opened === null) {
          staged?.files.changes.close();
          texts.close();
          kept.abandon();
          opened = earlier;
        }
      }
    },
    sourceSha256: async () => source.sha256(),
    dropSource: async () => {
      source.drop();
      sampled = null;
    },

    revision: async () => revision,
    counts: async () => opened?.rows.table.counts() ?? noCounts(),
    columns: async () => opened?.rows.columnNames ?? [],
    rows: async (filter, { from, to }) => {
      if (opened === null) return { revision, total: 0, rows: [] };
      const { rows } = opened;
      const found = rows.filters.find(filter, revision);
      const total = found?.length ?? rows.table.columns.count;
      const shown = [];
      for (let index = Math.max(0, from); index < Math.min(to, total); index++) {
        shown.push(rows.row(found?.[index] ?? index));
      }
      return { revision, total, rows: shown };
    },
    row: async (row) => {
      if (opened === null || row >= opened.rows.table.columns.count) return null;
      return opened.rows.rowInFull(row);
    },
    change: async (row, { key, value }) => {
      if (opened === null || row >= opened.rows.table.columns.count) return null;
      const { rows } = opened;
      const found = checkTyped({ key, value }, rows.sizes);
      const before = rows.atom(row);
      // What was not typed is still not what the mapping is to make of it.
      const left =
        (rows.table.columns.problems[row] ?? 0) &
        unconverted &
        leftProblems(key !== before.key, value !== before.value);
      make(opened, { kind: 'change', row, key, value, ...found, problems: found.problems | left });
      return rows.row(row);
    },
    revert: async (selection) =>
      makeFor(
        selection,
        ({ rows }) =>
          (row) =>
            hasFlag(rows.table.columns, row, flags.edited),
        (rows) => ({ kind: 'revert', rows }),
      ),
    drop: async (selection, dropped) =>
      makeFor(
        selection,
        ({ rows }) =>
          (row) =>
            hasFlag(rows.table.columns, row, flags.dropped) !== dropped,
        (rows) => ({ kind: 'drop', rows, isSet: dropped }),
      ),
    allow: async (selection, allowed) =>
      makeFor(
        selection,
        ({ rows: { table } }) =>
          (row) =>
            hasFlag(table.columns, row, flags.allowed) !== allowed &&
            // No other rows can match, and later changes are checked separately.
            (!allowed || ((table.columns.problems[row] ?? 0) & allowable) !== 0),
        (rows) => ({ kind: 'allow', rows, isSet: allowed }),
      ),
    countValues: async (column, filter, from) => open().counting.count(column, filter, from, revision),
    findText: async (replacement, from) => open().replacing.find(replacement, from, revision),
    prepareReplacement: async (replacement, from) => open().replacing.prepare(replacement, from, revision),
    preparedRows: async () => open().replacing.preparedRows(),
    adoptReplacement: async () => open().replacing.adopt(),
    applyReplacement: async () => {
      revision += 1;
      return open().replacing.applySome();
    },
    undoReplacement: async (undoId) => {
      const change = open().replacing.undoing(undoId);
      return change === null ? null : make(open(), change);
    },
    setDuplicateRule: async (next) => {
      if (opened !== null && next !== rule) make(opened, { kind: 'rule', rule: next });
      rule = next;
    },

    take: async (request) => (opened === null ? { rows: [], next: null } : takeRows(opened.rows, request)),
    withoutRow: async (keys) => {
      const groups = opened?.rows.table.groups;
      return groups === undefined ? keys : keys.filter((key) => !groups.has(key));
    },
    writtenRows: async (numbers) => {
      const rows = opened?.rows;
      return rows === undefined ? [] : numbers.map((row) => writtenRow(rows, row));
    },
    sentKeys: async (from) => (opened === null ? { keys: [], next: null } : sentKeys(opened.rows, from)),
    setCompared: async (found) => {
      if (opened === null) return;
      const { rows } = opened;
      const { count } = rows.table.columns;
      make(opened, {
        kind: 'compare',
        found: compared(
          rows,
          found.filter(({ row }) => row < count),
        ),
      });
    },
    beforeSending: async (found, rules) => {
      const { rows } = open();
      const now = compared(rows, found);
      return found.map(({ stored }, at) => rowStand(rows.table.columns, now, at, stored, rules));
    },
    record: async (events) => {
      make(open(), { kind: 'send', events });
      const state = open().rows.sent.state();
      if (state === null) throw new Error('No event was recorded.');
      return state;
    },
    sendState: async () => opened?.rows.sent.state() ?? null,

    report: async (path, format, signal) => {
      const rows = opened?.rows;
      await writeReport(path, format, reported(rows), signal);
    },
    close: async () => {
      closeRows(opened);
      opened = null;
      source.close();
    },
  };

  function* reported(rows: PresentRows | undefined): Generator<ReportedRow> {
    const count = rows?.table.columns.count ?? 0;
    for (let row = 0; rows !== undefined && row < count; row++) {
      yield { row: rows.row(row), value: rows.atom(row).value };
    }
  }
}

function hosted(rows: OpenRows): HostedRows {
  return { ...rows, replacing: createRowReplacing(rows), counting: createValueCounting(rows.rows) };
}

function noCounts(): UploadCounts {
  return createRowCounts(createRowColumns(0)).now();
}

function compared(rows: PresentRows, found: Parameters<UploadRows['setCompared']>[0]): ComparedRows {
  const columns: ComparedRows = {
    rows: Uint32Array.from(found, ({ row }) => row),
    comparison: new Uint8Array(found.length),
    storedVersion: new Float64Array(found.length).fill(Number.NaN),
    storedValue: new Float64Array(found.length).fill(Number.NaN),
    removed: new Uint32Array(found.length),
    added: new Uint32Array(found.length),
    moreBytes: new Int32Array(found.length),
  };
  found.forEach(({ row, stored }, index) => {
    if (stored === null || stored === 'refused') {
      columns.comparison[index] = comparisons.indexOf(stored === null ? 'new' : 'refused');
      return;
    }
    if (stored.version !== null) columns.storedVersion[index] = stored.version;
    columns.storedValue[index] = valueFingerprint(stored.value);
    const { value } = rows.atom(row);
    if (stored.value === value) {
      columns.comparison[index] = comparisons.indexOf('same');
      return;
    }
    const difference = valueDifference(stored.value, value);
    columns.comparison[index] = comparisons.indexOf('changed');
    columns.removed[index] = difference.removed;
    columns.added[index] = difference.added;
    columns.moreBytes[index] = difference.bytes;
  });
  return columns;
}
