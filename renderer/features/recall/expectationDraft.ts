import type { Expectation } from '#shared/domain/expectation.ts';
import { expectationSchema } from '#shared/recall/expectationsFile.ts';
import { parseLimit } from './recallLimit.ts';

/** The number of keys that a new expectation starts with. */
const proposedKeys = 3;

/** A new expectation for the hits of a recall: its first keys must be found again. */
export function expectationFromHits(
  { query, limit }: { readonly query: string; readonly limit: number },
  hits: readonly { readonly key: string }[],
): Expectation {
  const expect = [...new Set(hits.map(({ key }) => key))].slice(0, proposedKeys);
  const within = Math.max(1, expect.length);
  return { name: null, query, within, limit: Math.max(limit, within), expect, reject: [] };
}

export const emptyExpectation: Expectation = {
  name: null,
  query: '',
  within: 3,
  limit: 10,
  expect: [],
  reject: [],
};

/** The form as typed. */
export interface ExpectationDraft {
  readonly name: string;
  readonly query: string;
  readonly within: number | string;
  readonly limit: number | string;
  readonly expect: readonly string[];
  readonly reject: readonly string[];
}

export function draftOf({ name, ...rest }: Expectation): ExpectationDraft {
  return { ...rest, name: name ?? '' };
}

/** The keys with one more, unless it is empty or listed. */
export function withKey(keys: readonly string[], key: string): readonly string[] {
  return key === '' || keys.includes(key) ? keys : [...keys, key];
}

export type DraftField = keyof ExpectationDraft;

export type DraftReading =
  | { readonly ok: true; readonly expectation: Expectation }
  | { readonly ok: false; readonly field: DraftField; readonly problem: string };

const fields: readonly DraftField[] = ['name', 'query', 'within', 'limit', 'expect', 'reject'];

/** The expectation, or the first field that is not valid. */
export function readDraft(draft: ExpectationDraft): DraftReading {
  if (draft.query.trim() === '') return refused('query', 'Enter a query.');
  if (parseLimit(draft.within) === null) return refused('within', 'Enter a whole number from 1 to 10,000.');
  if (parseLimit(draft.limit) === null) return refused('limit', 'Enter a whole number from 1 to 10,000.');
  if (Number(draft.limit) < Number(draft.within))
    return refused('limit', 'Request at least as many hits as you check.');
  if (draft.expect.length + draft.reject.length === 0)
    return refused('expect', 'Add a key that must be found or must not be found.');
  if (draft.expect.length > Number(draft.within))
    return refused('within', 'Check at least as many hits as there are keys that must be found.');
  const both = draft.expect.filter((key) => draft.reject.includes(key));
  if (both.length > 0) return refused('reject', 'A key cannot be in both lists.');
  const parsed = expectationSchema.safeParse({
    ...draft,
    name: draft.name.trim() === '' ? null : draft.name,
    within: Number(draft.within),
    limit: Number(draft.limit),
  });
  if (parsed.success) return { ok: true, expectation: parsed.data };
  const issue = parsed.error.issues[0];
  const field = fields.find((name) => name === issue?.path[0]) ?? 'query';
  return refused(field, `This ${issue?.message ?? 'is not valid'}.`);
}

function refused(field: DraftField, problem: string): DraftReading {
  return { ok: false, field, problem };
}
