import type { Json } from '../domain/json.ts';
import { linkRuleOf } from './linkRule.ts';
import { parseProof } from './parseProof.ts';
import type { AtomContent } from './preimages.ts';
import { isJsonObject, looksLikeProof, type JsonObject } from './proofShape.ts';
import { hashFunctions } from './registry.ts';

/** An atom or proof to verify from a file or the clipboard. Absent parts are null. */
export interface ImportedAtom {
  /** Its place in the input, such as `atoms[2]`; empty for the input as a whole. */
  readonly at: string;
  readonly atom: AtomContent & { readonly hash: string | null };
  readonly proof: Json;
  /** What is missing or unreadable, and why. Each is a sentence without its period. */
  readonly problems: readonly string[];
}

export type ProofImport =
  | {
      readonly ok: true;
      /** In the order given; never empty. */
      readonly items: readonly ImportedAtom[];
      /** Whether they are known to come from one response, and therefore from one tree. */
      readonly oneAnswer: boolean;
    }
  /** There is nothing to verify; `why` is a full sentence. */
  | { readonly ok: false; readonly why: string };

/**
 * Finds what is to be verified in any JSON: an atom with its proof, a bare proof of any shape that `parseProof`
 * knows, lists of these, responses of a service, and what this app exports. Whether a proof can be read is left to
 * its verdict, and an item of a list that is neither atom nor proof is an item without either.
 *
 * @param json nested at most as deep as `readJson` lets through.
 */
export function readImport(json: Json): ProofImport {
  const found = findItems(json, '', !isAppFile(json));
  if (found.length === 0) return { ok: false, why: nothingWords(json) };
  if (found.every(isNothing)) return { ok: false, why: unusableWords(json, found) };
  return { ok: true, items: found, oneAnswer: isOneAnswer(json) };
}

/** An export names its format; of those before there were formats, all but recalls say when they were made. */
function isAppFile(json: Json): boolean {
  if (!isJsonObject(json)) return false;
  const { format, exportedAt } = json;
  return exportedAt !== undefined || (typeof format === 'string' && format.startsWith('atom-explorer-'));
}

/** An export of many answers is a collection, though it lists its atoms as a response does. */
function isOneAnswer(json: Json): boolean {
  if (!isJsonObject(json) || json['exportedAt'] !== undefined) return false;
  return ['atoms', 'results', 'hits'].some((name) => Array.isArray(json[name]));
}

function isNothing({ atom, proof }: ImportedAtom): boolean {
  return proof === null && Object.values(atom).every((field) => field === null);
}

const noAtom: ImportedAtom['atom'] = { key: null, value: null, version: null, hash: null };

/** `mayBeInline`: whether an atom may have the fields of its proof beside its own. Exports never do, but name some of them. */
function findItems(json: Json, at: string, mayBeInline: boolean): readonly ImportedAtom[] {
  if (Array.isArray(json)) {
    const items = json as readonly Json[];
    const isChain = at === '' ? isLinkedChain(items) : looksLikeProof(items);
    return isChain ? [{ at, atom: noAtom, proof: items, problems: [] }] : itemsOfList(items, at, mayBeInline);
  }
  if (!isJsonObject(json)) return [];
  if (mayBeInline && looksLikeProof(json)) return [itemOf(json, at, json)];
  const below = (name: string): string => (at === '' ? name : `${at}.${name}`);
  if (Array.isArray(json['receipts'])) return itemsOfReceipts(json['receipts'] as readonly Json[]);
  for (const name of ['atoms', 'results', 'hits'])
    if (Array.isArray(json[name]))
      return itemsOfList(json[name] as readonly Json[], below(name), mayBeInline);
  if (isJsonObject(json['atom']) && json['value'] === undefined)
    return findItems(json['atom'], below('atom'), mayBeInline);
  const hasAny = ['key', 'value', 'hash', 'proof'].some((name) => (json[name] ?? null) !== null);
  return hasAny ? [itemOf(json, at, null)] : [];
}

function itemsOfList(items: readonly Json[], at: string, mayBeInline: boolean): readonly ImportedAtom[] {
  return items.flatMap((item, index) => itemsOfOne(item, `${at}[${index}]`, mayBeInline));
}

/** The items of a list. One that is neither an atom nor a proof is still listed, so nothing is skipped. */
function itemsOfOne(item: Json, at: string, mayBeInline: boolean): readonly ImportedAtom[] {
  // How a batch response reports a missing atom.
  if (isJsonObject(item) && item['found'] === false) return [];
  const found = findItems(item, at, mayBeInline);
  if (found.length > 0) return found;
  return [
    { at, atom: noAtom, proof: null, problems: [`${at} is neither an atom with its proof nor a proof`] },
  ];
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

/** An atom may carry its proof, or the fields of one beside its own; a bare proof has no fields of an atom. */
function itemOf(json: JsonObject, at: string, inline: JsonObject | null): ImportedAtom {
  const problems: string[] = [];
  const read = <T>(name: string, wanted: string, fits: (value: Json) => value is T & Json): T | null => {
    const value = json[name];
    if (value === undefined || value === null) return null;
    if (fits(value)) return value;
    problems.push(`${at === '' ? name : `${at}.${name}`} is not ${wanted}, so it counts as missing`);
    return null;
  };
  const isText = (value: Json): value is string => typeof value === 'string';
  const isInteger = (value: Json): value is number => Number.isInteger(value);
  const proof = json['proof'] ?? inline;
  const atom = {
    key: read('key', 'a string', isText),
    // A saved run contains only the hash of a value.
    value:
      isJsonObject(json['value']) && 'sha256' in json['value'] ? null : read('value', 'a string', isText),
    version: read('version', 'a whole number', isInteger),
    hash: read('hash', 'a string', isText),
  };
  const outcome = outcomeWords(json['outcome']);
  if (outcome !== null) problems.push(`${at} ${outcome} when it was exported`);
  return { at, atom, proof, problems };
}

/** Why an exported file has no atom here: the service did not return it. */
function outcomeWords(outcome: Json | undefined): string | null {
  if (outcome === 'missing') return 'was not found';
  return outcome === 'refused' ? 'was refused by the service' : null;
}

/** The proofs that were read back, as the log of writes exports them: without values. */
function itemsOfReceipts(receipts: readonly Json[]): readonly ImportedAtom[] {
  return receipts.flatMap((receipt, at) => {
    const atoms = isJsonObject(receipt) ? receipt['atoms'] : null;
    if (!Array.isArray(atoms)) return itemsOfOne(receipt, `receipts[${at}]`, false);
    return (atoms as readonly Json[]).flatMap((atom, index) => {
      const place = `receipts[${at}].atoms[${index}]`;
      if (!isJsonObject(atom)) return itemsOfOne(atom, place, false);
      const readBack = isJsonObject(atom['readBack']) ? atom['readBack'] : {};
      const version = readBack['version'] ?? null;
      // The hash is that of the version that was stored, which a later write may have replaced.
      const hash = version === (atom['version'] ?? null) ? (atom['hash'] ?? null) : null;
      return [
        itemOf({ key: atom['key'] ?? null, version, hash, proof: readBack['proof'] ?? null }, place, null),
      ];
    });
  });
}

function unusableWords(json: Json, found: readonly ImportedAtom[]): string {
  const [problem] = found[0]?.problems ?? [];
  return found.length > 1 || problem === undefined ? nothingWords(json) : `${problem}.`;
}

function nothingWords(json: Json): string {
  if (Array.isArray(json))
    return json.length === 0
      ? 'The list is empty.'
      : 'This is a list, but nothing in it is a proof or an atom with a proof.';
  if (!isJsonObject(json)) return `This is ${kindOf(json)}, not a proof or an atom with a proof.`;
  const names = Object.keys(json);
  if (names.length === 0) return 'The object is empty.';
  const list = ['atoms', 'results', 'hits', 'receipts'].find((name) => Array.isArray(json[name]));
  if (list !== undefined) return `The list “${list}” contains no proof.`;
  const shown = names.slice(0, 6).join(', ');
  return `No proof was found. The fields are ${shown}${names.length > 6 ? ', …' : ''}; a proof has leafHash, siblings, rootHash, leafIndex, and treeSize.`;
}

function kindOf(json: Json): string {
  if (json === null) return 'null';
  return typeof json === 'string' ? 'a string' : typeof json === 'number' ? 'a number' : 'true or false';
}
