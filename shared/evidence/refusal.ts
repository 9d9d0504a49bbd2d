import { z } from 'zod';
import type { JsonTextFault } from './readJsonText.ts';

/** Why a file is not read as evidence. `shared/text/evidenceWords.ts` has the sentences. */
export type EvidenceRefusal =
  | { readonly code: 'too-large'; readonly bytes: number; readonly limit: number }
  /** Of the bundle, or of the signed statement in it. */
  | { readonly code: 'text'; readonly part: 'bundle' | 'statement'; readonly fault: JsonTextFault }
  /** JSON, but no Sigstore bundle. */
  | { readonly code: 'not-a-bundle' }
  | { readonly code: 'media-type'; readonly found: string }
  | { readonly code: 'signatures'; readonly count: number }
  /** A certificate, entries of a log, or anything else that these bundles do not have. */
  | { readonly code: 'bundle-field'; readonly field: string }
  | { readonly code: 'payload-type'; readonly found: string }
  | { readonly code: 'base64'; readonly field: string }
  /** The hint is not an Ed25519 key in SPKI DER. */
  | { readonly code: 'key' }
  /** The key ID is not the fingerprint of the key. */
  | { readonly code: 'key-id' }
  | { readonly code: 'statement-type'; readonly found: string }
  | { readonly code: 'predicate-type'; readonly found: string }
  /** A bundle would contain no response and no atom. */
  | { readonly code: 'nothing' }
  | { readonly code: 'too-many'; readonly what: string; readonly count: number; readonly limit: number }
  | { readonly code: 'statement-field'; readonly field: string; readonly problem: string };

export function statementFieldRefusal({ issues: [issue] }: z.ZodError): EvidenceRefusal {
  return {
    code: 'statement-field',
    field: issue === undefined ? '' : z.core.toDotPath(issue.path),
    problem: issue?.message ?? '',
  };
}
