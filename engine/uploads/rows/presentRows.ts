import type { SizeKnowledge } from '#shared/domain/store.ts';
import {
  comparisons,
  readBacks,
  rowMarks,
  rowOutcomes,
  rowStatuses,
  type UploadRow,
  type UploadRowInFull,
} from '#shared/domain/upload.ts';
import { cutText } from '#shared/text/cutText.ts';
import { decodeChange, type ChangedRow, type ComparedRows, type RowChange } from './changeRecords.ts';
import type { KeptRows } from './keptRows.ts';
import {
  comparedColumns,
  flags,
  hasFlag,
  markFlags,
  problemBit,
  problemsOf,
  sentColumns,
  setFlag,
} from './rowColumns.ts';
import { createRowFilters, type RowFilters } from './rowFilters.ts';
import { cached, type RowPages, type StoredCell } from './rowPages.ts';
import { createRowEdits, type EditedText } from './rowEdits.ts';
import type { RowTable } from './rowTable.ts';
import { keyRefusal } from './rowChecks.ts';
import { createSentRows, type SentRows } from './sentRows.ts';
import { createTexts, hasKey, type KeysOfRows, type Texts } from './stageRows.ts';
import { SealedFileError } from './sealedFile.ts';

/** The staged rows in their current state: as in the file, plus the changes since. */
export interface PresentRows {
  readonly columnNames: readonly string[];
  readonly table: RowTable;
  readonly filters: RowFilters;
  readonly sizes: SizeKnowledge;
  readonly details: Texts;
  readonly key: (row: number) => string;
  /** Of the file; null if there is none. */
  readonly cell: (row: number, column: number) => string | null;
  readonly atom: (row: number) => { readonly key: string; readonly value: string };
  /** As the mapping made it of the file. */
  readonly inFile: (row: number) => { readonly key: string; readonly value: string };
  readonly row: (row: number) => UploadRow;
  /** The row must exist. */
  readonly rowInFull: (row: number) => UploadRowInFull;
  readonly sent: SentRows;
  /** @param offset position of the change in its file. Returns how many rows have changed. */
  readonly apply: (change: RowChange, offset: number) => number;
  /** Adopts drafts: one step for each of their positions. */
  readonly adopt: (frames: Float64Array) => Generator<void>;
  /** Where the text of an edited row is; null if it is as in the file. */
  readonly editedText: (row: number) => EditedText | null;
}

/** Rows with their files. */
export interface OpenRows {
  readonly rows: PresentRows;
  readonly files: KeptRows;
}

const valueStartLength = 300;
const unreadableStart = 1000;
const mostSameKey = 100;
const refused = rowOutcomes.indexOf('refused');
const waiting = rowOutcomes.indexOf('waiting');

export function createPresentRows(parts: {
  readonly files: KeptRows;
  readonly table: RowTable;
  readonly keys: KeysOfRows;
  readonly pages: RowPages;
  readonly details: Texts;
  readonly columnNames: readonly string[];
  readonly sizes: SizeKnowledge;
}): PresentRows {
  const { files, table, pages, details, columnNames, sizes } = parts;
  const { columns } = table;
  const edits = createRowEdits(columns.count);
  /** Texts with the reasons for outcomes. */
  const reasons = createTexts([]);
  const sent = createSentRows(table, reasons);

  const draftsAt = (offset: number): readonly ChangedRow[] => {
    const change = decodeChange(files.changes.read(offset));
    if (change.kind === 'drafts') return change.changes;
    if (change.kind === 'change') return [change];
    throw new SealedFileError('The saved upload (changes) is inconsistent.');
  };
  const draftsInMind = cached(draftsAt);
  const editedAtom = ({ offset, index }: EditedText): ChangedRow => {
    // Only short texts are kept with others.
    const change = index === -1 ? draftsAt(offset)[0] : draftsInMind(offset)[index];
    if (change !== undefined) return change;
    throw new SealedFileError('The saved upload (changes) is inconsistent.');
  };
  const keyOf = (row: number): string => {
    const edit = edits.get(row);
    return edit === null ? pages.key(row) : editedAtom(edit).key;
  };
  parts.keys.keyOf = keyOf;
  const cellOf: PresentRows['cell'] = (row, column) => cellText(pages.cells(row)?.[column] ?? null);
  const filters = createRowFilters(
    columns,
    keyOf,
    (visit) => {
      pages.eachKey((key, row) => {
        visit(edits.has(row) ? keyOf(row) : key, row);
      });
    },
    cellOf,
  );

  const startOf = (row: number): { readonly key: string; readonly value: string } => {
    const edit = edits.get(row);
    return edit === null ? { key: pages.key(row), value: pages.valueStart(row) } : editedAtom(edit);
  };
  const show = (row: number): UploadRow => {
    const { key, value } = startOf(row);
    const comparison = comparisons[columns.comparison[row] ?? 0] ?? 'not-compared';
    return {
      row,
      place: columns.place[row] ?? 0,
      key,
      valueStart: cutText(value, valueStartLength),
      valueBytes: columns.valueBytes[row] ?? 0,
      status: rowStatuses[columns.status[row] ?? 0] ?? 'blocked',
      problems: problemsOf(columns.problems[row] ?? 0),
      detail: details.text(columns.detail[row] ?? 0),
      edited: hasFlag(columns, row, flags.edited),
      allowed: hasFlag(columns, row, flags.allowed),
      comparison,
      storedVersion: numberOrNull(columns.compared?.storedVersion[row]),
      difference:
        comparison === 'changed'
          ? {
              removed: columns.compared?.removed[row] ?? 0,
              added: columns.compared?.added[row] ?? 0,
              bytes: columns.compared?.moreBytes[row] ?? 0,
            }
          : null,
      outcome: rowOutcomes[columns.outcome[row] ?? 0] ?? 'unknown',
      why: reasons.text(columns.sent?.why[row] ?? 0),
      version: numberOrNull(columns.sent?.version[row]),
      readBack: readBacks[columns.readBack[row] ?? 0] ?? 'not-read',
      marks: rowMarks.filter((_, mark) => hasFlag(columns, row, markFlags[mark] ?? 0)),
    };
  };
  const sameKey = (row: number): readonly number[] => {
    const others: number[] = [];
    table.groups.each(row, (other) => {
      if (other === row || hasFlag(columns, other, flags.dropped)) return;
      others.push(other);
      // A group may contain all rows, so only some are sorted at once.
      if (others.length === 50 * mostSameKey) keepLowest(others);
    });
    keepLowest(others);
    return others;
  };
  /** Results about one text are not valid for another. */
  const forget = (row: number, isEdited: boolean, isSameKey: boolean): void => {
    table.flag([row], flags.allowed, false);
    table.mark(row, () => {
      setFlag(columns, row, flags.edited, isEdited);
      columns.comparison[row] = 0;
      // What the user has seen of the atom, which sending must not replace if it has changed since.
      if (columns.compared !== null && !isSameKey) {
        columns.compared.storedVersion[row] = Number.NaN;
        columns.compared.storedValue[row] = Number.NaN;
      }
      if (columns.outcome[row] !== refused) return;
      columns.outcome[row] = waiting;
      sentColumns(columns).why[row] = 0;
    });
    filters.forgetKeys();
  };
  const applyEdit = (change: ChangedRow, text: EditedText): void => {
    const { row } = change;
    const isSameKey = keyOf(row) === change.key;
    const edit = edits.get(row);
    edits.set(row, {
      ...text,
      problems: edit?.problems ?? (columns.problems[row] ?? 0) & ~problemBit('duplicate'),
      detail: edit?.detail ?? columns.detail[row] ?? 0,
      valueBytes: edit?.valueBytes ?? columns.valueBytes[row] ?? 0,
    });
    table.replace(
      row,
      {
        problems: change.problems,
        detail: details.number(change.detail),
        valueBytes: change.valueBytes,
        key: hasKey(change.problems) ? change.key : null,
      },
      isSameKey,
    );
    forget(row, true, isSameKey);
  };
  function* adopt(frames: Float64Array): Generator<void> {
    for (const offset of frames) {
      const changes = draftsAt(offset);
      const isAlone = changes.length === 1;
      changes.forEach((change, index) => applyEdit(change, { offset, index: isAlone ? -1 : index }));
      yield;
    }
  }
  const revert = (row: number): boolean => {
    const edit = edits.get(row);
    if (edit === null) return false;
    const editedKey = editedAtom(edit).key;
    edits.remove(row);
    const { problems, detail, valueBytes } = edit;
    const key = pages.key(row);
    const isSameKey = editedKey === key;
    table.replace(row, { problems, detail, valueBytes, key: hasKey(problems) ? key : null }, isSameKey);
    forget(row, false, isSameKey);
    return true;
  };
  const applyCompared = (found: ComparedRows): void => {
    const compared = comparedColumns(columns);
    found.rows.forEach((row, index) => {
      table.mark(row, () => {
        columns.comparison[row] = found.comparison[index] ?? 0;
        compared.storedVersion[row] = found.storedVersion[index] ?? Number.NaN;
        compared.storedValue[row] = found.storedValue[index] ?? Number.NaN;
        compared.removed[row] = found.removed[index] ?? 0;
        compared.added[row] = found.added[index] ?? 0;
        compared.moreBytes[row] = found.moreBytes[index] ?? 0;
      });
    });
  };

  return {
    columnNames,
    table,
    filters,
    sizes,
    details,
    sent,
    key: keyOf,
    cell: cellOf,
    adopt,
    editedText: edits.get,
    atom: (row) => {
      const edit = edits.get(row);
      return edit === null ? pages.text(row) : editedAtom(edit);
    },
    inFile: pages.text,
    row: show,
    rowInFull: (row) => {
      const edit = edits.get(row);
      const inFile = pages.text(row);
      const { key, value } = edit === null ? inFile : editedAtom(edit);
      const why = keyRefusal(key);
      return {
        ...show(row),
        value,
        cells:
          inFile.cells?.map((cell, index) => ({
            column: columnNames[index] ?? '',
            text: cellText(cell),
            isText: !Array.isArray(cell),
          })) ?? null,
        unreadable: why === null ? inFile.unreadable : { why, text: cutText(key, unreadableStart) },
        sameKey: sameKey(row),
      };
    },
    apply: (change, offset) => {
      switch (change.kind) {
        case 'change':
          applyEdit(change, { offset, index: -1 });
          return 1;
        case 'drafts':
          return 0;
        case 'adopt':
          for (const _ of adopt(change.frames));
          return change.frames.length;
        case 'restore':
          change.rows.forEach((row, at) => {
            const text = { offset: change.offsets[at] ?? Number.NaN, index: change.indices[at] ?? -1 };
            if (Number.isNaN(text.offset)) revert(row);
            else applyEdit(editedAtom(text), text);
          });
          return change.rows.length;
        case 'revert':
          return change.rows.filter(revert).length;
        case 'drop':
          return table.flag(change.rows, flags.dropped, change.isSet);
        case 'allow':
          return table.flag(change.rows, flags.allowed, change.isSet);
        case 'rule':
          table.setRule(change.rule);
          return 0;
        case 'compare':
          applyCompared(change.found);
          return change.found.rows.length;
        case 'send':
          for (const event of change.events) sent.apply(event);
          return 0;
      }
    },
  };
}

function keepLowest(rows: number[]): void {
  rows.sort((one, other) => one - other);
  rows.length = Math.min(rows.length, mostSameKey);
}

function cellText(cell: StoredCell): string | null {
  return cell === null || typeof cell === 'string' ? cell : cell[0];
}

function numberOrNull(number: number | undefined): number | null {
  return number === undefined || Number.isNaN(number) ? null : number;
}
