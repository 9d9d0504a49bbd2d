import type { Json } from '#shared/domain/json.ts';
import type { AtomList } from '#shared/domain/serviceFacts.ts';
import { outlineBody, outlineWhole, type Outline } from '../bodyOutline.ts';
import { limitsFor, memberOf, openBody, readEach, readSpan, type ReceivedBody } from '../bodyReader.ts';
import { UnreadableResponse } from '../jsonScanner.ts';
import { compareAsReceived, type ReceivedAtom } from '../receivedAtom.ts';
import { isJsonObject } from '../jsonBody.ts';
import { refuseRepeatedName, type JsonPart } from '../jsonPart.ts';

/** The responses of the open Parametric Memory server. What it returns was observed; see docs/dialects.md. */

/** An atom with the key that the server expects next, if any. */
export interface OpenServerAtom {
  readonly atom: ReceivedAtom;
  readonly predictedNext: string | null;
}

export interface OpenServerHit {
  readonly key: string;
  readonly similarity: number | null;
}

/** `review`: it wants a person to approve the atoms at these positions, and stored nothing. */
export type OpenServerStore =
  | { readonly kind: 'queued'; readonly commitMs: number }
  | { readonly kind: 'review'; readonly reason: string; readonly failedIndex: number | null };

/**
 * `POST /batch-access`: the atoms that were found. `ok: false` with 404 says that an atom is not there.
 *
 * @param asked how many keys were sent
 * @throws UnreadableResponse
 */
export async function decodeOpenBatch(body: ReceivedBody, asked: number): Promise<readonly OpenServerAtom[]> {
  const found = await batchIn(body.bytes, asked);
  const atoms = await compareAsReceived(atomsOf(found), body, async (bytes) =>
    atomsOf(await batchIn(bytes, asked)),
  );
  return found.map((one, at) => ({ ...one, atom: atoms[at] ?? one.atom }));
}

function atomsOf(found: readonly OpenServerAtom[]): readonly ReceivedAtom[] {
  return found.map(({ atom }) => atom);
}

async function batchIn(bytes: Buffer, asked: number): Promise<readonly OpenServerAtom[]> {
  const parts = await listIn(bytes, 'results', asked, (part, at) => atomAt(part, `results[${String(at)}]`));
  return parts.flatMap((atom) => atom ?? []);
}

function atomAt(part: JsonPart, at: string): OpenServerAtom | null {
  const { json } = part;
  refuseRepeatedName(part, at);
  if (!isJsonObject(json)) throw new UnreadableResponse(at, 'is not an object');
  if (json['ok'] === false) {
    if (json['statusCode'] === 404) return null;
    throw new UnreadableResponse(`${at}.statusCode`, 'is an error other than 404');
  }
  const key = textOf(json['currentData'], `${at}.currentData`);
  const { predictedNext } = json;
  return {
    atom: {
      key,
      value: '',
      version: null,
      hash: null,
      score: null,
      proof: chainOf(json['currentProof'], json['shardRootProof']),
      raw: part.text,
      anomalies: [...part.anomalies, { kind: 'no-value' }],
    },
    predictedNext: typeof predictedNext === 'string' ? predictedNext : null,
  };
}

/** Always both proofs: where one is missing, the other proves nothing about the root of the memory. */
function chainOf(currentProof: Json | undefined, shardRootProof: Json | undefined): Json {
  if ((currentProof ?? null) === null) return null;
  return { currentProof: currentProof ?? null, shardRootProof: shardRootProof ?? null };
}

/** `POST /search`. @throws UnreadableResponse */
export function decodeOpenSearch({ bytes }: ReceivedBody, limit: number): Promise<readonly OpenServerHit[]> {
  return listIn(bytes, 'results', limit, ({ json }, at) => {
    if (!isJsonObject(json)) throw new UnreadableResponse(`results[${String(at)}]`, 'is not an object');
    const { similarity } = json;
    return {
      key: textOf(json['atom'], `results[${String(at)}].atom`),
      similarity: typeof similarity === 'number' ? similarity : null,
    };
  });
}

/** `GET /atoms`. @throws UnreadableResponse */
export async function decodeOpenList({ bytes }: ReceivedBody, limit: number): Promise<AtomList> {
  const atoms = await listIn(bytes, 'atoms', limit, ({ json }, at) => {
    if (!isJsonObject(json)) throw new UnreadableResponse(`atoms[${String(at)}]`, 'is not an object');
    return {
      key: textOf(json['atom'], `atoms[${String(at)}].atom`),
      isDeleted: json['status'] === 'tombstoned',
    };
  });
  return { source: 'GET /atoms', hasShards: true, isWhole: false, atoms };
}

export interface OpenServerFollower {
  readonly key: string;
  /** Its weight, after what time has taken off; at least 0. */
  readonly weight: number;
}

/** `GET /weights/:atom`: the atoms that followed, the likeliest first. @throws UnreadableResponse */
export async function decodeOpenWeights({ bytes }: ReceivedBody): Promise<readonly OpenServerFollower[]> {
  const json = await wholeOf(bytes);
  const transitions = isJsonObject(json) ? json['transitions'] : undefined;
  if (!Array.isArray(transitions)) throw new UnreadableResponse('transitions', 'is not a list');
  return (transitions as readonly Json[]).map((one, at) => {
    const place = `transitions[${String(at)}]`;
    if (!isJsonObject(one)) throw new UnreadableResponse(place, 'is not an object');
    const weight = one['effectiveWeight'];
    if (typeof weight !== 'number' || !(weight >= 0 && weight < Infinity))
      throw new UnreadableResponse(`${place}.effectiveWeight`, 'is not a weight');
    return { key: textOf(one['to'], `${place}.to`), weight };
  });
}

/** `POST /atoms`. @throws UnreadableResponse */
export async function decodeOpenStore(
  { bytes }: ReceivedBody,
  keys: readonly string[],
): Promise<OpenServerStore> {
  const json = await wholeOf(bytes);
  if (!isJsonObject(json)) throw new UnreadableResponse(null, 'is not an object');
  const { status, commitEtaMs, reason, suspiciousAtoms } = json;
  if (status === 'Queued')
    return { kind: 'queued', commitMs: typeof commitEtaMs === 'number' ? Math.max(commitEtaMs, 0) : 0 };
  if (status !== 'ReviewRequired')
    throw new UnreadableResponse('status', 'is neither “Queued” nor “ReviewRequired”');
  const suspicious: readonly Json[] = Array.isArray(suspiciousAtoms) ? suspiciousAtoms : [];
  const failedIndex = keys.findIndex((key) => suspicious.includes(key));
  return {
    kind: 'review',
    reason: typeof reason === 'string' ? reason : '',
    failedIndex: failedIndex < 0 ? null : failedIndex,
  };
}

async function listIn<T>(
  bytes: Buffer,
  name: 'atoms' | 'results',
  asked: number,
  take: (part: JsonPart, at: number) => T,
): Promise<readonly T[]> {
  const reader = openBody(bytes);
  const outline: Outline = await outlineBody(bytes, limitsFor(asked), reader.slices);
  const list = outline.kind === 'object' ? memberOf(outline, name) : null;
  if (list?.kind !== 'list') throw new UnreadableResponse(name, 'is not a list');
  return readEach(reader, list.items, take);
}

async function wholeOf(bytes: Buffer): Promise<Json> {
  return (await readSpan(openBody(bytes), outlineWhole(bytes))).json;
}

function textOf(json: Json | undefined, at: string): string {
  if (typeof json === 'string') return json;
  throw new UnreadableResponse(at, json === undefined ? 'is missing' : 'is not a string');
}
