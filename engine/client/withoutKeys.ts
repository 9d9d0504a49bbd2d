import { isUtf8 } from 'node:buffer';
import type { TlsFacts } from '#shared/domain/connectionTest.ts';
import { endOfString } from '#shared/text/jsonSource.ts';
import { inHeaderName } from './keyForms.ts';
import { createKeyRedactor, type KeyRedactor } from './keyRedactor.ts';
import { createNeedleSearch } from './needleSearch.ts';
import { createSlices, type Slices } from './slices.ts';

/** The parts of a response that a service writes. */
export interface WrittenResponse {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly contentType: string;
  readonly noted: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly tls?: TlsFacts | null;
}

/**
 * A response without the API key of its request, and without others that the caller names. Every response passes through
 * here before anything else sees it, so nothing that is made from one can contain a key.
 */
export async function withoutKeys<Response extends WrittenResponse>(
  response: Response,
  { apiKey, alsoRemoves = [] }: { readonly apiKey: string | null; readonly alsoRemoves?: readonly string[] },
): Promise<Response & { readonly asReceived?: Buffer }> {
  const isData = apiKey !== null && response.status >= 200 && response.status < 300;
  const keys = [apiKey, ...alsoRemoves];
  const redactor = createKeyRedactor(keys, isData);
  if (redactor.forms.length === 0) return response;
  const { clean } = redactor;
  const ofNames = createKeyRedactor(
    keys.map((key) => inHeaderName(key ?? '')),
    isData,
  );
  const { retryAfter, tls } = response;
  const body = await bodyWithoutKeys(response.body, redactor);
  return {
    ...response,
    retryAfter: retryAfter === null ? null : clean(retryAfter),
    contentType: clean(response.contentType),
    noted: response.noted.map(([name, value]) => [ofNames.clean(name), clean(value)]),
    ...(tls && { tls: { ...tls, subject: clean(tls.subject), issuer: clean(tls.issuer) } }),
    body,
    ...(body !== response.body && { asReceived: response.body }),
  };
}

/** The body without the keys; the same one if it has none. */
export async function bodyWithoutKeys(body: Buffer, redactor: KeyRedactor): Promise<Buffer> {
  const slices = createSlices();
  // Also right for what is not text: every byte stays as it is.
  const encoding = isUtf8(body) ? 'utf8' : 'latin1';
  if (!(await isInBody(body, encoding, redactor, slices))) return body;
  const text = body.toString(encoding);
  const clean = /^\s*[[{"]/.test(text) ? await cleanJson(text, redactor, slices) : redactor.clean(text);
  return clean === text ? body : Buffer.from(clean, encoding);
}

/** Bytes that are searched for needles, and characters that are read with escapes undone, without a pause. */
const searchedAtOnce = 2 * 1024 * 1024;
const undoneAtOnce = 256 * 1024;
/** Every character of a key may be percent-encoded, and every character of that written as `\u0000`. */
export const longestPerCharacter = 18;

async function isInBody(
  body: Buffer,
  encoding: 'utf8' | 'latin1',
  redactor: KeyRedactor,
  slices: Slices,
): Promise<boolean> {
  if (!(await mayBeInBody(body, redactor, slices))) return false;
  // Which backslash belongs to the key and which to the text around it shows only once a string is decoded.
  if (hasQuotes(redactor)) return true;
  const longest = Math.max(...redactor.forms.map(({ length }) => length));
  for (let at = 0; at < body.length; at += undoneAtOnce) {
    const piece = body.toString(encoding, at, at + undoneAtOnce + longest * longestPerCharacter);
    if (redactor.isIn(piece)) return true;
    if (slices.isOver()) await slices.next();
  }
  return false;
}

/** A quick search that needs no decoding; false is certain. */
async function mayBeInBody(body: Buffer, redactor: KeyRedactor, slices: Slices): Promise<boolean> {
  const { forms, isData } = redactor;
  if (!isData) return true;
  const needles = [...forms, ...marksFor(forms)].map((form) => Buffer.from(form, 'utf8'));
  const hasNeedle = createNeedleSearch(needles);
  const overlap = Math.max(...needles.map(({ length }) => length), 3);
  for (let at = 0; at < body.length; at += searchedAtOnce) {
    const piece = body.subarray(at, at + searchedAtOnce + overlap);
    if (hasNeedle(piece)) return true;
    if (piece.includes(0x25) && /%[0-9a-f]{2}/i.test(piece.toString('latin1'))) return true;
    if (slices.isOver()) await slices.next();
  }
  return false;
}

function hasQuotes({ forms }: KeyRedactor): boolean {
  return forms.some((form) => /["'\\]/.test(form));
}

/** Escapes other than percent encoding that these forms may be written with. */
function marksFor(forms: readonly string[]): readonly string[] {
  const characters = forms.join('');
  return [
    String.raw`\u00`,
    String.raw`\x`,
    '&#',
    ...(characters.includes('/') ? [String.raw`\/`] : []),
    ...(/["'&<>]/.test(characters) ? ['&'] : []),
    ...(/["'\\\n]/.test(characters) ? ['\\'] : []),
  ];
}

/** Cleans each string as it reads once decoded. All others stay exactly as they are. */
async function cleanJson(text: string, redactor: KeyRedactor, slices: Slices): Promise<string> {
  const parts: string[] = [];
  let done = 0;
  for (let start = text.indexOf('"'); start >= 0;) {
    const end = endOfString(text, start);
    const quoted = text.slice(start, end);
    const clean = cleanString(quoted, redactor);
    if (clean !== quoted) {
      parts.push(text.slice(done, start), clean);
      done = end;
    }
    if (slices.isOver()) await slices.next();
    start = text.indexOf('"', end);
  }
  parts.push(text.slice(done));
  const clean = parts.join('');
  // Left only in what is no string, such as a key of digits, and where this is not JSON after all.
  return redactor.isIn(clean) ? redactor.clean(clean) : clean;
}

function cleanString(quoted: string, redactor: KeyRedactor): string {
  const mayHold = redactor.isIn(quoted.slice(1, -1)) || (hasQuotes(redactor) && quoted.includes('\\'));
  if (!mayHold) return quoted;
  try {
    const text = String(JSON.parse(quoted));
    const clean = redactor.clean(text);
    return clean === text ? quoted : JSON.stringify(clean);
  } catch {
    return redactor.clean(quoted);
  }
}
