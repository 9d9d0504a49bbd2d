import type { OtherCut } from './boundary.ts';
import type { RootStatus } from '../domain/connection.ts';
import type { KeyConflict } from '../domain/keyMemory.ts';
import type { PositionField, ProofProblem } from './proof.ts';
import type { PreimageGap } from './preimages.ts';
import type { LeafScheme, LinkRule, PathScheme, SchemeOrigin } from './scheme.ts';
import type { RootVouching } from './rootVouching.ts';
import type { SearchExtent } from './schemeSearch.ts';
import type { SnapshotFinding } from './snapshot.ts';
import type { VerdictStatus } from './verdictStatus.ts';
import type { BoundField } from './scheme.ts';

/** The evidence for the rules that were used: inferred is weaker than specified, and ambiguous is weaker still. */
export interface SchemeEvidence {
  readonly origin: SchemeOrigin;
  /** Number of proofs that the rules were inferred from; 0 if they were not. */
  readonly samples: number;
  /** Lower bound of the number of later proofs that confirmed them. */
  readonly confirmations: number;
  /** The number of rules that still fit; 1 if nothing is ambiguous. */
  readonly candidates: number;
  /** The connection that the rules were pinned for, where the proof came from elsewhere and had no part in them. */
  readonly pinnedFor?: string;
}

/** What a passed path does not rule out. None of these changes a verdict; each is explained in the text. */
export type PathWarning =
  /** Leaf and node hashes are made alike: an inner node could be presented as a leaf (second pre-image). */
  | 'leaf-and-node-alike'
  /** Two different places hold equal hashes where the last node is duplicated (CVE-2012-2459). */
  | 'equal-siblings'
  /** A rule that still fits sorts each pair of nodes, so that the path would be the same at any other index. */
  | 'position-not-bound'
  /** A tree of one leaf: the root is the leaf, so nothing was hashed and no node rule was tested. */
  | 'single-leaf';

/** Something that does not match this proof. Hashes in lowercase hex, or as received if unreadable. */
export type Incoherence =
  | { readonly field: 'key'; readonly asked: string; readonly answered: string }
  | { readonly field: 'hash'; readonly atomHash: string; readonly leafHash: string }
  /** Differs from what was read before: a lower version, or different content under the same version. */
  | { readonly field: 'memory'; readonly conflict: KeyConflict }
  /** The response contains this key several times; another copy differs from this one, or failed. */
  | { readonly field: 'copies'; readonly copies: number; readonly because: 'differ' | 'other-failed' }
  /** Another atom of the response, or of the file, is said to be the same leaf. */
  | { readonly field: 'leaf'; readonly otherKey: string };

/** A reason that concerns one proof of a chain; `at` counts from 0, innermost first. */
export interface ChainedReason {
  readonly at: number;
  readonly reason: CheckReason;
}

/** Why a check has its status, as data: hashes in lowercase hex, integers of a tree as decimal strings. */
export type CheckReason =
  /** Any check that needs a decoded proof. */
  | { readonly code: 'no-proof'; readonly because: 'missing' | 'malformed' | 'leafless' }
  /** A check of a chain: the reasons of the proofs that decided it. */
  | { readonly code: 'chain'; readonly of: number; readonly links: readonly ChainedReason[] }
  // wellFormed
  | {
      readonly code: 'well-formed';
      readonly siblings: number;
      readonly treeSize: string;
      /** The caller vouches for the tree size, and with it, the path must begin at a leaf. */
      readonly isLeafSettled?: true;
    }
  | { readonly code: 'malformed'; readonly problems: readonly ProofProblem[] }
  | { readonly code: 'shape-unknown'; readonly siblings: number }
  /** The proof states another tree size than the one the caller vouches for. */
  | { readonly code: 'tree-size-differs'; readonly stated: string; readonly trusted: string }
  // wellFormed and path
  | {
      readonly code: 'position-missing';
      readonly missing: readonly PositionField[];
      /** false if every pinned rule sorts each pair of nodes: then the path can be followed all the same. */
      readonly sidesNeeded: boolean;
    }
  | { readonly code: 'sibling-count'; readonly given: number; readonly expected: readonly number[] }
  // path
  /** `tried`: how much of the registry was tried without success. */
  | { readonly code: 'no-path-rule'; readonly tried: SearchExtent }
  | {
      readonly code: 'root-reached';
      readonly rootHash: string;
      readonly steps: number;
      /** How each root of a chain becomes a leaf of the outer tree, inner first; empty for a single proof. */
      readonly links: readonly LinkRule[];
      /** The pinned rules that lead there. */
      readonly schemes: readonly PathScheme[];
      readonly evidence: SchemeEvidence;
      readonly warnings: readonly PathWarning[];
      /** Only for a proof without content: whether its path was shown to begin at a leaf, or only at a hash. */
      readonly shown?: 'leaf' | 'hash';
    }
  /**
   * The path leads to the root, but no content came with it, and its first hash may be that of an inner node: this
   * scheme hashes both alike (or nothing was hashed), and no trusted tree size says how deep the leaves are.
   */
  | { readonly code: 'node-not-leaf'; readonly rootHash: string; readonly steps: number }
  | { readonly code: 'root-not-reached'; readonly rootHash: string; readonly computed: string }
  | { readonly code: 'not-a-duplicate'; readonly level: number }
  | { readonly code: 'not-padding'; readonly level: number }
  /** Each proof leads to its own root, but the root of the inner one is not the leaf of the outer one. */
  | {
      readonly code: 'chain-unlinked';
      /** The inner of the two, counted from 0. */
      readonly at: number;
      readonly innerRoot: string;
      readonly outerLeaf: string;
    }
  /** Everything fits, but an ordinary atom of the outer tree could stand for a root, by these links. */
  | { readonly code: 'link-may-be-atom'; readonly links: readonly LinkRule[]; readonly origin: SchemeOrigin }
  // content
  /** `hasContent`: whether there was any content that the empty leaf cannot be the hash of. */
  | { readonly code: 'empty-leaf'; readonly hasContent: boolean }
  | { readonly code: 'no-leaf-rule'; readonly tried: SearchExtent }
  | { readonly code: 'leaf-rule-not-applicable'; readonly gap: PreimageGap }
  | {
      readonly code: 'content-matches';
      readonly binds: readonly BoundField[];
      /** The pinned rules that give this leaf hash. */
      readonly schemes: readonly LeafScheme[];
      readonly evidence: SchemeEvidence;
      /** Set if atoms have no value, so that the key is all there is. */
      readonly isWholeAtom?: true;
    }
  /**
   * The leaf hash is right, but what is hashed has the form of an inner node, these rules hash both alike, and no trusted tree
   * size says how deep the leaves are.
   */
  | { readonly code: 'atom-may-be-node'; readonly schemes: readonly LeafScheme[] }
  /** The leaf hash is right, but the same text could be cut into other fields, such as `ab`+`c` and `a`+`bc`. */
  | {
      readonly code: 'boundary-open';
      readonly schemes: readonly LeafScheme[];
      /** Absent where no short example is known. */
      readonly other?: OtherCut;
    }
  /** The leaf hash is right, but not every rule that gives it covers `unbound`. */
  | {
      readonly code: 'content-not-covered';
      readonly binds: readonly BoundField[];
      readonly unbound: readonly ('key' | 'value')[];
      /** No rule that gives this leaf hash covers any of `unbound`. False: some do, and which one is right is open. */
      readonly isSettled: boolean;
    }
  | { readonly code: 'content-differs'; readonly leafHash: string; readonly computed: string }
  // coherent
  | { readonly code: 'coherent'; readonly compared: readonly ('key' | 'hash')[] }
  | { readonly code: 'incoherent'; readonly differences: readonly Incoherence[] }
  /** The response contains this key several times, with the same content, and another copy could not be checked fully. */
  | { readonly code: 'copy-unchecked'; readonly copies: number }
  // snapshot
  | { readonly code: 'snapshot'; readonly finding: SnapshotFinding }
  // root
  | { readonly code: 'root'; readonly rootStatus: RootStatus | null }
  /** Of a proof that came without a connection. `otherwise`: its status if its root could be trusted. */
  | { readonly code: 'root-vouching'; readonly vouching: RootVouching; readonly otherwise: VerdictStatus };

/** Whether a reason names the leaf rules that give the leaf. */
export function isFromLeafRules(
  reason: CheckReason,
): reason is Extract<CheckReason, { code: 'content-matches' | 'atom-may-be-node' | 'boundary-open' }> {
  const { code } = reason;
  return code === 'content-matches' || code === 'atom-may-be-node' || code === 'boundary-open';
}
