import type { VerdictStatus } from '../merkle/verdictStatus.ts';

/** What one response said about a key. Hashes in lowercase hex. */
export interface KeyStatement {
  /** null if the response carried none. */
  readonly version: number | null;
  /** SHA-256 of the value as UTF-8; null if it was read by a version of the app that did not keep it. */
  readonly valueHash: string | null;
  /** Of its proof; null if there was none that can be read. */
  readonly leafHash: string | null;
  readonly rootHash: string | null;
  /** Decimal string. */
  readonly treeSize: string | null;
  /** Epoch milliseconds at which the response was read. */
  readonly at: number;
  /** The verdict of its own proof. A statement that its own proof refutes is never remembered. */
  readonly verdict: VerdictStatus;
}

/** The last response that proved a key to be in the tree. */
export interface ProvenPlace {
  readonly rootHash: string;
  /** Decimal string; null if the proof named none. */
  readonly treeSize: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Two statements about one key that cannot both be true: the remembered one, and a later one. */
export interface KeyConflict {
  /**
   * `other-content`: the same version with another value or leaf. `version-back`: a lower version than before.
   * `denied`: not returned, although it is proven under the root that the service still claims.
   */
  readonly kind: 'other-content' | 'version-back' | 'denied';
  readonly was: KeyStatement;
  /** For `denied`: the root that the service showed; it says nothing of version, value, and leaf. */
  readonly now: KeyStatement;
}

/**
 * What the catalogue remembers of a key so that later answers can be compared with it. `last` only moves to statements
 * that neither their own proof nor the memory contradicts, so that a rewritten atom does not become the new normal.
 */
export interface KeyMemory {
  readonly last: KeyStatement;
  /** When this version with this content was first read; epoch milliseconds. */
  readonly firstAt: number;
  readonly proven: ProvenPlace | null;
  /** Remains until the user settles it. */
  readonly conflict: KeyConflict | null;
}

/** How a reading compares with the memory; null if it agrees, or there was nothing to compare it with. */
export type MemoryFinding =
  | KeyConflict
  /** A different value without comparable versions: treated as an update. */
  | { readonly kind: 'changed'; readonly was: KeyStatement; readonly now: KeyStatement };

export const settlements = ['keep', 'accept'] as const;
/** How the user settles a contradiction: the earlier statement is kept, or the later one replaces it. */
export type Settlement = (typeof settlements)[number];

/** Why a key was not returned, based on its last proof and the current root of the service. */
export type Denial =
  /** Never proven here. */
  | { readonly kind: 'unproven' }
  /** It was proven, but under another root, or the current root is unknown. */
  | { readonly kind: 'moved-on'; readonly proven: ProvenPlace; readonly rootNow: string | null }
  /** Proven under the same root that the service claimed when it did not return it. */
  | { readonly kind: 'contradiction'; readonly conflict: KeyConflict };

export interface KeyDenial {
  readonly key: string;
  readonly denial: Denial;
}
