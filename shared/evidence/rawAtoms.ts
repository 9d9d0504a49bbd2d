import type { Json } from '../domain/json.ts';
import { isJsonObject, type JsonObject } from '../merkle/proofShape.ts';
import { quoteLargeIntegers } from '../text/jsonSource.ts';
import { deepestProof, readJson } from '../text/jsonSyntax.ts';
import type { EvidencePredicate } from './statement.ts';

/** An atom in the body of a response, with its parts as received. */
export interface RawAtom {
  /** null if nothing names its key, so that it may be any. */
  readonly key: string | null;
  readonly value: string;
  readonly version: Json;
  readonly hash: Json;
  readonly proof: Json;
}

/**
 * The atoms in a raw response, wherever they are in it: every object with the text of a value, and every item of the open
 * server, whose atoms have none. The Python script does the same. null if the body is not JSON that can be read.
 */
export function atomsInResponse({
  body,
}: Pick<EvidencePredicate['rawResponses'][number], 'body'>): readonly RawAtom[] | null {
  if (!('text' in body)) return null;
  // A gateway quotes integers that a JSON number cannot carry, so the record has them as text.
  const reading = readJson(body.text, deepestProof);
  return reading.ok ? atomsIn(JSON.parse(quoteLargeIntegers(body.text)) as Json, null) : null;
}

/** @param name the key of the atom at this place, if the atom itself does not say */
function atomsIn(json: Json, name: string | null): readonly RawAtom[] {
  if (Array.isArray(json)) return (json as readonly Json[]).flatMap((item) => atomsIn(item, null));
  if (!isJsonObject(json)) return [];
  const own = json['key'];
  const key = typeof own === 'string' ? own : name;
  const found = atomOf(json, key);
  return [
    ...(found === null ? [] : [found]),
    ...Object.entries(json).flatMap(([member, value]) =>
      proofNames.has(member) ? [] : atomsIn(value, member === 'atom' ? key : member),
    ),
  ];
}

function atomOf(json: JsonObject, key: string | null): RawAtom | null {
  const { value, version = null, hash = null, proof = null } = json;
  if (typeof value === 'string') return { key, value, version, hash, proof };
  const { currentData, currentProof = null, shardRootProof = null } = json;
  if (typeof currentData !== 'string' || json['ok'] === false) return null;
  const chain = currentProof === null ? null : { currentProof, shardRootProof };
  return { key: currentData, value: '', version: null, hash: null, proof: chain };
}

/** What is in a proof is no atom. */
const proofNames: ReadonlySet<string> = new Set(['proof', 'currentProof', 'shardRootProof']);
