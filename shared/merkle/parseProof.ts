import type { Json } from '../domain/json.ts';
import { readHashText } from './hashText.ts';
import type { HashTexts } from './hashTexts.ts';
import type { InclusionProof, ProofChain, ProofFault, ProofProblem } from './proof.ts';
import { chainLimit, fieldsOf, isJsonObject, linksOf, type ProofFields, type RawLink } from './proofShape.ts';

export type ProofParse =
  | {
      readonly ok: true;
      /** The proof of the leaf: the first of the chain. */
      readonly proof: InclusionProof;
      /** All proofs, inner first; just `proof` where nothing is chained. The last one states the root. */
      readonly chain: ProofChain;
      /** Whether the leaf hash is the proof's own, and not `leafHash` of the context. */
      readonly carriesLeaf: boolean;
    }
  /** Every problem found, in the order of the fields; never empty. */
  | { readonly ok: false; readonly problems: readonly ProofProblem[] };

/** What is known from outside the proof. */
export interface ProofContext {
  /** Length of a hash of the pinned function; null if none is pinned: then all must be as long as the first. */
  readonly hashBytes?: number | null;
  /** The hash of the atom, for proofs of a shape that carries none (transparency logs). */
  readonly leafHash?: string | null;
  /** To decode hashes that several proofs share only once. */
  readonly texts?: HashTexts | undefined;
}

/** A path of 256 levels already spans 2^256 leaves; a longer list is an attempt to keep us busy. */
const siblingLimit = 256;
const integerLimit = 1n << 256n;
const largestExactNumber = BigInt(Number.MAX_SAFE_INTEGER);

type Read<T> = { readonly value: T } | { readonly fault: ProofFault };

/** Records a fault under the name of its field, and returns null. */
type Take = <T>(field: string, read: Read<T>) => T | null;

/** Reads hashes, which must all have the same length. */
type ReadHash = (raw: Json | undefined) => Read<Uint8Array>;

/**
 * Decodes a proof as received, strictly: nothing is truncated, padded, rounded, or guessed. Knows the names of the
 * interface (section 2), `{leaf, root, auditPath, index}`, `{logIndex, hashes, rootHash, treeSize}`, and chains
 * of them as an array (inner first) or as `{currentProof, shardRootProof}`. Only `{leaf, root, auditPath, index}`
 * may lack index or size (or have null there): it is read with null in that place. Anywhere else that is a fault,
 * or leaving out the index would turn a failed proof into one that merely cannot be checked. Unknown fields are
 * ignored. Never throws.
 */
export function parseProof(raw: Json, context: ProofContext = {}): ProofParse {
  const links = linksOf(raw);
  if (links.length === 0) return { ok: false, problems: [{ field: 'proof', fault: { kind: 'empty' } }] };
  if (links.length > chainLimit) {
    const count = Array.isArray(raw) ? raw.length : links.length;
    const fault = { kind: 'too-many', count, limit: chainLimit } as const;
    return { ok: false, problems: [{ field: 'proof', fault }] };
  }
  const problems: ProofProblem[] = [];
  const readHash = hashReader(context.hashBytes ?? null, context.texts);
  const chain = links.flatMap((link, at) => {
    const own = at === 0 ? (context.leafHash ?? null) : null;
    return parseLink(link, own, readHash, problems) ?? [];
  });
  const [proof, ...outer] = chain;
  if (proof === undefined || problems.length > 0) return { ok: false, problems };
  return { ok: true, proof, chain: [proof, ...outer], carriesLeaf: carriesLeaf(links[0]?.raw) };
}

/** Whether proofs of this shape name their leaf hash. */
export function carriesLeaf(raw: Json | undefined): boolean {
  return !isJsonObject(raw) || fieldsOf(raw).leafHash !== null;
}

function parseLink(
  { at, raw }: RawLink,
  ownLeaf: string | null,
  readHash: ReadHash,
  problems: ProofProblem[],
): InclusionProof | null {
  if (!isJsonObject(raw)) {
    const fault: ProofFault =
      raw === undefined || raw === null ? { kind: 'missing' } : { kind: 'wrong-type', wanted: 'an object' };
    problems.push({ field: at === '' ? 'proof' : at, fault });
    return null;
  }
  const before = problems.length;
  const take = <T>(field: string, read: Read<T>): T | null => {
    if ('value' in read) return read.value;
    problems.push({ field: at === '' ? field : `${at}.${field}`, fault: read.fault });
    return null;
  };
  const names = fieldsOf(raw);
  const leafHash = take(
    names.leafHash ?? 'leafHash',
    readHash(names.leafHash === null ? ownLeaf : raw[names.leafHash]),
  );
  const siblings = readSiblings(raw[names.siblings], names.siblings, readHash, take);
  const rootHash = take(names.rootHash, readHash(raw[names.rootHash]));
  const leafIndex = take(names.leafIndex, readInteger(raw[names.leafIndex], names));
  const treeSize = take(names.treeSize, readInteger(raw[names.treeSize], names));
  if (problems.length === before) checkPlace(leafIndex, treeSize, names, take);
  if (leafHash === null || siblings === null || rootHash === null || problems.length > before) return null;
  return { leafHash, siblings, rootHash, leafIndex, treeSize };
}

/** All hashes of a proof are made by one function, so the first one readable sets their length. */
function hashReader(pinnedBytes: number | null, texts: HashTexts | undefined): ReadHash {
  let expected = pinnedBytes;
  let seenBase64 = false;
  return (raw) => {
    if (raw === undefined || raw === null) return { fault: { kind: 'missing' } };
    if (typeof raw !== 'string') return { fault: { kind: 'wrong-type', wanted: 'a string' } };
    const known = seenBase64 ? undefined : texts?.read(raw, expected);
    if (known !== undefined) {
      expected ??= known.value.length;
      return known;
    }
    const reading = readHashText(raw, expected, seenBase64);
    if (!reading.ok) return { fault: reading.fault };
    expected ??= reading.bytes.length;
    seenBase64 ||= reading.encoding.startsWith('base64');
    return { value: reading.bytes };
  };
}

function readSiblings(
  raw: Json | undefined,
  field: string,
  readHash: ReadHash,
  take: Take,
): readonly Uint8Array[] | null {
  if (raw === undefined || raw === null) return take(field, { fault: { kind: 'missing' } });
  if (!Array.isArray(raw)) return take(field, { fault: { kind: 'wrong-type', wanted: 'an array' } });
  const items = raw as readonly Json[];
  if (items.length > siblingLimit)
    return take(field, { fault: { kind: 'too-many', count: items.length, limit: siblingLimit } });
  const hashes = items.map((item, at) => take(`${field}[${at}]`, readHash(item)));
  return hashes.filter((hash) => hash !== null);
}

function readInteger(
  raw: Json | undefined,
  { integersAsText, mayLackPlace }: ProofFields,
): Read<bigint | null> {
  if (raw === undefined || raw === null)
    return mayLackPlace ? { value: null } : { fault: { kind: 'missing' } };
  if (typeof raw === 'string') return readIntegerText(raw, integersAsText);
  if (typeof raw !== 'number') return { fault: { kind: 'wrong-type', wanted: 'an integer' } };
  if (raw < 0) return { fault: { kind: 'negative' } };
  if (Number.isFinite(raw) && !Number.isInteger(raw)) return { fault: { kind: 'not-an-integer' } };
  if (!Number.isSafeInteger(raw)) return { fault: { kind: 'inexact' } };
  return { value: BigInt(raw) };
}

function readIntegerText(text: string, smallToo: boolean): Read<bigint> {
  if (!/^(0|[1-9][0-9]*)$/.test(text)) return { fault: { kind: 'string-for-integer' } };
  // 2^256 has 78 digits; longer texts are not even converted, which would take quadratic time.
  const value = text.length > 78 ? integerLimit : BigInt(text);
  if (value >= integerLimit) return { fault: { kind: 'too-large' } };
  if (value <= largestExactNumber && !smallToo) return { fault: { kind: 'string-for-integer' } };
  return { value };
}

function checkPlace(leafIndex: bigint | null, treeSize: bigint | null, names: ProofFields, take: Take): void {
  if (treeSize === 0n) take(names.treeSize, { fault: { kind: 'empty-tree' } });
  else if (leafIndex !== null && treeSize !== null && leafIndex >= treeSize) {
    const fault = { kind: 'outside-tree', leafIndex: `${leafIndex}`, treeSize: `${treeSize}` } as const;
    take(names.leafIndex, { fault });
  }
}
