import type { Json } from '../domain/json.ts';
import { claimedPlace } from './proofReading.ts';
import { fieldsOf, isJsonObject, linksOf, type JsonObject } from './proofShape.ts';

/*
 * What a file says in places where nobody expects it. It could be taken for verified with the rest, so each of these is named.
 */

/** Something that looks like an atom or a proof and that belongs to none of the items. */
export interface UnreadClaim {
  /** Its place in the input; empty for the input as a whole. */
  readonly at: string;
  readonly what: 'an atom' | 'a proof';
}

/**
 * @param visited the objects that were read as atoms or as what contains them
 * @param proofs those of the items
 */
export function unreadClaims(
  json: Json,
  visited: ReadonlySet<Json>,
  proofs: readonly Json[],
): readonly UnreadClaim[] {
  // A link may itself be a list or contain proofs; only its own fields are read.
  const read = new Set<Json | undefined>(proofs.flatMap((proof) => linksOf(proof).map(({ raw }) => raw)));
  for (const proof of proofs) read.add(proof);
  const claims: UnreadClaim[] = [];
  /** `isNamed`: whether the atom that contains it was listed, of which it is the proof. */
  const walk = (inside: Json, at: string, isNamed: boolean): void => {
    if (isJsonObject(inside)) {
      const isAtom = !visited.has(inside) && isUnreadAtom(inside, read);
      const isProof = !read.has(inside) && Array.isArray(inside[fieldsOf(inside).siblings]);
      if (isAtom) claims.push({ at, what: 'an atom' });
      else if (isProof && !isNamed) claims.push({ at, what: 'a proof' });
      for (const name of Object.keys(inside)) {
        const member = inside[name];
        if (typeof member === 'object' && member !== null)
          walk(
            member,
            [at, memberWords(name)].filter(Boolean).join('.'),
            isAtom && name === 'proof' && isJsonObject(member),
          );
      }
    } else if (Array.isArray(inside))
      for (const [index, item] of (inside as readonly Json[]).entries())
        if (typeof item === 'object' && item !== null) walk(item, `${at}[${index}]`, false);
  };
  walk(json, '', false);
  return claims;
}

/** Whether an object that was not read says what an atom contains. A name alone says nothing, and neither does a hash of a value. */
function isUnreadAtom(json: JsonObject, read: ReadonlySet<Json | undefined>): boolean {
  const { key = null, value = null, version = null, hash = null, proof = null } = json;
  if (typeof value === 'string' || (isJsonObject(value) && !('sha256' in value))) return true;
  if (key !== null && [value, version, hash].some((field) => field !== null)) return true;
  return typeof proof === 'object' && proof !== null && !read.has(proof) && key !== null;
}

/**
 * Whether an object states a root or a tree size that not all of these proofs have. What a proof that cannot be read states is
 * unknown.
 */
export function statesOtherTree(json: JsonObject, proofs: readonly Json[]): boolean {
  const rootHash = json['rootHash'] ?? json['root'] ?? null;
  const treeSize = json['treeSize'] ?? null;
  if (typeof rootHash === 'string' && proofs.some((proof) => !hasRoot(proof, rootHash))) return true;
  if (typeof treeSize !== 'number' && typeof treeSize !== 'string') return false;
  return proofs.some((proof) => !hasSize(proof, String(treeSize)));
}

function hasRoot(proof: Json, rootHash: string): boolean {
  const stated = linksOf(proof).some(
    ({ raw }) => isJsonObject(raw) && raw[fieldsOf(raw).rootHash] === rootHash,
  );
  // An export states it in hex, whatever the service wrote.
  return stated || claimedPlace(proof).rootHash === rootHash.toLowerCase();
}

function hasSize(proof: Json, treeSize: string): boolean {
  const stated = linksOf(proof).some(({ raw }) => {
    const own = isJsonObject(raw) ? (raw[fieldsOf(raw).treeSize] ?? null) : null;
    return (typeof own === 'number' || typeof own === 'string') && String(own) === treeSize;
  });
  return stated || claimedPlace(proof).treeSize === treeSize;
}

/** The name of a member, in quotes unless it is plain: it must not read like text of ours. */
export function memberWords(name: string): string {
  return /^[\w-]{1,60}$/.test(name) ? name : JSON.stringify(name.slice(0, 60));
}
