import fc from 'fast-check';
import { fake, noise } from '#shared/safety/testing/sampleValues.ts';
import {
  comparisons,
  duplicateRules,
  readBacks,
  rowOutcomes,
  rowProblems,
  rowStatuses,
  type DuplicateRule,
  type UploadRowFilter,
  type UploadRowSelection,
} from '#shared/domain/upload.ts';
import { rowParts, type RowReplacement } from '#shared/domain/uploadReplace.ts';
import { rowsOf, toRanges } from '../rowRanges.ts';
import type { SendEvent } from '../sendEvents.ts';
import type { GivenRow } from './naiveRows.ts';

export type Step =
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
  | { readonly kind: 'replace'; readonly replacement: RowReplacement }
  | { readonly kind: 'undo' }
  | { readonly kind: 'reopen' };

/** What a row needs permission for. */
export const secret = fake('gh', 'p_', noise(36));
const keys = fc.constantFrom('a', 'b', 'B', 'c', '', ' odd', '\ud800', 'é', 'aa');
const values = fc.oneof(
  fc.constantFrom('x', 'y', '', 'a', '12345678', '123456789', '😀😀', '😀😁', `the ${secret}`, '\udc00'),
  fc.constantFrom('long '.repeat(1000), 'longer '.repeat(3000), 'p'.repeat(299) + '😀'),
);
export const givenRows: fc.Arbitrary<GivenRow> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ key: keys, value: values }) },
  fc.record({ key: fc.option(keys), value: fc.option(values) }),
  fc.constant('unreadable' as const),
);
export const filters: fc.Arbitrary<UploadRowFilter> = fc.record(
  {
    text: fc.constantFrom('a', 'A', '', 'É', 'zz'),
    status: fc.constantFrom(...rowStatuses),
    problem: fc.constantFrom(...rowProblems),
    comparison: fc.constantFrom(...comparisons),
    outcome: fc.constantFrom(...rowOutcomes),
    readBack: fc.constantFrom(...readBacks),
    edited: fc.constant(true as const),
    cell: fc.record({ column: fc.constantFrom(0, 1), text: fc.constantFrom('a', 'B', 'x', '', null) }),
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
export const steps: fc.Arbitrary<Step> = fc.oneof(
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
  fc.record({
    kind: fc.constant('replace' as const),
    replacement: fc.record({
      find: fc.constantFrom('a', 'B', 'x', '1', 'ong', 'zz'),
      replace: fc.constantFrom('', 'a', 'b', 'X', ' odd', 'the same length'),
      matchesCase: fc.boolean(),
      within: fc.constantFrom(...rowParts),
      filter: fc.oneof(fc.constant({}), filters),
      except: fc.array(number, { maxLength: 2 }),
    }),
  }),
  fc.constant({ kind: 'undo' as const }),
  fc.constant({ kind: 'reopen' as const }),
);
