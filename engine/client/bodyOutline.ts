import { countWords } from '#shared/text/sizes.ts';
import { createJsonScanner, notJson, UnreadableResponse, type JsonScanner } from './jsonScanner.ts';
import type { Span } from './jsonPart.ts';
import type { Slices } from './slices.ts';

/** Limits for a response, checked before any of it is parsed. */
export interface BodyLimits {
  /** Atoms, and members of a map of atoms. */
  readonly atoms: number;
  readonly predictions: number;
  /** The number requested, for messages: `10 were requested`. */
  readonly asked: number;
}

/** JSON values in one atom: enough for a chain of 16 proofs with 256 siblings each, several times over. */
const mostValuesInAtom = 20_000;
/** JSON values in a whole response: a base number, plus this many for each requested atom. */
const leastValues = 200_000;
const mostValuesForEach = 100;
/** Members of a response other than its atoms. */
const mostOtherMembers = 1_000;

/** Where the parts of a response are, before any of them is parsed. */
export type Outline =
  | { readonly kind: 'list'; readonly span: Span; readonly items: readonly Span[] }
  | { readonly kind: 'object'; readonly span: Span; readonly members: readonly OutlineMember[] }
  /** Anything that was not opened. */
  | { readonly kind: 'value'; readonly span: Span };

export interface OutlineMember {
  readonly name: string;
  readonly value: Outline;
}

/** The role of a list or an object, by its position. */
type Place = 'top' | 'atoms' | 'predictions';

/** Members that contain atoms or predictions, and are opened. */
const opened: ReadonlyMap<string, Place> = new Map([
  ['atoms', 'atoms'],
  ['results', 'atoms'],
  ['predictions', 'predictions'],
]);

/**
 * Finds the parts of a response: the items of a list, or the members of an object with the contents of
 * `atoms`, `results`, and `predictions`. Yields regularly, so that a large body blocks nobody.
 *
 * @throws UnreadableResponse if it is not JSON, or exceeds the limits
 */
export async function outlineBody(body: Buffer, limits: BodyLimits, slices: Slices): Promise<Outline> {
  const scanner = createJsonScanner(body);
  const outline = await outlineAt({ body, scanner, limits, slices }, 'top');
  if (scanner.peek() !== -1) throw notJson();
  return outline;
}

/** The body as one value, with the limits of one atom. @throws UnreadableResponse */
export function outlineWhole(body: Buffer, mostValues = mostValuesInAtom): Span {
  const scanner = createJsonScanner(body);
  scanner.peek();
  const start = scanner.at();
  const members = scanner.skipValue(mostValues, 0, tooManyValues(mostValues));
  const end = scanner.at();
  if (scanner.peek() !== -1) throw notJson();
  return { start, end, members };
}

/** For the response to a store of this many atoms. */
export function mostValuesOfWrite(atoms: number): number {
  return mostValuesInAtom + mostValuesForEach * atoms;
}

interface Reading {
  readonly body: Buffer;
  readonly scanner: JsonScanner;
  readonly limits: BodyLimits;
  readonly slices: Slices;
}

async function outlineAt(reading: Reading, place: Place): Promise<Outline> {
  const first = reading.scanner.peek();
  if (first === 0x5b) return outlineList(reading, place);
  if (first === 0x7b && place !== 'predictions') return outlineObject(reading, place);
  return { kind: 'value', span: spanOf(reading) };
}

async function outlineList(reading: Reading, place: Place): Promise<Outline> {
  const { scanner, limits, slices } = reading;
  const what = place === 'predictions' ? 'predictions' : 'atoms';
  const items: Span[] = [];
  const start = scanner.at();
  let members = 0;
  scanner.take(0x5b);
  for (let isFirst = true; scanner.peek() !== 0x5d; isFirst = false) {
    if (!isFirst) scanner.take(0x2c);
    if (items.length >= limits[what]) throw tooMany(what, limits);
    const item = spanOf(reading);
    members += item.members;
    items.push(item);
    if (slices.isOver()) await slices.next();
  }
  scanner.take(0x5d);
  return { kind: 'list', span: { start, end: scanner.at(), members }, items };
}

async function outlineObject(reading: Reading, place: Place): Promise<Outline> {
  const { body, scanner, limits, slices } = reading;
  const found: OutlineMember[] = [];
  const most = limits.atoms + mostOtherMembers;
  const start = scanner.at();
  let members = 0;
  scanner.take(0x7b);
  for (let isFirst = true; scanner.peek() !== 0x7d; isFirst = false) {
    if (!isFirst) scanner.take(0x2c);
    if (found.length >= most) throw tooMany('atoms', limits);
    if (scanner.peek() !== 0x22) throw notJson();
    const { start: from, end } = spanOf(reading);
    const name = nameOf(body.toString('utf8', from, end));
    scanner.take(0x3a);
    const inner = place === 'top' ? opened.get(name) : undefined;
    const value: Outline =
      inner === undefined ? { kind: 'value', span: spanOf(reading) } : await outlineAt(reading, inner);
    members += 1 + value.span.members;
    found.push({ name, value });
    if (slices.isOver()) await slices.next();
  }
  scanner.take(0x7d);
  return { kind: 'object', span: { start, end: scanner.at(), members }, members: found };
}

/** Skips one value. */
function spanOf({ scanner, limits }: Reading): Span {
  scanner.peek();
  const start = scanner.at();
  const members = scanner.skipValue(mostValuesInAtom, 2, tooManyInEntry);
  const most = mostValuesOf(limits);
  if (scanner.values() > most) throw new UnreadableResponse(null, tooManyValues(most));
  return { start, end: scanner.at(), members };
}

const tooManyInEntry = `has an item with more than ${countWords(mostValuesInAtom)} JSON values, far more than an atom and its proof need`;

function tooManyValues(most: number): string {
  return `contains more than ${countWords(most)} JSON values, far more than requested`;
}

function mostValuesOf({ asked }: BodyLimits): number {
  return leastValues + mostValuesForEach * asked;
}

function tooMany(what: 'atoms' | 'predictions', limits: BodyLimits): UnreadableResponse {
  const asked =
    what === 'atoms'
      ? `, although only ${countWords(limits.asked)} ${limits.asked === 1 ? 'was' : 'were'} requested`
      : '';
  return new UnreadableResponse(null, `contains more than ${countWords(limits[what])} ${what}${asked}`);
}

function nameOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw notJson();
  }
}
