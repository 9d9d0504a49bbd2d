import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { fake, noise } from '#shared/safety/testing/sampleValues.ts';
import { findSensitiveContent } from '#shared/safety/sensitiveContent.ts';
import {
  blockingProblems,
  comparisons,
  duplicateRules,
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
import type { SourceRecord } from '#shared/domain/uploadSource.ts';
import { checkRow } from '#shared/upload/checkRow.ts';
import { openHostedRows } from './hostedRows.ts';
import { outcomeReasons } from './outcomeReasons.ts';
import type { RecordReading } from './recordReading.ts';
import { rowsOf, toRanges } from './rowRanges.ts';
import type { SendEvent } from './sendEvents.ts';
import type { UploadRows } from './uploadRows.ts';
import { valueDifference } from './valueDifference.ts';

const folder = mkdtempSync(join(tmpdir(), 'atom-hosted-rows-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const dataKey = randomBytes(32);
const sizes = {
  largestAccepted: 8,
  smallestRefused: 20_000,
  largestBatchAccepted: null,
  smallestBatchRefused: null,
};
const mapping = { key: '{key}', value: { kind: 'template', template: '{value}' }, trimKeys: false } as const;
const never = new AbortController().signal;
const nobody = (): void => undefined;

type GivenRow = { readonly key: string | null; readonly value: string | null } | 'unreadable';

/** A source whose content is the JSON of its rows. */
const reading: RecordReading = {
  readSample: async (source) => ({
    ok: true,
    sample: {
      choice: { format: 'json', encoding: 'utf-8', delimiter: ',', hasHeader: true },
      evidence: { bom: false, appExport: false },
      columns: ['key', 'value'],
      renamedColumns: [],
      records: [],
      isWhole: source.bytes < 0,
      suggested: mapping,
    },
  }),
  readRecords: async function* (source) {
    const pieces: Uint8Array[] = [];
    for await (const piece of source.open()) pieces.push(piece);
    const given = JSON.parse(Buffer.concat(pieces).toString('utf8')) as readonly GivenRow[];
    for (const [index, row] of given.entries()) {
      yield { records: [recordOf(row, index)], bytesDone: index };
    }
    return null;
  },
};

function recordOf(row: GivenRow, index: number): SourceRecord {
  const place = index * 2 + 1;
  if (row === 'unreadable') return { kind: 'unreadable', place, why: 'broken', text: 'the text' };
  const cell = (text: string | null) => (text === null ? null : { text, isText: true });
  return { kind: 'cells', place, cells: [cell(row.key), cell(row.value)] };
}

let opened = 0;
function openIn(name: string, bytes: number, key: Uint8Array = dataKey): UploadRows {
  opened += 1;
  return openHostedRows({
    folder: join(folder, name),
    dataKey: key,
    file: { name: 'rows.json', bytes },
    reading,
    firstRevision: opened * 1_000_000,
  });
}

let begun = 0;
async function stagedRows(given: readonly GivenRow[]) {
  begun += 1;
  const name = `upload-${String(begun)}`;
  const source = Buffer.from(JSON.stringify(given), 'utf8');
  const rows = openIn(name, source.length);
  // In two pieces, cut anywhere.
  await rows.addSource(source.subarray(0, source.length >> 1));
  await rows.addSource(source.subarray(source.length >> 1));
  await rows.sample(null);
  expect(await rows.stage({ mapping, sizes }, nobody, never)).toEqual({ ok: true });
  return { name, bytes: source.length, rows };
}

/** A row in the simplest form. */
interface NaiveRow {
  readonly row: number;
  readonly place: number;
  readonly inFile: { readonly key: string; readonly value: string; readonly problems: readonly RowProblem[] };
  typed: { readonly key: string; readonly value: string } | null;
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
class NaiveRows {
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

  atom(row: NaiveRow): { readonly key: string; readonly value: string } {
    return row.typed ?? { key: row.inFile.key, value: row.inFile.value };
  }

  ownProblems(row: NaiveRow): ReadonlySet<RowProblem> {
    const { key, value } = this.atom(row);
    const found = new Set<RowProblem>(row.typed === null ? row.inFile.problems : []);
    if (row.typed !== null && key === '') found.add('no-key');
    if (row.typed !== null && value === '') found.add('empty-value');
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

type Step =
  | { readonly kind: 'change'; readonly row: number; readonly key: string; readonly value: string }
  | { readonly kind: 'revert'; readonly selection: UploadRowSelection }
  | { readonly kind: 'drop' | 'allow'; readonly selection: UploadRowSelection; readonly isSet: boolean }
  | { readonly kind: 'rule'; readonly rule: DuplicateRule }
  | {
      readonly kind: 'compare';
      readonly found: readonly {
        readonly row: number;
        readonly stored: { readonly version: number | null; readonly value: string } | null | 'refused';
      }[];
    }
  | { readonly kind: 'events'; readonly events: readonly SendEvent[] }
  | { readonly kind: 'reopen' };

const secret = fake('gh', 'p_', noise(36));
const keys = fc.constantFrom('a', 'b', 'B', 'c', '', ' odd', '\ud800', 'é', 'aa');
const values = fc.oneof(
  fc.constantFrom('x', 'y', '', 'a', '12345678', '123456789', '😀😀', '😀😁', `the ${secret}`, '\udc00'),
  fc.constantFrom('long '.repeat(1000), 'longer '.repeat(3000), 'p'.repeat(299) + '😀'),
);
const given: fc.Arbitrary<GivenRow> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ key: keys, value: values }) },
  fc.record({ key: fc.option(keys), value: fc.option(values) }),
  fc.constant('unreadable' as const),
);
const filters: fc.Arbitrary<UploadRowFilter> = fc.record(
  {
    text: fc.constantFrom('a', 'A', '', 'É', 'zz'),
    status: fc.constantFrom(...rowStatuses),
    problem: fc.constantFrom(...rowProblems),
    comparison: fc.constantFrom(...comparisons),
    outcome: fc.constantFrom(...rowOutcomes),
    readBack: fc.constantFrom(...readBacks),
    edited: fc.constant(true as const),
  },
  { requiredKeys: [] },
);
const number = fc.nat(25);
const selection: fc.Arbitrary<UploadRowSelection> = fc.oneof(
  fc.array(number, { minLength: 1, maxLength: 6 }).map((rows) => ({ kind: 'rows' as const, rows })),
  filters.map((filter) => ({ kind: 'filter' as const, filter })),
);
const stored = fc.oneof(
  fc.constant(null),
  fc.constant('refused' as const),
  fc.record({ version: fc.option(fc.nat(9)), value: values }),
);
const ranges = fc
  .uniqueArray(number, { minLength: 1, maxLength: 5 })
  .map((rows) => toRanges(rows.sort((one, other) => one - other)));
const why = fc.constantFrom('too hot', 'too cold');
const sendEvents: fc.Arbitrary<SendEvent> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      'same' as const,
      'sending' as const,
      'lost' as const,
      'not-stored' as const,
      'again' as const,
      'dropped' as const,
      'settled' as const,
      'not-found' as const,
    ),
    rows: ranges,
  }),
  fc.record({
    kind: fc.constantFrom('left-out' as const, 'refused' as const, 'unknown' as const),
    rows: ranges,
    why,
  }),
  ranges.chain((rows) =>
    fc.record({
      kind: fc.constant('stored' as const),
      rows: fc.constant(rows),
      versions: fc.constantFrom(
        null,
        7,
        rowsOf(rows).map((row) => (row % 2 === 0 ? row : null)),
      ),
      root: fc.constant(null),
      isSettled: fc.boolean(),
    }),
  ),
  fc.record({
    kind: fc.constant('read-back' as const),
    rows: ranges,
    readBack: fc.constantFrom(...readBacks),
  }),
  fc.record({
    kind: fc.constant('ended' as const),
    at: fc.constant(1),
    isStopped: fc.boolean(),
    errorCode: fc.constant(null),
    skipped: fc.array(fc.record({ rows: ranges, why }), { maxLength: 2 }),
  }),
);
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('change' as const), row: number, key: keys, value: values }),
  fc.record({ kind: fc.constant('revert' as const), selection }),
  fc.record({ kind: fc.constantFrom('drop' as const, 'allow' as const), selection, isSet: fc.boolean() }),
  fc.record({ kind: fc.constant('rule' as const), rule: fc.constantFrom(...duplicateRules) }),
  fc.record({
    kind: fc.constant('compare' as const),
    found: fc.uniqueArray(fc.record({ row: number, stored }), { selector: ({ row }) => row, maxLength: 9 }),
  }),
  fc.record({
    kind: fc.constant('events' as const),
    events: fc.array(sendEvents, { minLength: 1, maxLength: 3 }),
  }),
  fc.constant({ kind: 'reopen' as const }),
);

/** Performs random steps on both models, which must always agree. */
async function doBoth(step: Step, rows: UploadRows, naive: NaiveRows): Promise<void> {
  switch (step.kind) {
    case 'change': {
      const { key, value } = step;
      const row = naive.rows[step.row];
      if (row !== undefined) {
        row.typed = { key, value };
        naive.forget(row);
      }
      const answer = await rows.change(step.row, { key, value });
      expect(answer?.key).toBe(row === undefined ? undefined : key);
      return;
    }
    case 'revert': {
      const reverted = naive.selected(step.selection).filter(({ typed }) => typed !== null);
      for (const row of reverted) {
        row.typed = null;
        naive.forget(row);
      }
      expect(await rows.revert(step.selection)).toBe(reverted.length);
      return;
    }
    case 'drop': {
      const changed = naive.selected(step.selection).filter(({ dropped }) => dropped !== step.isSet);
      for (const row of changed) row.dropped = step.isSet;
      expect(await rows.drop(step.selection, step.isSet)).toBe(changed.length);
      return;
    }
    case 'allow': {
      const changed = naive.selected(step.selection).filter((row) => {
        const problems = naive.ownProblems(row);
        const canPass = problems.has('sensitive') || problems.has('too-large');
        return row.allowed !== step.isSet && (canPass || !step.isSet);
      });
      for (const row of changed) row.allowed = step.isSet;
      expect(await rows.allow(step.selection, step.isSet)).toBe(changed.length);
      return;
    }
    case 'rule':
      naive.rule = step.rule;
      await rows.setDuplicateRule(step.rule);
      return;
    case 'compare':
      for (const found of step.found) {
        const row = naive.rows[found.row];
        if (row === undefined) continue;
        const atom = naive.atom(row);
        const is = typeof found.stored === 'object' ? found.stored : null;
        row.stored = is === null || is.value === atom.value ? null : is.value;
        row.storedVersion = is?.version ?? null;
        if (found.stored === 'refused') row.comparison = 'refused';
        else if (is === null) row.comparison = 'new';
        else row.comparison = is.value === atom.value ? 'same' : 'changed';
      }
      await rows.setCompared(step.found);
      return;
    case 'events':
      naive.take(step.events);
      await rows.record(step.events);
      return;
    case 'reopen':
      naive.interrupt();
      return;
  }
}

async function expectSame(rows: UploadRows, naive: NaiveRows, filter: UploadRowFilter): Promise<void> {
  expect(await rows.counts()).toEqual(naive.counts());
  const found = naive.find(filter);
  const listed = await rows.rows(filter, { from: 0, to: 100 });
  expect(listed.total).toBe(found.length);
  expect(listed.rows.map((row) => ({ ...row, valueStart: null }))).toEqual(
    found.map((row) => ({ ...row, valueStart: null })),
  );
  listed.rows.forEach(({ valueStart }, index) => {
    // A character pair is omitted rather than cut.
    const start = found[index]?.valueStart ?? '';
    expect(valueStart).toBe(start.length === 300 && start.endsWith('\ud83d') ? start.slice(0, 299) : start);
  });
  for (const row of naive.rows) {
    const full = await rows.row(row.row);
    expect(full?.value).toBe(naive.atom(row).value);
    expect(full?.sameKey).toEqual(
      naive
        .alike(row)
        .filter((one) => one !== row)
        .map((one) => one.row),
    );
  }
  for (const skipSame of [false, true]) {
    const ready = naive.rows
      .map((row) => naive.shown(row))
      .filter(({ status, outcome }) => status === 'ready' && (outcome === 'waiting' || outcome === 'unknown'))
      .filter(({ comparison }) => !(skipSame && comparison === 'same'));
    const taken: number[] = [];
    let from: number | null = 0;
    while (from !== null) {
      const some = await rows.take({
        from,
        mostRows: 3,
        mostBytes: 30,
        outcomes: ['waiting', 'unknown'],
        skipSame,
      });
      expect(some.rows.length).toBeLessThanOrEqual(3);
      const bytes = some.rows.map(
        ({ key, value }) => Buffer.byteLength(JSON.stringify(key)) + Buffer.byteLength(JSON.stringify(value)),
      );
      if (some.rows.length > 1) expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(30);
      if (ready.length > 0) expect(some.rows.length).toBeGreaterThan(0);
      for (const { row, key, value } of some.rows) {
        taken.push(row);
        const one = naive.rows[row];
        expect(one && naive.atom(one)).toEqual({ key, value });
      }
      from = some.next;
    }
    expect(taken).toEqual(ready.map(({ row }) => row));
  }
}

describe('rows of an upload', () => {
  it('match a naive model after any changes, reopened or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(given, { minLength: 1, maxLength: 22 }),
        fc.array(fc.tuple(steps, filters), { maxLength: 12 }),
        async (all, doings) => {
          const naive = new NaiveRows(all);
          const { name, bytes, rows: first } = await stagedRows(all);
          let rows = first;
          try {
            await expectSame(rows, naive, {});
            for (const [step, filter] of doings) {
              await doBoth(step, rows, naive);
              if (step.kind === 'reopen') {
                await rows.close();
                rows = openIn(name, bytes);
              }
              await expectSame(rows, naive, filter);
            }
          } finally {
            await rows.close();
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are as before or after each change, wherever a crash cut the file', async () => {
    const all: GivenRow[] = ['a', 'b', 'a', 'c'].map((key) => ({ key, value: 'x' }));
    const { name, bytes, rows } = await stagedRows(all);
    const file = join(folder, name, 'changes-1');
    const states = [{ size: statSync(file).size, counts: await rows.counts(), first: await rows.row(0) }];
    const changes = [
      () => rows.change(0, { key: 'd', value: 'mended' }),
      () => rows.drop({ kind: 'filter', filter: {} }, true),
      () => rows.setDuplicateRule('last'),
      () => rows.setCompared([{ row: 0, stored: { version: 3, value: 'men' } }]),
      () => rows.drop({ kind: 'rows', rows: [0, 2] }, false),
      () => rows.change(0, { key: 'a', value: `the ${secret}` }),
      () => rows.allow({ kind: 'rows', rows: [0] }, true),
      () => rows.revert({ kind: 'rows', rows: [0] }),
    ];
    for (const change of changes) {
      await change();
      states.push({ size: statSync(file).size, counts: await rows.counts(), first: await rows.row(0) });
    }
    await rows.close();
    const whole = readFileSync(file);
    expect(states.at(-1)?.size).toBe(whole.length);
    const begin = states[0]?.size ?? 0;
    for (let size = begin; size <= whole.length; size += 7) {
      // Some file systems extend a file before they fill it.
      const filling = Buffer.alloc(size % 2 === 0 ? 40 : 0);
      writeFileSync(file, Buffer.concat([whole.subarray(0, size), filling]));
      const again = openIn(name, bytes);
      const state = [...states].reverse().find((one) => one.size <= size);
      expect(await again.counts()).toEqual(state?.counts);
      expect(await again.row(0)).toEqual(state?.first);
      // Later changes then follow complete records only.
      expect(await again.change(1, { key: 'e', value: 'y' })).toMatchObject({ key: 'e', edited: true });
      await again.close();
      const later = openIn(name, bytes);
      expect(await later.row(1)).toMatchObject({ key: 'e', value: 'y' });
      await later.close();
    }
  });

  it('are not opened, or not shown, if one of their bytes is changed', async () => {
    const { name, bytes, rows } = await stagedRows([{ key: 'a', value: 'x' }]);
    await rows.change(0, { key: 'd', value: 'mended' });
    await rows.drop({ kind: 'rows', rows: [0] }, true);
    await rows.close();
    for (const part of readdirSync(join(folder, name))) {
      const file = join(folder, name, part);
      const whole = readFileSync(file);
      // Reading a broken source removes the rows, so there is only one attempt.
      const every = part === 'source' ? whole.length : 5;
      for (let at = whole.length - 1; at >= 0; at -= every) {
        const damaged = Buffer.from(whole);
        damaged.writeUInt8(damaged.readUInt8(at) ^ 0x20, at);
        writeFileSync(file, damaged);
        await expect(
          async () => {
            const again = openIn(name, bytes);
            try {
              await again.sample(null);
              await again.row(0);
              await again.stage({ mapping, sizes }, nobody, never);
            } finally {
              await again.close();
            }
          },
          `${part} ${String(at)}`,
        ).rejects.toThrow(/damaged|another key|incomplete|another version/);
      }
      writeFileSync(file, whole);
    }
  });

  it('are removed when staging did not finish, and the upload is back at the mapping', async () => {
    const { name, bytes, rows } = await stagedRows([{ key: 'a', value: 'x' }]);
    const stop = new AbortController();
    stop.abort();
    expect(await rows.stage({ mapping, sizes }, nobody, stop.signal)).toEqual({
      ok: false,
      refusal: 'stopped',
    });
    expect(await rows.counts()).toMatchObject({ rows: 0, statuses: { ready: 0 } });
    expect(await rows.rows({}, { from: 0, to: 9 })).toMatchObject({ total: 0, rows: [] });
    expect(await rows.row(0)).toBeNull();
    expect(await rows.stage({ mapping, sizes }, nobody, never)).toEqual({ ok: true });
    await rows.close();
    // As after a crash right before the end.
    renameSync(join(folder, name, 'columns-3'), join(folder, name, 'columns-3.part'));
    const again = openIn(name, bytes);
    expect(await again.counts()).toMatchObject({ rows: 0 });
    expect(readdirSync(join(folder, name))).toEqual(['source']);
    await again.sample(null);
    expect(await again.stage({ mapping, sizes }, nobody, never)).toEqual({ ok: true });
    expect(await again.counts()).toMatchObject({ rows: 1 });
    await again.close();
  });

  it('are the same if there are many, on many pages', async () => {
    const count = 5_000;
    const keyOf = (row: number): string => `key-${String((row * 7919) % 3_000)}`;
    const valueOf = (row: number): string => `value ${String(row)} `.repeat(row % 20);
    const all = Array.from({ length: count }, (_, row) => ({ key: keyOf(row), value: valueOf(row) }));
    const { name, bytes, rows: first } = await stagedRows(all);
    let rows = first;
    for (const isReopened of [false, true]) {
      if (isReopened) {
        await rows.close();
        rows = openIn(name, bytes);
      }
      expect(await rows.counts()).toMatchObject({
        rows: count,
        statuses: { ready: 1_000, blocked: 4_000 },
        problems: { duplicate: 4_000 },
      });
      for (const row of [0, 511, 512, 2_999, 3_000, 4_999]) {
        const twin = row < 3_000 ? row + 3_000 : row - 3_000;
        expect(await rows.row(row)).toMatchObject({
          key: keyOf(row),
          value: valueOf(row),
          sameKey: twin < count ? [twin] : [],
        });
      }
      // Longer and longer, then another one.
      for (const text of ['Y-1', 'KEY-12', 'key-123', 'key-4']) {
        const found = all.flatMap(({ key }, row) => (key.includes(text.toLowerCase()) ? [row] : []));
        const listed = await rows.rows({ text }, { from: 0, to: count });
        expect(listed.rows.map(({ row }) => row)).toEqual(found);
      }
    }
    await rows.setDuplicateRule('last');
    expect(await rows.counts()).toMatchObject({ statuses: { ready: 3_000, 'passed-over': 2_000 } });
    // Earlier results are invalid when a key changes.
    const before = await rows.rows({ text: 'key-4' }, { from: 0, to: 0 });
    await rows.change(4_999, { key: 'key-4, mended', value: 'x' });
    const after = await rows.rows({ text: 'key-4' }, { from: 0, to: count });
    expect(after.total).toBe(before.total + (keyOf(4_999).startsWith('key-4') ? 0 : 1));
    expect(after.rows.at(-1)).toMatchObject({ row: 4_999, key: 'key-4, mended' });
    await rows.close();
  });

  it('are reported completely or not at all, safe for a spreadsheet, without a value', async () => {
    const { rows } = await stagedRows([
      { key: '=a', value: 'plum' },
      { key: 'b,c', value: 'x' },
      'unreadable',
      { key: 'd', value: 'fig' },
    ]);
    await rows.drop({ kind: 'rows', rows: [3] }, true);
    await rows.setCompared([{ row: 0, stored: null }]);
    await rows.record([
      { kind: 'stored', rows: [[0, 0]], versions: [3], root: null, isSettled: false },
      {
        kind: 'ended',
        at: 1,
        isStopped: false,
        errorCode: null,
        skipped: [{ rows: [[1, 3]], why: 'It was not ready.' }],
      },
      { kind: 'read-back', readBack: 'green', rows: [[0, 0]] },
    ]);
    const place = mkdtempSync(join(folder, 'reports-'));
    await rows.report(join(place, 'a.csv'), 'csv', never);
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    const skipped = 'skipped,It was not ready.,,not-read';
    expect(readFileSync(join(place, 'a.csv'), 'utf8').split('\r\n')).toEqual([
      'row,line,key,outcome,why,version,readBack,standing,problems,comparison,valueBytes,valueSha256',
      `1,1,'=a,stored,,3,green,ready,,new,4,${sha256('plum')}`,
      `2,3,"b,c",${skipped},ready,,not-compared,1,${sha256('x')}`,
      `3,5,,${skipped},blocked,unreadable,not-compared,0,${sha256('')}`,
      `4,7,d,${skipped},dropped,,not-compared,3,${sha256('fig')}`,
      '',
    ]);
    await rows.report(join(place, 'a.json'), 'json', never);
    const told = JSON.parse(readFileSync(join(place, 'a.json'), 'utf8')) as readonly object[];
    expect(told).toHaveLength(4);
    expect(told[0]).toMatchObject({ row: 1, key: '=a', outcome: 'stored', version: 3, readBack: 'green' });
    const stop = new AbortController();
    stop.abort();
    await expect(rows.report(join(place, 'a.csv'), 'json', stop.signal)).rejects.toThrow('aborted');
    await expect(rows.report(join(place, 'none', 'b.csv'), 'csv', never)).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect(readdirSync(place)).toEqual(['a.csv', 'a.json']);
    expect(readFileSync(join(place, 'a.csv'), 'utf8')).toMatch(/^row,/);
    await rows.close();
  });

  it('leave nothing readable on disk', async () => {
    const { name, rows } = await stagedRows([{ key: 'pear-key', value: 'plum-value' }]);
    await rows.change(0, { key: 'fig-key', value: 'date-value' });
    await rows.close();
    for (const file of readdirSync(join(folder, name))) {
      expect(readFileSync(join(folder, name, file), 'latin1')).not.toMatch(/pear|plum|fig|date|key|value/);
    }
  });
});
