/**
 * A scheme says how a service makes its hashes. It has two parts that are inferred and pinned apart: how
 * nodes combine on the path to the root, and how a leaf is made from an atom. The API shows neither
 * (section 2, gaps), so schemes are data, kept in `registry.ts`.
 */
export type HashName =
  | 'sha-256'
  | 'keccak-256'
  | 'sha-512-256'
  | 'sha-384'
  | 'sha-512'
  | 'sha3-256'
  | 'blake2b-256'
  | 'blake2s-256'
  | 'blake3';
/** How two child nodes are combined into their parent. */
export type NodeRule = 'prefix-01' | 'concat' | 'sorted' | 'double' | 'hex';
/** What happens where a level has an odd number of nodes. */
export type TreeShape = 'rfc6962' | 'duplicate-last' | 'zero-pad';
/** The order in which a proof lists its siblings. */
export type SiblingOrder = 'leaf-to-root' | 'root-to-leaf';
/** How the leaf pre-image m becomes the leaf hash. */
export type LeafDigest = 'plain' | 'prefix-00' | 'double';
/** How the root of an inner tree becomes a leaf of the outer tree. */
export type LinkRule = 'same' | 'hash' | 'hash-00' | 'hash-hex';
/** Name of a leaf pre-image in the registry, such as `json:key,value,version`. */
export type PreimageName = string;

export interface PathScheme {
  readonly hash: HashName;
  readonly node: NodeRule;
  readonly shape: TreeShape;
  readonly order: SiblingOrder;
  /**
   * How the root of each tree becomes a leaf of the next one, inner first: one for each tree after the first.
   * Absent, and never empty, where all leaves are in one tree.
   */
  readonly links?: readonly LinkRule[];
}

export interface LeafScheme {
  readonly hash: HashName;
  readonly digest: LeafDigest;
  readonly preimage: PreimageName;
}

/**
 * Where rules come from. `specified`: documented by the service; `built-in`: supplied by this program for a kind of
 * service or file that specifies nothing itself; `inferred`: found by trying the registry; `chosen`: by the user.
 */
export const schemeOrigins = ['specified', 'built-in', 'inferred', 'chosen'] as const;
export type SchemeOrigin = (typeof schemeOrigins)[number];

/**
 * What a connection is held to from its first proof on. `path` and `leaf` list every rule that still fits
 * all samples: further samples may shorten the lists, nothing lengthens them again.
 */
export interface SchemePin {
  readonly path: readonly PathScheme[];
  /** Empty while no known leaf rule reproduces a leaf: content stays undecided. */
  readonly leaf: readonly LeafScheme[];
  readonly origin: SchemeOrigin;
  /** Number of proofs it was inferred from; 0 if it was not. */
  readonly samples: number;
  /** Epoch milliseconds. */
  readonly pinnedAt: number;
  /**
   * How many later proofs fitted, for an inferred pin; counted up to 1,000 and kept in steps, so that it may be a
   * little less than there were. Absent while there is none.
   */
  readonly confirmations?: number;
  /** What was tried in vain, while there is no rule for the path or for the leaf. */
  readonly search?: SchemeSearch;
  /** The name of the connection that it was pinned for, while it is held against a proof from elsewhere. Never kept. */
  readonly pinnedFor?: string;
}

/** How a service writes hashes as text. Read off each text, so never part of a pin. */
export type HashEncoding = 'hex' | '0x-hex' | 'base64' | 'base64url';

/** One part of a scheme: what people type and read, and where it comes from. */
export interface RegistryEntry<Id extends string> {
  readonly id: Id;
  /** Completes "Two nodes are joined as ...", "A leaf is ...". */
  readonly words: string;
  /** A specification or a known system. */
  readonly source: string;
}

/** A part of the atom that its leaf hash covers. */
export type BoundField = 'key' | 'value' | 'version';

/**
 * What was tried in vain to find the rules of a service. Kept with its pin, so that the same samples are not tried
 * again at every response, but only those that could show something new.
 */
export interface SchemeSearch {
  /** Names the registry that was tried: another version of the program may know more rules. */
  readonly registry: string;
  /** Bytes hashed so far. */
  readonly spent: number;
  /** null if a path rule was found, or no sample was there to try. */
  readonly path: {
    /** How many proofs no rule fitted, and the root of the last one (lowercase hex). */
    readonly tried: number;
    readonly lastRoot: string;
    /** Whether every known rule was tried. */
    readonly isComplete: boolean;
  } | null;
  /** null if a leaf rule was found, or no sample was there to try. */
  readonly leaf: {
    /** How many rules were tried, in the order in which a bounded search tries them. */
    readonly tried: number;
    readonly isComplete: boolean;
    /** Leaf hashes of the samples (lowercase hex); the first few. */
    readonly leaves: readonly string[];
    /** UTF-16 units of key and value in the shortest of the samples. */
    readonly shortest: number;
    /** Their versions, -1 for none; the first few. */
    readonly versions: readonly number[];
  } | null;
}
