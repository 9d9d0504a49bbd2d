import type { Json } from '../domain/json.ts';

/** What the fields of a proof are called, by where such proofs come from. */
export interface ProofFields {
  /** null: proofs of this shape never carry it. */
  readonly leafHash: string | null;
  readonly siblings: string;
  readonly rootHash: string;
  readonly leafIndex: string;
  readonly treeSize: string;
  /** Protocol buffers write every 64-bit integer as a JSON string, small ones too. */
  readonly integersAsText: boolean;
  /** Whether such proofs may come without index or size. Anywhere else their absence is a fault. */
  readonly mayLackPlace: boolean;
}

/** Interface section 2. */
const interfaceFields: ProofFields = {
  leafHash: 'leafHash',
  siblings: 'siblings',
  rootHash: 'rootHash',
  leafIndex: 'leafIndex',
  treeSize: 'treeSize',
  integersAsText: false,
  mayLackPlace: false,
};

/** `{leaf, root, auditPath, index}`: an audit path without the size of its tree. */
const auditPathFields: ProofFields = {
  leafHash: 'leaf',
  siblings: 'auditPath',
  rootHash: 'root',
  leafIndex: 'index',
  treeSize: 'treeSize',
  integersAsText: false,
  mayLackPlace: true,
};

/** `{logIndex, hashes, rootHash, treeSize}`: a transparency log (Rekor, Sigstore bundles); the leaf is the entry's. */
const logFields: ProofFields = {
  leafHash: null,
  siblings: 'hashes',
  rootHash: 'rootHash',
  leafIndex: 'logIndex',
  treeSize: 'treeSize',
  integersAsText: true,
  mayLackPlace: false,
};

/** The names that tell a shape: fields of the API decide first, as that is what services are held to. */
const tellingNames: readonly (readonly [ProofFields, readonly string[]])[] = [
  [interfaceFields, ['leafHash', 'siblings', 'leafIndex']],
  [auditPathFields, ['auditPath', 'leaf']],
  [logFields, ['hashes', 'logIndex']],
];

export type JsonObject = { readonly [key: string]: Json };

export function isJsonObject(raw: Json | undefined): raw is JsonObject {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

/** The names of the shape that an object has; those of the API where it has none. */
export function fieldsOf(raw: JsonObject): ProofFields {
  return (
    tellingNames.find(([, names]) => names.some((name) => Object.hasOwn(raw, name)))?.[0] ?? interfaceFields
  );
}

/** One proof of a chain as received; `at` is put before the names of its fields. */
export interface RawLink {
  readonly at: string;
  readonly raw: Json | undefined;
}

/** Trees of trees of trees are plenty. */
export const chainLimit = 16;

/**
 * The proofs that a value holds, inner first, and of a chain that is too long only so many that this is seen: an array of proofs, or `{currentProof, shardRootProof}` as sharded
 * memories answer; anything else is one proof.
 */
export function linksOf(raw: Json): readonly RawLink[] {
  if (Array.isArray(raw))
    return (raw as readonly Json[])
      .slice(0, chainLimit + 1)
      .map((link, at) => ({ at: `[${at}]`, raw: link }));
  if (isJsonObject(raw) && Object.hasOwn(raw, 'currentProof'))
    return ['currentProof', 'shardRootProof'].map((at) => ({ at, raw: raw[at] }));
  return [{ at: '', raw }];
}

/** Whether an object looks like a proof, whole or not, and not like something that carries one. */
export function looksLikeProof(raw: Json): boolean {
  if (Array.isArray(raw)) return raw.length > 0 && (raw as readonly Json[]).every(looksLikeProof);
  if (!isJsonObject(raw)) return false;
  if (Object.hasOwn(raw, 'currentProof')) return true;
  return tellingNames.some(([, names]) => names.some((name) => Object.hasOwn(raw, name)));
}
