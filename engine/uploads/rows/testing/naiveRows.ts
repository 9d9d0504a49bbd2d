import { findSensitiveContent } from '#shared/safety/sensitiveContent.ts';
import {
  blockingProblems,
  comparisons,
  readBacks,
  rowOutcomes,
  rowProblems,
  rowStatuses,
  type Comparison,
  type DuplicateRule,
  type ReadBack,
  type RowOutcome,
  type RowProblem,
  type RowStatus,
  type UploadCounts,
  type UploadRow,
  type UploadRowFilter,
  type UploadRowSelection,
} from '#shared/domain/upload.ts';
import type { RowReplacement } from '#shared/domain/uploadReplace.ts';
import { checkRow } from '#shared/upload/checkRow.ts';
import { outcomeReasons } from '../outcomeReasons.ts';
import { rowsOf } from '../rowRanges.ts';
import type { SendEvent } from '../sendEvents.ts';
import { valueDifference } from '../valueDifference.ts';

export const sizes = {
  largestAccepted: 8,
  smallestRefused: 20_000,
  largestBatchAccepted: null,
  smallestBatchRefused: null,
};
export type GivenRow = { readonly key: string | null; readonly value: string | null } | 'unreadable';

/** A row in the simplest form. */
interface NaiveRow {
  readonly row: number;
  readonly place: number;
  readonly inFile: { readonly key: string; readonly value: string; readonly problems: readonly RowProblem[] };
  readonly cells: readonly (string | null)[];
  /** `isMissing`: it had no value, and was given none. */
  typed: { readonly key: string; readonly value: string; readonly isMissing?: boolean } | null;
  dropped: boolean;
  allowed: boolean;
  comparison: Comparison;
  storedVersion: number | null;
  stored: string | null;
  outcome: RowOutcome;
  why: string | null;
  version: number | null;
  readBack: ReadBack;
}

const findings = new Map<string, ReturnType<typeof findSensitiveContent>>();
/** Cached, because the same few values are checked again and again. */
function findingOf(value: string): ReturnType<typeof findSensitiveContent> {
  const known = findings.get(value);
  if (known !== undefined) return known;
  const found = findSensitiveContent(value);
  findings.set(value, found);
  return found;
}

/** Computes everything from scratch each time. */
export class NaiveRows {
  rule: DuplicateRule = 'ask';
  readonly rows: NaiveRow[];

  constructor(given: readonly GivenRow[]) {
    this.rows = given.map((one, row) => {
      const problems: RowProblem[] = [];
      if (one === 'unreadable') problems.push('unreadable');
      else {
        if (one.key === null || one.key === '') problems.push('no-key');
        if (one.value === null) problems.push('no-value');
        if (one.value === '') problems.push('empty-value');
      }
      const text =
        one === 'unreadable' ? { key: '', value: '' } : { key: one.key ?? '', value: one.value ?? '' };
      return {
        row,
        place: row * 2 + 1,
        inFile: { ...text, problems },
        cells: one === 'unreadable' ? [null, null] : [one.key, one.value],
        typed: null,
        dropped: false,
        allowed: false,
        comparison: 'not-compared',
        storedVersion: null,
        stored: null,
        outcome: 'waiting',
        why: null,
        version: null,
        readBack: 'not-read',
      };
    });
  }

  /** Of the last replacement, in the other model. */
  undoId: number | null = null;
  /** What the last replacement replaced. */
  replaced: ReadonlyMap<NaiveRow, readonly [before: NaiveRow['typed'], after: NaiveRow['typed']]> = new Map();

  /** Returns how many rows have changed, and how many replacements there were. */
  replace({ find, replace, matchesCase, within, filter, except }: RowReplacement): {
    readonly rows: number;
    readonly occurrences: number;
  } {
    const replaced = new Map<NaiveRow, readonly [NaiveRow['typed'], NaiveRow['typed']]>();
    const count = (text: string): number =>
      (matchesCase ? text : text.toLowerCase()).split(matchesCase ? find : find.toLowerCase()).length - 1;
    const inText = (text: string): string => {
      let left = text;
      let made = '';
      for (;;) {
        const at = matchesCase ? left.indexOf(find) : left.toLowerCase().indexOf(find.toLowerCase());
        if (at === -1) return made + left;
        made += left.slice(0, at) + replace;
        left = left.slice(at + find.length);
      }
    };
    let occurrences = 0;
    for (const row of this.selected({ kind: 'filter', filter })) {
      const before = this.atom(row);
      if (except.includes(row.row) || ['stored', 'same', 'unknown'].includes(row.outcome)) continue;
      const key = within === 'values' ? before.key : inText(before.key);
      const value = within === 'keys' ? before.value : inText(before.value);
      if (key === before.key && value === before.value) continue;
      if (key !== before.key) occurrences += count(before.key);
      if (value !== before.value) occurrences += count(before.value);
      const isMissing = this.ownProblems(row).has('no-value') && value === '';
      const after = { key, value, isMissing };
      replaced.set(row, [row.typed, after]);
    }
    for (const [row, [, after]] of replaced) {
      row.typed = after;
      this.forget(row);
    }
    this.replaced = replaced;
    return { rows: replaced.size, occurrences };
  }

  /** Returns how many rows have changed back. */
  undo(): number {
    let changed = 0;
    for (const [row, [before, after]] of this.replaced) {
      if (row.typed !== after || ['stored', 'same', 'unknown'].includes(row.outcome)) continue;
      row.typed = before;
      this.forget(row);
      changed += 1;
    }
    return changed;
  }

  atom(row: NaiveRow): { readonly key: string; readonly value: string } {
    const { key, value } = row.typed ?? row.inFile;
    return { key, value };
  }

  ownProblems(row: NaiveRow): ReadonlySet<RowProblem> {
    const { key, value } = this.atom(row);
    const found = new Set<RowProblem>(row.typed === null ? row.inFile.problems : []);
    if (row.typed !== null && key === '') found.add('no-key');
    if (row.typed !== null && value === '')
      found.add(row.typed.isMissing === true ? 'no-value' : 'empty-value');
    for (const problem of checkRow(key, value)) found.add(problem);
    if (findingOf(value) !== null) found.add('sensitive');
    const bytes = Buffer.byteLength(value);
    if (bytes >= sizes.smallestRefused) found.add('too-large');
    else if (bytes > sizes.largestAccepted) found.add('larger-than-accepted');
    return found;
  }

  /** Rows with the same key as a row that are not skipped, including itself. */
  alike(row: NaiveRow): readonly NaiveRow[] {
    const hasKey = (one: NaiveRow): boolean => {
      const problems = this.ownProblems(one);
      return !problems.has('unreadable') && !problems.has('no-key');
    };
    if (!hasKey(row)) return [];
    return this.rows.filter(
      (one) => !one.dropped && hasKey(one) && this.atom(one).key === this.atom(row).key,
    );
  }

  problems(row: NaiveRow): ReadonlySet<RowProblem> {
    const found = new Set(this.ownProblems(row));
    if (!row.dropped && this.alike(row).length > 1) found.add('duplicate');
    return found;
  }

  status(row: NaiveRow): RowStatus {
    if (row.dropped) return 'dropped';
    const problems = this.problems(row);
    const alike = this.alike(row);
    if (problems.has('duplicate')) {
      if (this.rule === 'first' && alike[0] !== row) return 'passed-over';
      if (this.rule === 'last' && alike.at(-1) !== row) return 'passed-over';
    }
    const blocks = blockingProblems.some(
      (problem) =>
        problems.has(problem) &&
        !(problem === 'duplicate' && this.rule !== 'ask') &&
        !((problem === 'sensitive' || problem === 'too-large') && row.allowed),
    );
    return blocks ? 'blocked' : 'ready';
  }

  shown(row: NaiveRow): UploadRow {
    const { key, value } = this.atom(row);
    const problems = this.problems(row);
    const finding = findingOf(value);
    return {
      row: row.row,
      place: row.place,
      key,
      valueStart: value.slice(0, 300),
      valueBytes: Buffer.byteLength(value),
      status: this.status(row),
      problems: rowProblems.filter((problem) => problems.has(problem)),
      detail: finding === null ? null : (finding.pattern ?? finding.reason),
      edited: row.typed !== null,
      allowed: row.allowed,
      comparison: row.comparison,
      storedVersion: row.storedVersion,
      difference: row.stored === null ? null : valueDifference(row.stored, value),
      outcome: row.outcome,
      why: row.why,
      version: row.version,
      readBack: row.readBack,
      marks: [],
    };
  }

  find(filter: UploadRowFilter): readonly UploadRow[] {
    return this.rows
      .map((row) => this.shown(row))
      .filter((row) => {
        const { status, problem, comparison } = filter;
        if (filter.text !== undefined && !row.key.toLowerCase().includes(filter.text.toLowerCase()))
          return false;
        if (status !== undefined && row.status !== status) return false;
        if (problem !== undefined && !row.problems.includes(problem)) return false;
        if (problem !== undefined && status === undefined && row.status === 'dropped') return false;
        if (comparison !== undefined && row.comparison !== comparison) return false;
        if (comparison !== undefined && status === undefined && row.status !== 'ready') return false;
        if (filter.cell !== undefined && this.rows[row.row]?.cells[filter.cell.column] !== filter.cell.text)
          return false;
        if (filter.outcome !== undefined && row.outcome !== filter.outcome) return false;
        if (filter.readBack !== undefined && row.readBack !== filter.readBack) return false;
        return filter.edited !== true || row.edited;
      });
  }

  counts(): UploadCounts {
    const all = this.rows.map((row) => this.shown(row));
    const ready = all.filter(({ status }) => status === 'ready');
    const tally = <Name extends string>(names: readonly Name[], has: (name: Name) => number) =>
      Object.fromEntries(names.map((name) => [name, has(name)])) as Record<Name, number>;
    return {
      rows: all.length,
      readyBytes: ready.reduce((sum, { valueBytes }) => sum + valueBytes, 0),
      statuses: tally(rowStatuses, (name) => all.filter(({ status }) => status === name).length),
      problems: tally(
        rowProblems,
        (name) => all.filter((row) => row.status !== 'dropped' && row.problems.includes(name)).length,
      ),
      comparisons: tally(comparisons, (name) => ready.filter((row) => row.comparison === name).length),
      outcomes: tally(rowOutcomes, (name) => all.filter(({ outcome }) => outcome === name).length),
      readBacks: tally(readBacks, (name) => all.filter(({ readBack }) => readBack === name).length),
      marks: { 'other-write': 0, 'stored-twice': 0 },
      edited: all.filter(({ edited }) => edited).length,
      largestValue: Math.max(0, ...ready.map(({ valueBytes }) => valueBytes)),
    };
  }

  selected(selection: UploadRowSelection): readonly NaiveRow[] {
    const numbers = new Set(
      selection.kind === 'rows' ? selection.rows : this.find(selection.filter).map(({ row }) => row),
    );
    return this.rows.filter(({ row }) => numbers.has(row));
  }

  /** Of a batch whose outcome is not known. */
  underWay: readonly number[] = [];

  give(
    numbers: readonly number[],
    outcome: RowOutcome,
    why: string | null = null,
    versions: number | readonly (number | null)[] | null = null,
  ): void {
    for (const [at, number] of numbers.entries()) {
      const version = typeof versions === 'number' ? versions : (versions?.[at] ?? null);
      const row = this.rows[number];
      if (row !== undefined) Object.assign(row, { outcome, why, version });
    }
  }

  take(events: readonly SendEvent[]): void {
    for (const event of events) {
      const numbers = 'rows' in event ? rowsOf(event.rows) : [];
      switch (event.kind) {
        case 'sending':
          this.underWay = numbers;
          continue;
        case 'same':
          this.give(numbers, 'same', outcomeReasons.same);
          continue;
        case 'lost':
          this.give(numbers, 'unknown', outcomeReasons.lost);
          continue;
        case 'held':
          this.give(numbers, 'held', outcomeReasons.held);
          continue;
        case 'left-out':
          this.give(numbers, 'skipped', event.why);
          continue;
        case 'again':
          this.give(numbers, 'waiting');
          continue;
        case 'dropped':
          this.give(numbers, 'skipped', outcomeReasons.dropped);
          continue;
        case 'settled':
          this.give(numbers, 'stored', outcomeReasons.settled);
          continue;
        case 'not-found':
          this.give(numbers, 'unknown', outcomeReasons.notFound);
          continue;
        case 'read-back':
          for (const number of numbers) {
            const row = this.rows[number];
            if (row !== undefined) row.readBack = event.readBack;
          }
          continue;
        case 'stored':
          this.give(numbers, 'stored', event.isSettled ? outcomeReasons.settled : null, event.versions);
          break;
        case 'not-stored':
          this.give(numbers, 'waiting');
          break;
        case 'refused':
        case 'unknown':
          this.give(numbers, event.kind, event.why);
          break;
        case 'ended': {
          this.give(this.underWay, 'unknown', outcomeReasons.unsettled);
          for (const { rows, why: reason } of event.skipped) this.give(rowsOf(rows), 'skipped', reason);
          const left = this.rows.filter(({ outcome }) => outcome === 'waiting').map(({ row }) => row);
          this.give(left, 'skipped', outcomeReasons.stopped);
          break;
        }
        case 'begun':
        case 'verified':
        case 'receipt':
          continue;
      }
      this.underWay = [];
    }
  }

  interrupt(): void {
    this.give(this.underWay, 'unknown', outcomeReasons.lost);
  }

  forget(row: NaiveRow): void {
    row.allowed = false;
    row.comparison = 'not-compared';
    row.stored = null;
    row.storedVersion = null;
    if (row.outcome !== 'refused') return;
    row.outcome = 'waiting';
    row.why = null;
  }
}
