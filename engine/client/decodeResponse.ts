import type { StoredAtom } from '#shared/domain/atom.ts';
import type { Json } from '#shared/domain/json.ts';
import type { ResponseAnomaly } from '#shared/domain/responseAnomaly.ts';
import { cutText } from '#shared/text/cutText.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { mostValuesOfWrite, outlineBody, outlineWhole, type Outline } from './bodyOutline.ts';
import {
  isBlank,
  limitsFor,
  memberOf,
  openBody,
  readEach,
  readSpan,
  type BodyReader,
  type ReceivedBody,
} from './bodyReader.ts';
import { isJsonObject } from './jsonBody.ts';
import { compareAsReceived, type ReceivedAtom } from './receivedAtom.ts';
import { refuseRepeatedName, type JsonPart } from './jsonPart.ts';
import { UnreadableResponse } from './jsonScanner.ts';

export interface ReceivedRecall {
  readonly atoms: readonly ReceivedAtom[];
  readonly predictions: readonly string[];
  /** The share of each prediction in the weight of all, in [0, 1]; absent if the service gives no weights. */
  readonly shares?: readonly number[];
  /** Items of `predictions` that are not strings, as JSON, shortened if long. */
  readonly oddPredictions: readonly string[];
}

export interface ReceivedBatchStore {
  /** null if the response had no details. */
  readonly atoms: readonly StoredAtom[] | null;
  readonly rootHash: string | null;
}

/** Longest text of an unexpected field that is kept, in UTF-16 units. */
const longestOddText = 60;

/** `GET /atoms/:key` (section 4.2). @throws UnreadableResponse */
export async function decodeAtom(body: ReceivedBody): Promise<ReceivedAtom> {
  const atomIn = async (bytes: Buffer): Promise<ReceivedAtom> =>
    atomOf(await readSpan(openBody(bytes), outlineWhole(bytes)), '', null);
  const atom = await atomIn(body.bytes);
  const [compared = atom] = await compareAsReceived([atom], body, async (bytes) => [await atomIn(bytes)]);
  return compared;
}

/**
 * `POST /recall` (section 4.4): `{atoms, predictions}`; predictions are optional. More atoms than `limit` are
 * read, within reason, so that they can be shown. @throws UnreadableResponse
 */
export async function decodeRecall(body: ReceivedBody, limit: number): Promise<ReceivedRecall> {
  const { atoms, ...predicted } = await recallIn(body.bytes, limit);
  const compared = await compareAsReceived(
    atoms,
    body,
    async (bytes) => (await recallIn(bytes, limit)).atoms,
  );
  return { atoms: compared, ...predicted };
}

async function recallIn(bytes: Buffer, limit: number): Promise<ReceivedRecall> {
  const reader = openBody(bytes);
  const outline = await outlineBody(bytes, limitsFor(limit), reader.slices);
  if (outline.kind !== 'object') throw new UnreadableResponse(null, 'is not an object with “atoms”');
  const list = memberOf(outline, 'atoms');
  if (list === null) throw new UnreadableResponse('atoms', 'is missing');
  if (list.kind !== 'list') throw new UnreadableResponse('atoms', 'is not a list');
  const atoms = await readEach(reader, list.items, (part, at) => atomOf(part, `atoms[${String(at)}]`, null));
  return { atoms, ...(await readPredictions(reader, memberOf(outline, 'predictions'))) };
}

/**
 * `POST /batch-access` (section 4.5), whose envelope the API does not define: an array of atoms, `{atoms}` or
 * `{results}` with an array or a map, or a map by key. Keys that were not found may be listed, null, marked,
 * or omitted. The atoms found are returned in the order received, including all copies of a repeated atom.
 *
 * @param asked how many keys were sent
 * @throws UnreadableResponse
 */
export async function decodeBatchRead(body: ReceivedBody, asked: number): Promise<readonly ReceivedAtom[]> {
  return compareAsReceived(await batchIn(body.bytes, asked), body, (bytes) => batchIn(bytes, asked));
}

async function batchIn(bytes: Buffer, asked: number): Promise<readonly ReceivedAtom[]> {
  const reader = openBody(bytes);
  const outline = await outlineBody(bytes, limitsFor(asked), reader.slices);
  const { at, atoms } = envelopeOf(outline);
  switch (atoms.kind) {
    case 'list':
      return (
        await readEach(reader, atoms.items, (part, i) => foundAtom(part, `${at}[${String(i)}]`, null))
      ).flat();
    case 'object': {
      const spans = atoms.members.map(({ value }) => value.span);
      const found = await readEach(reader, spans, (part, i) => {
        const key = atoms.members[i]?.name ?? '';
        if (part.json !== null && !isJsonObject(part.json))
          throw new UnreadableResponse(at === '' ? null : at, 'does not contain a list of atoms');
        return foundAtom(part, `${at}[${quoteText(key)}]`, key);
      });
      return found.flat();
    }
    case 'value':
      throw new UnreadableResponse(null, 'is neither a list nor an object');
  }
}

/**
 * `POST /atoms` (section 4.1). A body without details is accepted because the status says that the atom is
 * stored. A body about an atom that was not sent is refused. @throws UnreadableResponse
 */
export async function decodeStored(body: ReceivedBody, key: string): Promise<StoredAtom> {
  const part = await readAnswerToWrite(body.bytes, 1);
  return part === null ? noStoredDetails(key) : storedAt(part.json, '', { key, among: new Set([key]) });
}

/**
 * `POST /batch-atoms` (section 4.3), whose response the API does not define: `{atoms, rootHash}`, an array,
 * `{results}`, or nothing. @throws UnreadableResponse
 */
export async function decodeBatchStored(
  body: ReceivedBody,
  keys: readonly string[],
): Promise<ReceivedBatchStore> {
  const json = (await readAnswerToWrite(body.bytes, keys.length))?.json ?? null;
  if (json === null) return { atoms: null, rootHash: null };
  const among = new Set(keys);
  const storedList = (list: readonly Json[], at: string): StoredAtom[] =>
    list.map((item, i) => storedAt(item, `${at}[${String(i)}]`, { key: keys[i] ?? '', among }));
  if (Array.isArray(json)) {
    const atoms = storedList(json as readonly Json[], '');
    return { atoms, rootHash: commonRoot(atoms) };
  }
  if (!isJsonObject(json)) throw new UnreadableResponse(null, 'is neither a list nor an object');
  const rootHash = optionalText(json, 'rootHash', '');
  for (const name of ['atoms', 'results']) {
    const inner = json[name];
    if (!Array.isArray(inner)) continue;
    const atoms = storedList(inner as readonly Json[], name);
    return { atoms, rootHash: rootHash ?? commonRoot(atoms) };
  }
  return { atoms: null, rootHash };
}

/** null if the service only confirmed the store. */
async function readAnswerToWrite(bytes: Buffer, atoms: number): Promise<JsonPart | null> {
  if (isBlank(bytes)) return null;
  return readSpan(openBody(bytes), outlineWhole(bytes, mostValuesOfWrite(atoms)));
}

async function readPredictions(
  reader: BodyReader,
  list: Outline | null,
): Promise<Pick<ReceivedRecall, 'predictions' | 'oddPredictions'>> {
  const predictions: string[] = [];
  const oddPredictions: string[] = [];
  if (list?.kind === 'list') {
    await readEach(reader, list.items, ({ json, text }) => {
      if (typeof json === 'string') predictions.push(json);
      else oddPredictions.push(cutText(text, longestOddText));
    });
  } else if (list !== null) {
    const { json, text } = await readSpan(reader, list.span);
    if (json !== null) oddPredictions.push(cutText(text, longestOddText));
  }
  return { predictions, oddPredictions };
}

/** The part of a batch response that contains the atoms, and its name. */
function envelopeOf(outline: Outline): { readonly at: string; readonly atoms: Outline } {
  if (outline.kind === 'object') {
    for (const name of ['atoms', 'results']) {
      const inner = memberOf(outline, name);
      if (inner?.kind === 'list') return { at: name, atoms: inner };
      // An atom may have the key "atoms": then this object is the map by key, not its envelope.
      if (inner?.kind === 'object' && !inner.members.some((member) => member.name === 'value'))
        return { at: name, atoms: inner };
    }
  }
  return { at: '', atoms: outline };
}

/**
 * The atom at one position of a batch response; empty if that position says "not found".
 *
 * @param part the content of that position, or an atom that is wrapped in it
 */
function foundAtom(part: JsonPart, at: string, mapKey: string | null): ReceivedAtom[] {
  const { json: item } = part;
  refuseRepeatedName(part, at);
  if (item === null) return [];
  if (!isJsonObject(item)) throw new UnreadableResponse(at, 'is not an atom');
  const value = item['value'];
  const wrapped = item['atom'];
  if (value === undefined && wrapped !== undefined) {
    const key = item['key'];
    return foundAtom({ ...part, json: wrapped }, `${at}.atom`, typeof key === 'string' ? key : mapKey);
  }
  if (value === undefined || value === null) {
    const saysNotFound =
      value === null || item['found'] === false || item['status'] === 404 || item['error'] !== undefined;
    if (saysNotFound) return [];
  }
  return [atomOf(part, at, mapKey)];
}

/** @param mapKey the key in whose place it is; also its own key, if the atom itself has none */
function atomOf(part: JsonPart, at: string, mapKey: string | null): ReceivedAtom {
  const { json } = part;
  refuseRepeatedName(part, at);
  if (!isJsonObject(json)) throw new UnreadableResponse(at === '' ? null : at, 'is not an atom');
  const anomalies = [...part.anomalies];
  const key = json['key'] === undefined && mapKey !== null ? mapKey : requiredText(json, 'key', at);
  return {
    key,
    value: requiredText(json, 'value', at),
    version: versionOf(json, at, part, anomalies),
    hash: optionalText(json, 'hash', at),
    score: scoreOf(json, part, anomalies),
    proof: json['proof'] ?? null,
    raw: part.text,
    anomalies,
    ...(mapKey !== null && mapKey !== key && { answersFor: mapKey }),
  };
}

/** @param sent the key at this position, for a response without one, and all keys that were sent */
function storedAt(
  json: Json,
  at: string,
  sent: { readonly key: string; readonly among: ReadonlySet<string> },
): StoredAtom {
  if (json === null) return noStoredDetails(sent.key);
  if (!isJsonObject(json)) throw new UnreadableResponse(at === '' ? null : at, 'is not an object');
  const key = optionalText(json, 'key', at);
  if (key !== null && !sent.among.has(key))
    throw new UnreadableResponse(pathOf(at, 'key'), 'names an atom that was not sent');
  const createdAt = json['createdAt'];
  return {
    key: key ?? sent.key,
    version: versionOf(json, at, { hasLargeIntegers: true }, []),
    hash: optionalText(json, 'hash', at),
    rootHash: optionalText(json, 'rootHash', at),
    // Only shown, never relied on: an invalid timestamp must not turn a successful store into an error.
    createdAt: typeof createdAt === 'number' && Number.isFinite(createdAt) ? createdAt : null,
  };
}

/** Of a store that the service only confirmed. */
export function noStoredDetails(key: string): StoredAtom {
  return { key, version: null, hash: null, rootHash: null, createdAt: null };
}

function commonRoot(atoms: readonly StoredAtom[]): string | null {
  const roots = new Set(atoms.map((atom) => atom.rootHash));
  const [root] = roots;
  return roots.size === 1 ? (root ?? null) : null;
}

type Fields = { readonly [name: string]: Json };

function requiredText(json: Fields, name: string, at: string): string {
  const text = json[name];
  if (typeof text === 'string') return text;
  throw new UnreadableResponse(
    pathOf(at, name),
    text === undefined ? 'is missing' : `is ${kindOf(text)}, not a string`,
  );
}

function optionalText(json: Fields, name: string, at: string): string | null {
  const text = json[name] ?? null;
  if (text === null || typeof text === 'string') return text;
  throw new UnreadableResponse(pathOf(at, name), `is ${kindOf(text)}, not a string`);
}

function versionOf(
  json: Fields,
  at: string,
  { hasLargeIntegers }: Pick<JsonPart, 'hasLargeIntegers'>,
  anomalies: ResponseAnomaly[],
): number | null {
  const version = json['version'] ?? null;
  if (version === null || Number.isSafeInteger(version)) return version as number | null;
  const text = typeof version === 'string' ? version : JSON.stringify(version);
  const isInexact =
    typeof version === 'number' ? Number.isInteger(version) : hasLargeIntegers && largeInteger.test(text);
  if (!isInexact)
    throw new UnreadableResponse(pathOf(at, 'version'), `is ${kindOf(version)}, not an integer`);
  anomalies.push({ kind: 'inexact-integer', field: 'version', text: cutText(text, longestOddText) });
  return null;
}

function scoreOf(json: Fields, { hasLargeIntegers }: JsonPart, anomalies: ResponseAnomaly[]): number | null {
  const score = json['score'] ?? null;
  if (score === null) return null;
  if (typeof score === 'number' && Number.isFinite(score)) return score;
  if (typeof score === 'string' && hasLargeIntegers && largeInteger.test(score)) {
    anomalies.push({ kind: 'inexact-integer', field: 'score', text: cutText(score, longestOddText) });
    return null;
  }
  const text = typeof score === 'number' ? 'a number too large to use' : JSON.stringify(score);
  anomalies.push({ kind: 'score-not-a-number', text: cutText(text, longestOddText) });
  return null;
}

/** An integer with possibly too many digits for a JSON number. */
const largeInteger = /^-?\d{16,}$/;

function kindOf(json: Json): string {
  if (json === null) return 'null';
  if (Array.isArray(json)) return 'a list';
  switch (typeof json) {
    case 'number':
      return Number.isInteger(json) ? 'a number' : 'a fraction';
    case 'string':
      return 'a string';
    case 'boolean':
      return 'true or false';
    default:
      return 'an object';
  }
}

function pathOf(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

export { UnreadableResponse };
