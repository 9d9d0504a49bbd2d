import { rowOutcomes, type RowOutcome } from '#shared/domain/upload.ts';
import {
  mostExamples,
  mostReplacedText,
  mostUndoneRows,
  type ReplaceExample,
  type ReplacementFound,
  type RowReplacement,
} from '#shared/domain/uploadReplace.ts';
import { cutText } from '#shared/text/cutText.ts';
import { createReplacer, type Replaced, type Replacer } from '#shared/text/replacing.ts';
import { leftProblems } from './carryChanges.ts';
import { encodeChange, type ChangedRow, type RowChange } from './changeRecords.ts';
import type { OpenRows } from './presentRows.ts';
import type { EditedText } from './rowEdits.ts';
import { checkTyped } from './rowChecks.ts';
import { problemBit } from './rowColumns.ts';
import { toRanges, type RowRanges } from './rowRanges.ts';
import { createSlice } from './slices.ts';

/** Finds a text in rows, and replaces it in all of them or in none. Every call is short. */
export interface RowReplacing {
  /** @param from where the last call for the same replacement and revision left off; 0 to begin */
  readonly find: (replacement: RowReplacement, from: number, revision: number) => ReplacementFound;
  /** The same, and writes the new texts to the disk. They do not count yet. */
  readonly prepare: (replacement: RowReplacement, from: number, revision: number) => ReplacementFound;
  /** The rows whose new texts are prepared. */
  readonly preparedRows: () => RowRanges;
  /** From now on the prepared texts count, also after a crash. Returns the ID for `undoing`; null if there are too many. */
  readonly adopt: () => number | null;
  /** Gives some more rows the adopted texts. Returns how many steps are left. */
  readonly applySome: () => number;
  /** The change that gives the rows of the last replacement their earlier texts, except rows changed since; null if it is too late. */
  readonly undoing: (undoId: number) => Extract<RowChange, { kind: 'restore' }> | null;
}

/** The service certainly did not store rows with these outcomes. */
export const notStored: readonly RowOutcome[] = ['refused', 'skipped', 'waiting', 'held'];
const changeable: ReadonlySet<number> = new Set(notStored.map((outcome) => rowOutcomes.indexOf(outcome)));

/** Texts that are kept, and later read, together. */
const draftsTogether = { rows: 128, length: 32 * 1024 };
const noValue = problemBit('no-value');

interface Prepared {
  readonly frames: number[];
  readonly rows: number[];
  changes: ChangedRow[];
  length: number;
  /** The earlier texts of the rows; null if there are too many rows. */
  before: EarlierText[] | null;
}
type EarlierText = readonly [row: number, before: EditedText | null];

export function createRowReplacing({ rows, files }: OpenRows): RowReplacing {
  const { columns } = rows.table;
  let prepared: Prepared | null = null;
  let adopting: { readonly steps: Generator<void>; left: number } | null = null;
  let undoable: {
    readonly id: number;
    readonly frames: ReadonlySet<number>;
    readonly before: readonly EarlierText[];
  } | null = null;

  const isChangeable = (row: number): boolean => changeable.has(columns.outcome[row] ?? 0);

  const search = (
    replacement: RowReplacement,
    from: number,
    revision: number,
    take: (row: number, before: Atom, after: Atom) => void,
  ): ReplacementFound => {
    const { within } = replacement;
    const replaceIn = limitedReplacer(replacement);
    const except = new Set(replacement.except);
    const listed = rows.filters.find(replacement.filter, revision);
    const total = listed?.length ?? columns.count;
    const isOver = createSlice();
    const found = { rows: 0, occurrences: 0, examples: new Array<ReplaceExample>() };
    let at = from;
    for (; at < total && !isOver(); at++) {
      const row = listed?.[at] ?? at;
      if (!isChangeable(row) || except.has(row)) continue;
      const before = within === 'keys' ? { key: rows.key(row), value: '' } : rows.atom(row);
      const key = within === 'values' ? null : replaceIn(before.key);
      const value = within === 'keys' ? null : replaceIn(before.value);
      const place = columns.place[row] ?? 0;
      if (key === 'too-long' || value === 'too-long')
        return { total, done: at, next: null, ...found, tooLong: place };
      const after = { key: key?.value ?? before.key, value: value?.value ?? before.value };
      if (after.key === before.key && after.value === before.value) continue;
      found.rows += 1;
      // Replacements by the same text change nothing.
      if (after.key !== before.key) found.occurrences += key?.count ?? 0;
      if (after.value !== before.value) found.occurrences += value?.count ?? 0;
      const part = after.key === before.key ? 'value' : 'key';
      if (found.examples.length < mostExamples)
        found.examples.push({ row, place, part, ...excerpts(before[part], after[part]) });
      take(row, before, after);
    }
    return { total, done: at, next: at < total ? at : null, ...found, tooLong: null };
  };

  const flush = (to: Prepared): void => {
    if (to.changes.length === 0) return;
    to.frames.push(files.changes.append(encodeChange({ kind: 'drafts', changes: to.changes })));
    to.changes = [];
    to.length = 0;
  };
  const draft = (to: Prepared, row: number, before: Atom, after: Atom): void => {
    if (to.before !== null && to.before.push([row, rows.editedText(row)]) > mostUndoneRows) to.before = null;
    const checked = checkTyped(after, rows.sizes);
    // What is replaced in one part says nothing about the other. A row without a value still has none.
    const left = leftProblems(after.key !== before.key, after.value !== before.value);
    const kept = (columns.problems[row] ?? 0) & left;
    const isMissing = (kept & noValue) !== 0;
    const problems = (isMissing ? checked.problems & ~problemBit('empty-value') : checked.problems) | kept;
    const length = after.key.length + after.value.length;
    if (to.length + length > draftsTogether.length) flush(to);
    to.rows.push(row);
    to.changes.push({ row, ...after, ...checked, problems });
    to.length += length;
    if (to.length > draftsTogether.length || to.changes.length === draftsTogether.rows) flush(to);
  };

  return {
    find: (replacement, from, revision) => search(replacement, from, revision, () => undefined),
    prepare: (replacement, from, revision) => {
      if (from === 0 || prepared === null)
        prepared = { frames: [], rows: [], changes: [], length: 0, before: [] };
      const to = prepared;
      const isOfKeys = replacement.within === 'keys';
      const found = search(replacement, from, revision, (row, before, after) => {
        const { value } = isOfKeys ? rows.atom(row) : after;
        draft(to, row, isOfKeys ? { ...before, value } : before, { ...after, value });
      });
      if (found.next === null) flush(to);
      return found;
    },
    preparedRows: () => toRanges(prepared?.rows ?? []),
    adopt: () => {
      if (prepared === null) throw new Error('No replacement was prepared.');
      const { frames, before } = prepared;
      prepared = null;
      const id = files.changes.appendSynced(
        encodeChange({ kind: 'adopt', frames: Float64Array.from(frames) }),
      );
      adopting = { steps: rows.adopt(Float64Array.from(frames)), left: frames.length };
      undoable = before === null ? null : { id, frames: new Set(frames), before };
      return undoable === null ? null : id;
    },
    applySome: () => {
      const isOver = createSlice(1);
      while (adopting !== null && !isOver()) {
        adopting.left -= 1;
        if (adopting.steps.next().done === true) adopting = null;
      }
      return Math.max(0, adopting?.left ?? 0);
    },
    undoing: (undoId) => {
      if (undoable?.id !== undoId) return null;
      const { frames, before } = undoable;
      undoable = null;
      const still = before.filter(
        ([row]) => isChangeable(row) && frames.has(rows.editedText(row)?.offset ?? -1),
      );
      return {
        kind: 'restore',
        rows: Uint32Array.from(still, ([row]) => row),
        offsets: Float64Array.from(still, ([, text]) => text?.offset ?? Number.NaN),
        indices: Int32Array.from(still, ([, text]) => text?.index ?? -1),
      };
    },
  };
}

interface Atom {
  readonly key: string;
  readonly value: string;
}

function limitedReplacer(replacement: RowReplacement): (text: string) => Replaced | 'too-long' {
  const { find, replace, matchesCase } = replacement;
  const replacer = plainReplacer({ find, replace, matchesCase });
  const remover = plainReplacer({ find, replace: '', matchesCase });
  return (text) => {
    const most = text.length + (text.length / find.length) * replace.length;
    if (most > mostReplacedText) {
      const { value, count } = remover(text);
      if (value.length + count * replace.length > mostReplacedText) return 'too-long';
    }
    return replacer(text);
  };
}

function plainReplacer(choice: Pick<RowReplacement, 'find' | 'replace' | 'matchesCase'>): Replacer {
  const replacer = createReplacer({ ...choice, isExpression: false });
  if (typeof replacer === 'function') return replacer;
  throw new Error(`This text cannot be replaced: ${replacer.why}`);
}

const excerptLength = 120;
const excerptLead = 24;

/** Both texts from a little before their first difference. */
function excerpts(before: string, after: string): Pick<ReplaceExample, 'before' | 'after'> {
  let start = 0;
  while (start < before.length && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  start = Math.max(0, start - excerptLead);
  // Not in the middle of a character.
  if (start > 0) start = cutText(before, start).length;
  const from = (text: string): string => {
    const rest = text.slice(start);
    const cut = cutText(rest, excerptLength);
    return `${start > 0 ? '…' : ''}${cut}${cut.length < rest.length ? '…' : ''}`;
  };
  return { before: from(before), after: from(after) };
}
