import type { Json } from '../domain/json.ts';
import type { AtomContent } from './preimages.ts';
import { isJsonObject, looksLikeProof } from './proofShape.ts';

/** Something to verify that did not come straight from a service. null for what is not there. */
export interface ImportedAtom extends AtomContent {
  readonly hash: string | null;
  readonly proof: Json;
}

export type ProofImport =
  | {
      readonly ok: true;
      /** In the order given; never empty. */
      readonly items: readonly ImportedAtom[];
      /** Whether they are known to come from one answer (`{atoms: [...]}`), and so from one tree. */
      readonly oneAnswer: boolean;
    }
  /** What would have to stand at `field` (empty for the whole); completes "... is not". */
  | { readonly ok: false; readonly field: string; readonly wanted: string };

const anItem = 'an atom with its proof, nor a proof';

/**
 * Finds what is to be verified in any JSON: an atom with its proof, a bare proof of any shape that `parseProof`
 * knows, an array of these, or `{atoms: [...]}`. Whether a proof can be read is left to its verdict.
 */
export function readImport(json: Json): ProofImport {
  const listed = isJsonObject(json) ? json['atoms'] : json;
  if (!Array.isArray(listed)) return readItems([json], () => '', false);
  const list = listed as readonly Json[];
  const oneAnswer = !Array.isArray(json);
  const name = oneAnswer ? 'atoms' : '';
  if (list.length === 0) return { ok: false, field: name, wanted: 'a list with anything in it' };
  return readItems(list, (at) => `${name}[${at}]`, oneAnswer);
}

function readItems(list: readonly Json[], nameOf: (at: number) => string, oneAnswer: boolean): ProofImport {
  const items: ImportedAtom[] = [];
  for (const [at, raw] of list.entries()) {
    const item = readItem(raw, nameOf(at));
    if ('wanted' in item) return item;
    items.push(item);
  }
  return { ok: true, items, oneAnswer };
}

function readItem(raw: Json, at: string): ImportedAtom | Extract<ProofImport, { ok: false }> {
  if (Array.isArray(raw) && looksLikeProof(raw))
    return { key: null, value: null, version: null, hash: null, proof: raw };
  if (!isJsonObject(raw)) return { ok: false, field: at, wanted: anItem };

  const isProof = looksLikeProof(raw);
  const fields = ['key', 'value', 'version', 'hash', 'proof'].map((name) => raw[name] ?? null);
  if (!isProof && fields.every((field) => field === null)) return { ok: false, field: at, wanted: anItem };
  const [key = null, value = null, version = null, hash = null, proof = null] = fields;
  const wrong = (name: string, wanted: string) => {
    const field = at === '' ? name : `${at}.${name}`;
    return { ok: false, field, wanted } as const;
  };
  if (key !== null && typeof key !== 'string') return wrong('key', 'a string');
  if (value !== null && typeof value !== 'string') return wrong('value', 'a string');
  if (version !== null && typeof version !== 'number') return wrong('version', 'an integer');
  if (hash !== null && typeof hash !== 'string') return wrong('hash', 'a string');
  return { key, value, version, hash, proof: proof ?? (isProof ? raw : null) };
}
