import type { Json } from '#shared/domain/json.ts';
import type { ProofSample } from '#shared/merkle/infer.ts';
import { errorShape, errorWords } from '#shared/serviceFacts/errorShape.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { isObject, type JsonObject } from '#shared/serviceFacts/jsonPlaces.ts';
import type { Answer, Probe } from './probe.ts';
import type { ReportBuilder } from './report.ts';

/** State shared by the parts of the suite. */
export interface Context {
  readonly probe: Probe;
  readonly report: ReportBuilder;
  /** Has permission to read. */
  readonly apiKey: string;
  /** null: nothing is stored. */
  readonly writing: { readonly apiKey: string; readonly prefix: string } | null;
  /** Requests that may be sent at once to provoke a 429; 0: not provoked. */
  readonly rateProbe: number;
  /** Every proof received, with its atom, for inferring the scheme. */
  readonly samples: ProofSample[];
  /** Reports progress. */
  readonly progress: (words: string) => void;
}

export function get(context: Context, key: string): Promise<Answer> {
  return context.probe.ask({
    method: 'GET',
    path: `/atoms/${encodeURIComponent(key)}`,
    apiKey: context.apiKey,
  });
}

/** With the key for reading, unless another is given. */
export function post(
  context: Context,
  path: string,
  body: Json,
  apiKey: string | null = context.apiKey,
): Promise<Answer> {
  return context.probe.ask({ method: 'POST', path, apiKey, body });
}

/** Such as `1 atom`, `3 atoms`. */
export function countOf(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** The response in words that repeat nothing of the body. */
export function responseWords(answer: Answer): string {
  if (!answer.ok) return `no response: ${answer.reason}`;
  const problem = answer.status < 300 ? answer.problem : null;
  return `status ${answer.status}${problem === null ? '' : `: ${problem.replace(/\.$/, '')}`}`;
}

/** The atom for this key in a response. Its value does not matter, and may be missing. */
export function atomOf(answer: Answer, key: string): JsonObject | null {
  const atom = answer.ok && answer.status === 200 ? bodyOf(answer) : null;
  return atom?.['key'] === key ? atom : null;
}

/** Why an existing key could not be read, with the key: `“a/b” (status 404)`. */
export function unreadWords(key: string, answer: Answer): string {
  const isOther = answer.ok && answer.status === 200 && answer.json !== undefined;
  return `${quoteText(key)} (${isOther ? 'response has another key, or none' : responseWords(answer)})`;
}

const mostNamed = 5;

/** The first few items, and how many more there are. */
export function someOf(items: readonly string[]): string {
  const more = items.length - mostNamed;
  return `${items.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * A refusal of the table in section 7: checks its status, and that its code is in the body.
 */
export function checkRefusal(
  context: Context,
  section: string,
  rule: string,
  answer: Answer,
  status: number,
  code: string,
): void {
  if (!answer.ok || answer.status !== status) {
    context.report.check(section, rule, answer.ok ? 'fail' : 'unchecked', responseWords(answer));
    return;
  }
  const shape = errorShape(answer, code);
  const hasCode = shape.codeAt !== null;
  context.report.check(
    section,
    rule,
    // The API does not define the shape of the body, so a body without the code is not a failure.
    hasCode ? 'pass' : 'unchecked',
    hasCode ? `status ${status}, code ${code}` : `status ${status}, but ${errorWords(shape)}`,
  );
}

export function bodyOf(answer: Answer): JsonObject | null {
  return answer.ok && isObject(answer.json) ? answer.json : null;
}

const mostSamples = 200;

/**
 * Keeps a proof for inferring the scheme, if the atom has the necessary fields; only the first ones of very
 * many.
 */
export function keepSample(context: Context, key: string, atom: JsonObject): void {
  const { value, version, proof } = atom;
  if (typeof value !== 'string' || proof === undefined || proof === null) return;
  if (context.samples.length >= mostSamples) return;
  context.samples.push({ key, value, version: typeof version === 'number' ? version : null, proof });
}

/** The properties whose type differs from the API's. */
export function wrongMembers(
  atom: JsonObject,
  types: Readonly<Record<string, 'string' | 'integer' | 'number' | 'object' | 'strings'>>,
): readonly string[] {
  return Object.entries(types).flatMap(([name, type]) => (hasType(atom[name], type) ? [] : [name]));
}

function hasType(value: Json | undefined, type: string): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'object':
      return isObject(value);
    case 'strings':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    default:
      return typeof value === type;
  }
}

/** Section 4.5, and for the same reason 4.4: one snapshot has one root. */
export function checkOneSnapshot(context: Context, section: string, atoms: readonly JsonObject[]): void {
  const roots = new Set(
    atoms.flatMap(({ proof }) =>
      isObject(proof) && typeof proof['rootHash'] === 'string' ? [proof['rootHash']] : [],
    ),
  );
  // The API requires this only of batch recall; a different result of a recall is reported but not a failure.
  const status =
    roots.size === 1 && atoms.length > 1
      ? 'pass'
      : roots.size > 1 && section.startsWith('4.5')
        ? 'fail'
        : 'unchecked';
  context.report.check(
    section,
    'all proofs in one response have the same root',
    status,
    `${countOf(roots.size, 'root')} over ${countOf(atoms.length, 'atom')}`,
  );
}

export const proofTypes = {
  leafHash: 'string',
  siblings: 'strings',
  rootHash: 'string',
  leafIndex: 'integer',
  treeSize: 'integer',
} as const;

/** The largest accepted size. null: even the smallest is refused. */
export async function largestAccepted(
  smallest: number,
  largest: number,
  accepts: (size: number) => Promise<boolean>,
): Promise<{ readonly accepted: number; readonly refused: number | null } | null> {
  if (!(await accepts(smallest))) return null;
  let accepted = smallest;
  let refused: number | null = null;
  while (refused === null && accepted < largest) {
    const next = Math.min(largest, accepted * 2);
    if (await accepts(next)) accepted = next;
    else refused = next;
  }
  while (refused !== null && refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2);
    if (await accepts(middle)) accepted = middle;
    else refused = middle;
  }
  return { accepted, refused };
}
