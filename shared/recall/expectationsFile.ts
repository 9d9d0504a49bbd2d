import { z } from 'zod';
import { parseJson } from '../domain/json.ts';
import { mostExpectations, type Expectation } from '../domain/expectation.ts';

const largestLimit = 10_000;
/** How many hits are requested where nothing is said: enough to see where a key went. */
const usualLimit = 10;

const atomKey = z.string().min(1).max(1_000_000);

/** An expectation in a file, over IPC, or on disk. Omitted optional fields get their defaults. */
export const expectationSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(200).nullable().default(null),
    query: z
      .string()
      .max(100_000)
      .refine((query) => query.trim() !== '', 'must contain at least one word'),
    within: z.number().int().min(1).max(largestLimit),
    limit: z.number().int().min(1).max(largestLimit).optional(),
    expect: z.array(atomKey).max(largestLimit).default([]),
    reject: z.array(atomKey).max(largestLimit).default([]),
  })
  .superRefine(({ within, limit, expect, reject }, context) => {
    if (limit !== undefined && limit < within)
      context.addIssue({ code: 'custom', path: ['limit'], message: 'must be at least “within”' });
    if (expect.length + reject.length === 0)
      context.addIssue({
        code: 'custom',
        path: ['expect'],
        message: 'must contain a key, unless “reject” contains one',
      });
    if (expect.length > within)
      context.addIssue({
        code: 'custom',
        path: ['expect'],
        message: 'contains more keys than “within” allows',
      });
    if (new Set([...expect, ...reject]).size < expect.length + reject.length)
      context.addIssue({
        code: 'custom',
        path: ['expect'],
        message: 'and “reject” together contain a key more than once',
      });
  })
  .transform(({ limit, within, ...rest }): Expectation => ({
    ...rest,
    within,
    limit: limit ?? Math.max(usualLimit, within),
  }));

const format = 'atom-explorer-expectations';
const version = 1;

export const expectationsFileSchema = z.strictObject({
  format: z.literal(format),
  version: z.literal(version),
  expectations: z.array(expectationSchema).min(1).max(mostExpectations),
});

export type ReadExpectations =
  | { readonly ok: true; readonly expectations: readonly Expectation[] }
  /** `field`: a path such as `expectations[2].within`; `''` for the file as a whole. */
  | { readonly ok: false; readonly field: string; readonly problem: string };

/** Reads a file of expectations from parsed JSON. One invalid expectation rejects the whole file. */
export function readExpectations(json: unknown): ReadExpectations {
  const parsed = expectationsFileSchema.safeParse(json);
  if (parsed.success) return { ok: true, expectations: parsed.data.expectations };
  const issue = parsed.error.issues[0];
  return { ok: false, field: fieldOf(issue?.path ?? []), problem: problemOf(issue) };
}

/** As `readExpectations`, from the text of a file. */
export function parseExpectations(text: string): ReadExpectations {
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  if (json === undefined) return { ok: false, field: '', problem: 'is not JSON' };
  return readExpectations(json);
}

/** The text of a file that `readExpectations` reads back. */
export function writeExpectations(expectations: readonly Expectation[]): string {
  const listed = expectations.map(({ name, ...rest }) => (name === null ? rest : { name, ...rest }));
  return `${JSON.stringify({ format, version, expectations: listed }, null, 2)}\n`;
}

function fieldOf(path: readonly PropertyKey[]): string {
  let field = '';
  for (const step of path) {
    if (typeof step === 'number') field += `[${step}]`;
    else field += field === '' ? String(step) : `.${String(step)}`;
  }
  return field;
}

function problemOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'is not valid';
  if (issue.code === 'custom') return issue.message;
  if (issue.code === 'unrecognized_keys')
    return `has an unknown field: ${issue.keys.map((key) => `“${key.slice(0, 80)}”`).join(', ')}`;
  return `is not valid (${issue.message.replace(/^Invalid input: /, '')})`;
}
