import { z } from 'zod';
import type { StoredAtom } from '#shared/domain/atom.ts';
import type { Json } from '#shared/domain/json.ts';
import { isJsonObject } from './jsonBody.ts';

/** An atom as it came (interface section 2), with what the interface leaves open allowed to be absent. */
export interface ReceivedAtom {
  readonly key: string;
  readonly value: string;
  readonly version: number | null;
  readonly hash: string | null;
  readonly score: number | null;
  readonly proof: Json;
  readonly raw: Json;
}

export interface ReceivedRecall {
  readonly atoms: readonly ReceivedAtom[];
  readonly predictions: readonly string[];
}

export interface ReceivedBatchStore {
  /** null where the answer had no details. */
  readonly atoms: readonly StoredAtom[] | null;
  readonly rootHash: string | null;
}

/** An answer that cannot be read; `field` is a path such as `atoms[2].version`, null where the whole is to blame. */
export class UnreadableAnswer extends Error {
  readonly field: string | null;

  constructor(field: string | null, why: string) {
    super(field === null ? `The answer ${why}.` : `The answer's field ${field} ${why}.`);
    this.field = field;
  }
}

const atomFields = z.object({
  key: z.string(),
  value: z.string(),
  version: z.int().nullish(),
  hash: z.string().nullish(),
  score: z.number().nullish(),
});

const storedFields = z.object({
  key: z.string().nullish(),
  version: z.int().nullish(),
  hash: z.string().nullish(),
  rootHash: z.string().nullish(),
  // Only shown, never relied on: an odd timestamp must not turn a successful write into an error.
  createdAt: z.number().nullish().catch(null),
});

/** `GET /atoms/:key` (section 4.2). @throws UnreadableAnswer */
export function decodeAtom(json: Json): ReceivedAtom {
  return atomAt(json, '');
}

/** `POST /recall` (section 4.4): `{atoms, predictions}`; predictions may be left out. @throws UnreadableAnswer */
export function decodeRecall(json: Json): ReceivedRecall {
  const answer = parseAt(
    z.object({ atoms: z.array(z.unknown()), predictions: z.array(z.string()).nullish() }),
    json,
    '',
  );
  return {
    atoms: (answer.atoms as Json[]).map((atom, i) => atomAt(atom, `atoms[${String(i)}]`)),
    predictions: answer.predictions ?? [],
  };
}

/**
 * `POST /batch-access` (section 4.5), whose envelope is not shown: an array of atoms, `{atoms}` or `{results}` with
 * an array or a map, or a map by key. Keys that were not found may be listed, null, marked or left out; what
 * was found is returned, in the order received. @throws UnreadableAnswer
 */
export function decodeBatchRead(json: Json): readonly ReceivedAtom[] {
  if (Array.isArray(json)) return atomsOfList(json as readonly Json[], '');
  if (!isJsonObject(json)) throw new UnreadableAnswer(null, 'is neither a list nor an object');
  for (const name of ['atoms', 'results']) {
    const inner = json[name];
    if (Array.isArray(inner)) return atomsOfList(inner as readonly Json[], name);
    // An atom may itself be called "atoms": then this object is the map by key, not its envelope.
    if (isJsonObject(inner) && inner['value'] === undefined) return atomsOfMap(inner, name);
  }
  return atomsOfMap(json, '');
}

/**
 * `POST /atoms` (section 4.1). A body without details is fine: the status said that it is stored. One about an atom that
 * was not sent is no answer to what was. @throws UnreadableAnswer
 */
export function decodeStored(json: Json | undefined, key: string): StoredAtom {
  return json === undefined ? noStoredDetails(key) : storedAt(json, '', { key, among: new Set([key]) });
}

/**
 * `POST /batch-atoms` (section 4.3), whose answer is not shown: `{atoms, rootHash}`, an array, `{results}`, or
 * nothing. @throws UnreadableAnswer
 */
export function decodeBatchStored(json: Json | undefined, keys: readonly string[]): ReceivedBatchStore {
  if (json === undefined || json === null) return { atoms: null, rootHash: null };
  const among = new Set(keys);
  const storedList = (list: readonly Json[], at: string): StoredAtom[] =>
    list.map((item, i) => storedAt(item, `${at}[${String(i)}]`, { key: keys[i] ?? '', among }));
  if (Array.isArray(json)) {
    const atoms = storedList(json as readonly Json[], '');
    return { atoms, rootHash: commonRoot(atoms) };
  }
  if (!isJsonObject(json)) throw new UnreadableAnswer(null, 'is neither a list nor an object');
  const { rootHash } = parseAt(z.object({ rootHash: z.string().nullish() }), json, '');
  for (const name of ['atoms', 'results']) {
    const inner = json[name];
    if (!Array.isArray(inner)) continue;
    const atoms = storedList(inner as readonly Json[], name);
    return { atoms, rootHash: rootHash ?? commonRoot(atoms) };
  }
  return { atoms: null, rootHash: rootHash ?? null };
}

function atomsOfList(list: readonly Json[], at: string): ReceivedAtom[] {
  return list.flatMap((item, i) => foundAtom(item, `${at}[${String(i)}]`, null));
}

function atomsOfMap(map: { readonly [key: string]: Json }, at: string): ReceivedAtom[] {
  const entries = Object.entries(map);
  const looksLikeMap = entries.every(([, item]) => item === null || isJsonObject(item));
  if (!looksLikeMap) throw new UnreadableAnswer(at === '' ? null : at, 'holds no list of atoms');
  return entries.flatMap(([key, item]) => foundAtom(item, `${at}[${JSON.stringify(key)}]`, key));
}

/** The atom at a place of a batch answer, or nothing where that place says "not found". */
function foundAtom(item: Json, at: string, mapKey: string | null): ReceivedAtom[] {
  if (item === null) return [];
  if (!isJsonObject(item)) throw new UnreadableAnswer(at, 'is not an atom');
  const wrapped = item['atom'];
  const value = item['value'];
  if (value === undefined && wrapped !== undefined) {
    const key = item['key'];
    return foundAtom(wrapped, `${at}.atom`, typeof key === 'string' ? key : mapKey);
  }
  if (value === undefined || value === null) {
    const saysNotFound =
      value === null || item['found'] === false || item['status'] === 404 || item['error'] !== undefined;
    if (saysNotFound) return [];
  }
  const needsKey = mapKey !== null && item['key'] === undefined;
  const atom = atomAt(needsKey ? { ...item, key: mapKey } : item, at);
  return [{ ...atom, raw: item }];
}

function atomAt(json: Json, at: string): ReceivedAtom {
  const fields = parseAt(atomFields, json, at);
  return {
    key: fields.key,
    value: fields.value,
    version: fields.version ?? null,
    hash: fields.hash ?? null,
    score: fields.score ?? null,
    proof: isJsonObject(json) ? (json['proof'] ?? null) : null,
    raw: json,
  };
}

/** @param sent the key at this place, for an answer without one, and all that were sent */
function storedAt(
  json: Json,
  at: string,
  sent: { readonly key: string; readonly among: ReadonlySet<string> },
): StoredAtom {
  if (json === null) return noStoredDetails(sent.key);
  const fields = parseAt(storedFields, json, at);
  if (typeof fields.key === 'string' && !sent.among.has(fields.key))
    throw new UnreadableAnswer(at === '' ? 'key' : `${at}.key`, 'names an atom that was not sent');
  return {
    key: fields.key ?? sent.key,
    version: fields.version ?? null,
    hash: fields.hash ?? null,
    rootHash: fields.rootHash ?? null,
    createdAt: fields.createdAt ?? null,
  };
}

function noStoredDetails(key: string): StoredAtom {
  return { key, version: null, hash: null, rootHash: null, createdAt: null };
}

function commonRoot(atoms: readonly StoredAtom[]): string | null {
  const roots = new Set(atoms.map((atom) => atom.rootHash));
  const [root] = roots;
  return roots.size === 1 ? (root ?? null) : null;
}

function parseAt<T>(schema: z.ZodType<T>, json: Json, at: string): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = (issue?.path ?? []).reduce<string>(
    (path, step) =>
      typeof step === 'number'
        ? `${path}[${String(step)}]`
        : path === ''
          ? String(step)
          : `${path}.${String(step)}`,
    at,
  );
  throw new UnreadableAnswer(field === '' ? null : field, whatIsWrong(issue));
}

/** zod's words without its "Invalid input: " in front; they name types, never the values received. */
function whatIsWrong(issue: z.core.$ZodIssue | undefined): string {
  return `is not as the interface says (${(issue?.message ?? 'not accepted').replace(/^Invalid input: /, '')})`;
}
