import type { Json } from '../domain/json.ts';
import { linkRuleOf } from './linkRule.ts';
import { parseProof } from './parseProof.ts';
import type { AtomContent } from './preimages.ts';
import { isJsonObject, looksLikeProof, type JsonObject } from './proofShape.ts';
import { hashFunctions } from './registry.ts';
import { memberWords, statesOtherTree, unreadClaims } from './unreadClaims.ts';

/** An atom or proof to verify from a file or the clipboard. Absent parts are null. */
export interface ImportedAtom {
  /** Its place in the input, such as `atoms[2]`; empty for the input as a whole. */
  readonly at: string;
  readonly atom: AtomContent & { readonly hash: string | null };
  readonly proof: Json;
  /** What is missing or unreadable, and why. Each is a sentence without its period. */
  readonly problems: readonly string[];
  /** Some part of the atom is not of its type. It counts as missing, and what it claims was not checked. */
  readonly isPartlyUnreadable?: boolean;
}

export type ProofImport =
  | {
      readonly ok: true;
      /** In the order given; never empty. */
      readonly items: readonly ImportedAtom[];
      /** Keys that the input calls missing, with nothing to verify. No proof shows that. */
      readonly denied: readonly DeniedKey[];
      /** Whether they are known to come from one response, and therefore from one tree. */
      readonly oneAnswer: boolean;
    }
  /** There is nothing to verify; `why` is a full sentence. */
  | { readonly ok: false; readonly why: string };

export interface DeniedKey {
  readonly at: string;
  readonly key: string;
}

/** How to read what several rules would read differently. */
export interface ImportReading {
  /** The number of trees that each proof leads through, by rules from elsewhere: only with several is a list of bare proofs one chain. */
  readonly trees: number;
}

/**
 * Finds what is to be verified in any JSON: an atom with its proof, a bare proof of any shape that `parseProof`
 * knows, lists of these, responses of a service, and what this app exports. Whether a proof can be read is left to
 * its verdict. Nothing is skipped: an item of a list that is neither atom nor proof is an item without either, and so is
 * an atom or a proof in a place where none is expected, or a root that its proofs do not have.
 *
 * @param json nested at most as deep as `readJson` lets through.
 */
export function readImport(json: Json, { trees }: ImportReading = { trees: 1 }): ProofImport {
  const search: Search = { mayBeInline: !isAppFile(json), visited: new Set() };
  const expected = isLinkedChain(json, trees)
    ? [{ at: '', atom: noAtom, proof: json, problems: [] }]
    : findItems(json, '', search);
  const proofs = expected.map(({ proof }) => proof);
  const unread = unreadClaims(json, search.visited, proofs).map(({ at, what }) =>
    problemAt(at, `contains ${what} where none is expected, so it was not checked`),
  );
  const found = [...expected, ...unread];
  if (found.length === 0) return { ok: false, why: nothingWords(json) };
  if (found.every(isNothing)) return { ok: false, why: unusableWords(json, found) };
  return { ok: true, items: found, denied: deniedKeys(json), oneAnswer: isOneAnswer(json) };
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

const listNames = ['atoms', 'results', 'hits'] as const;

interface Search {
  /** Whether an atom may have the fields of its proof beside its own. Exports never do, but name some of them. */
  readonly mayBeInline: boolean;
  /** The objects whose own fields were read. */
  readonly visited: Set<Json>;
}

/** Something that is said and was not checked: an item without atom and proof, which is never verified. */
function problemAt(at: string, problem: string): ImportedAtom {
  return { at, atom: noAtom, proof: null, problems: [`${at === '' ? 'the input' : at} ${problem}`] };
}

function findItems(json: Json, at: string, search: Search): readonly ImportedAtom[] {
  if (Array.isArray(json)) {
    const items = json as readonly Json[];
    // Inside another list, only a chain can be a list of proofs.
    const isChain = at !== '' && looksLikeProof(items);
    return isChain ? [{ at, atom: noAtom, proof: items, problems: [] }] : itemsOfList(items, at, search);
  }
  if (!isJsonObject(json)) return [];
  search.visited.add(json);
  const below = (name: string): string => (at === '' ? name : `${at}.${name}`);
  // An object may have several of these. What is beside a list is no less a claim than what is in it.
  const listed = listNames.flatMap((name) => {
    const list = json[name];
    return Array.isArray(list) ? itemsOfList(list as readonly Json[], below(name), search) : [];
  });
  const receipts = Array.isArray(json['receipts'])
    ? itemsOfReceipts(json['receipts'] as readonly Json[], below('receipts'), search)
    : [];
  const inner = json['atom'];
  const nested = isJsonObject(inner) ? findItems(inner, below('atom'), search) : [];
  const isInline = search.mayBeInline && looksLikeProof(json);
  const hasOwn = isInline || claimFields(json).some((name) => claims(json, name));
  const items = [
    ...receipts,
    ...listed,
    ...nested,
    ...(hasOwn ? [itemOf(json, at, isInline ? json : null)] : []),
  ];
  const proofs = items.map(({ proof }) => proof).filter((proof) => proof !== null && proof !== json);
  if (isInline || !statesOtherTree(json, proofs)) return items;
  return [...items, problemAt(at, 'states a root hash or tree size that its proofs do not have')];
}

/** What makes an atom of an object. One with a list may have a hash and a version of its own, such as that of a format. */
function claimFields(json: JsonObject): readonly AtomField[] {
  if (hasList(json)) return ['key', 'value', 'proof'];
  return isJsonObject(json['atom'])
    ? ['key', 'value', 'version', 'hash', 'proof']
    : ['key', 'value', 'hash', 'proof'];
}

type AtomField = 'key' | 'value' | 'version' | 'hash' | 'proof';

/** Whether an object says something of an atom that the atom inside it does not say in the same words. */
function claims(json: JsonObject, name: AtomField): boolean {
  const own = json[name] ?? null;
  const inner = json['atom'];
  return own !== null && !(isJsonObject(inner) && inner[name] === own);
}

function hasList(json: JsonObject): boolean {
  return [...listNames, 'receipts'].some((name) => Array.isArray(json[name]));
}

function itemsOfList(items: readonly Json[], at: string, search: Search): readonly ImportedAtom[] {
  return items.flatMap((item, index) => itemsOfOne(item, `${at}[${index}]`, search));
}

/** The items of a list. One that is neither an atom nor a proof is still listed, so nothing is skipped. */
function itemsOfOne(item: Json, at: string, search: Search): readonly ImportedAtom[] {
  if (isDenial(item)) return [];
  const found = findItems(item, at, search);
  if (found.length === 0)
    return [
      { at, atom: noAtom, proof: null, problems: [`${at} is neither an atom with its proof nor a proof`] },
    ];
  if (!isJsonObject(item) || item['found'] !== false) return found;
  const problem = `${at} says that this key was not found, but contains more than the key`;
  return found.map((each) => ({ ...each, problems: [problem, ...each.problems] }));
}

/** How a batch response reports a missing atom: with its key at most. */
function isDenial(item: Json): boolean {
  if (!isJsonObject(item) || item['found'] !== false) return false;
  const holdsMore = [...listNames, 'receipts', 'atom', 'value', 'version', 'hash', 'proof'].some(
    (name) => (item[name] ?? null) !== null,
  );
  return !holdsMore && !looksLikeProof(item);
}

function deniedKeys(json: Json): readonly DeniedKey[] {
  const lists: readonly (readonly [string, Json | undefined])[] = Array.isArray(json)
    ? [['', json]]
    : isJsonObject(json)
      ? listNames.map((name) => [name, json[name]] as const)
      : [];
  return lists.flatMap(([name, list]) =>
    (Array.isArray(list) ? (list as readonly Json[]) : []).flatMap((item, at) =>
      isDenial(item) && isJsonObject(item) && typeof item['key'] === 'string'
        ? [{ at: `${name}[${at}]`, key: item['key'] }]
        : [],
    ),
  );
}

/** A list of bare proofs is one chain only under rules of as many trees, and if each root is the next one's leaf. */
function isLinkedChain(json: Json, trees: number): boolean {
  if (trees < 2 || !Array.isArray(json)) return false;
  const items = json as readonly Json[];
  if (items.length !== trees || !items.every(looksLikeProof)) return false;
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
  const isPartlyUnreadable = problems.length > 0;
  const outcome = outcomeWords(json['outcome']);
  if (outcome !== null) problems.push(`${at} ${outcome} when it was exported`);
  return { at, atom, proof, problems, ...(isPartlyUnreadable && { isPartlyUnreadable }) };
}

/** Why an exported file has no atom here: the service did not return it. */
function outcomeWords(outcome: Json | undefined): string | null {
  if (outcome === 'missing') return 'was not found';
  return outcome === 'refused' ? 'was refused by the service' : null;
}

/** The proofs that were read back, as the log of writes exports them: without values. */
function itemsOfReceipts(receipts: readonly Json[], at: string, search: Search): readonly ImportedAtom[] {
  const plain = { ...search, mayBeInline: false };
  return receipts.flatMap((receipt, index) => {
    const place = `${at}[${index}]`;
    const atoms = isJsonObject(receipt) ? receipt['atoms'] : null;
    if (!isJsonObject(receipt) || !Array.isArray(atoms)) return itemsOfOne(receipt, place, plain);
    search.visited.add(receipt);
    const listed = (atoms as readonly Json[]).flatMap((atom, each) =>
      itemsOfReadBack(atom, `${place}.atoms[${each}]`, plain),
    );
    const { atoms: _, ...others } = receipt;
    return [...listed, ...findItems(others, place, plain)];
  });
}

function itemsOfReadBack(atom: Json, at: string, search: Search): readonly ImportedAtom[] {
  if (!isJsonObject(atom)) return itemsOfOne(atom, at, search);
  search.visited.add(atom);
  const readBack = isJsonObject(atom['readBack']) ? atom['readBack'] : {};
  const version = readBack['version'] ?? null;
  // The hash is that of the version that was stored, which a later write may have replaced.
  const hash = version === (atom['version'] ?? null) ? (atom['hash'] ?? null) : null;
  const { value = null, proof = null } = atom;
  return [
    itemOf({ key: atom['key'] ?? null, version, hash, proof: readBack['proof'] ?? null }, at, null),
    // The log of writes has neither.
    ...(value === null && proof === null ? [] : [itemOf(atom, at, null)]),
  ];
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
  const shown = names.slice(0, 6).map(memberWords).join(', ');
  return `No proof was found. The fields are ${shown}${names.length > 6 ? ', …' : ''}; a proof has leafHash, siblings, rootHash, leafIndex, and treeSize.`;
}

function kindOf(json: Json): string {
  if (json === null) return 'null';
  return typeof json === 'string' ? 'a string' : typeof json === 'number' ? 'a number' : 'true or false';
}
