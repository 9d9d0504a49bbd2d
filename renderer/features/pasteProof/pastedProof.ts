import type { Json } from '#shared/domain/json.ts';
import { linkRuleOf } from '#shared/merkle/linkRule.ts';
import { parseProof } from '#shared/merkle/parseProof.ts';
import { isJsonObject, looksLikeProof, type JsonObject } from '#shared/merkle/proofShape.ts';
import { hashFunctions } from '#shared/merkle/registry.ts';
import { checkSnapshot, type SnapshotFinding } from '#shared/merkle/snapshot.ts';
import { statedRoot } from '#shared/merkle/proofReading.ts';
import type { VerifyInput } from '#shared/merkle/verify.ts';
import { readJson, type JsonFault } from './jsonSyntax.ts';

/** One proof found in what was pasted, with the atom that it came with, if any. */
export interface PastedEntry {
  /** Where it stands, such as `atoms[2]`; empty for the whole. */
  readonly at: string;
  readonly atom: VerifyInput['atom'];
  readonly proof: Json;
  /** Fields of the atom that are there and can't be read; they count as missing. */
  readonly problems: readonly string[];
}

export type PastedReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'not-json'; readonly fault: JsonFault }
  /** JSON without a proof; `why` is a full sentence. */
  | { readonly kind: 'nothing'; readonly why: string }
  | {
      readonly kind: 'entries';
      readonly entries: readonly PastedEntry[];
      /** Over all proofs found: entries of one answer must agree, others need not. */
      readonly snapshot: SnapshotFinding;
    };

/** Finds every proof in a text: bare ones, atoms with theirs, lists of both, and answers of a service. */
export function readPasted(text: string): PastedReading {
  if (text.trim() === '') return { kind: 'empty' };
  const reading = readJson(text);
  if (!reading.ok) return { kind: 'not-json', fault: reading.fault };
  // What JSON.parse gives is JSON.
  const json = reading.value as Json;
  const entries = findEntries(json, '');
  if (entries.length === 0) return { kind: 'nothing', why: nothingWords(json) };
  return { kind: 'entries', entries, snapshot: compare(entries, !Array.isArray(json)) };
}

function findEntries(json: Json | undefined, at: string): readonly PastedEntry[] {
  if (Array.isArray(json)) {
    const items = json as readonly Json[];
    if (isLinkedChain(items)) return [{ at, atom: noAtom, proof: items, problems: [] }];
    return items.flatMap((item, index) => findEntries(item, `${at}[${index}]`));
  }
  if (!isJsonObject(json)) return [];
  if (looksLikeProof(json)) return [entryOf(json, at, json['proof'] ?? json)];
  const below = (name: string): string => (at === '' ? name : `${at}.${name}`);
  for (const name of ['atoms', 'results'])
    if (Array.isArray(json[name])) return findEntries(json[name], below(name));
  if (isJsonObject(json['atom']) && json['value'] === undefined)
    return findEntries(json['atom'], below('atom'));
  const hasContent = json['key'] !== undefined && json['value'] !== undefined;
  return json['proof'] !== undefined || hasContent ? [entryOf(json, at, json['proof'] ?? null)] : [];
}

/** A list of bare proofs is one chain only if each root is the next one's leaf; otherwise it is just a list. */
function isLinkedChain(items: readonly Json[]): boolean {
  if (items.length < 2 || !items.every(looksLikeProof)) return false;
  const parse = parseProof(items);
  if (!parse.ok) return false;
  const { chain } = parse;
  return hashFunctions.some(
    ({ id, bytes }) =>
      bytes === chain[0].rootHash.length &&
      chain.slice(1).every((outer, inner) => {
        const before = chain[inner];
        return before !== undefined && linkRuleOf(before, outer, id) !== null;
      }),
  );
}

const noAtom: PastedEntry['atom'] = { key: null, value: null, version: null, hash: null };

/** An atom may carry its proof, or the fields of one beside its own; a bare proof has no fields of an atom. */
function entryOf(json: JsonObject, at: string, proof: Json): PastedEntry {
  const problems: string[] = [];
  const read = <T>(name: string, wanted: string, fits: (value: Json) => value is T & Json): T | null => {
    const value = json[name];
    if (value === undefined || value === null) return null;
    if (fits(value)) return value;
    problems.push(`${at === '' ? name : `${at}.${name}`} is not ${wanted}`);
    return null;
  };
  const isText = (value: Json): value is string => typeof value === 'string';
  const isInteger = (value: Json): value is number => Number.isInteger(value);
  return {
    at,
    atom: {
      key: read('key', 'a string', isText),
      value: read('value', 'a string', isText),
      version: read('version', 'a whole number', isInteger),
      hash: read('hash', 'a string', isText),
    },
    proof,
    problems,
  };
}

function compare(entries: readonly PastedEntry[], isOneAnswer: boolean): SnapshotFinding {
  const proofs = entries.map(({ proof }) => proof);
  const finding = checkSnapshot(proofs);
  if (isOneAnswer || finding.kind !== 'differ') return finding;
  const roots = new Set(
    proofs.map((proof) => statedRoot(proof)?.rootHash).filter((root) => root !== undefined),
  );
  return { kind: 'apart', roots: roots.size };
}

function nothingWords(json: Json): string {
  if (Array.isArray(json))
    return json.length === 0
      ? 'The list is empty.'
      : 'This is a list, but nothing in it is a proof or an atom with a proof.';
  if (!isJsonObject(json)) return `This is ${kindOf(json)}, not a proof or an atom with a proof.`;
  const names = Object.keys(json);
  if (names.length === 0) return 'The object is empty.';
  const shown = names.slice(0, 6).join(', ');
  return `No proof was found. The fields are ${shown}${names.length > 6 ? ', …' : ''}; a proof has leafHash, siblings, rootHash, leafIndex and treeSize.`;
}

function kindOf(json: Json): string {
  if (json === null) return 'null';
  return typeof json === 'string' ? 'a text' : typeof json === 'number' ? 'a number' : 'true or false';
}
