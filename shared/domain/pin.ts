/** Where a pinned root comes from. The user says so, except for what a checkpoint file itself shows. */
export type PinSource =
  /** A response of the service, or the root ledger, which contains nothing but responses. */
  | { readonly kind: 'response' | 'ledger' }
  | { readonly kind: 'snapshot' | 'print' | 'person' }
  | { readonly kind: 'checkpoint'; readonly origin: string; readonly signer: PinSigner };

/** Who signed the checkpoint that a pin was imported from. */
export interface PinSigner {
  readonly name: string;
  /** Eight hex digits, as in signed notes. They identify the key, but prove nothing. */
  readonly keyId: string;
  /** Whether the signature was checked with a key that the user provided or trusts. */
  readonly isVerified: boolean;
  /** The name under which the user trusts that key; absent if it is not one of the trusted keys. */
  readonly trustedAs?: string | undefined;
}

/** A root that the user trusts, for one connection. */
export interface RootPin {
  readonly id: string;
  /** Lowercase hex. */
  readonly rootHash: string;
  /** Decimal string; null if the source states none. */
  readonly treeSize: string | null;
  /** The memory must not change: a response with any other root fails. */
  readonly isExact: boolean;
  readonly source: PinSource;
  readonly note: string;
  /** Epoch milliseconds. */
  readonly pinnedAt: number;
}

/** What the user says about a root when pinning it. */
export type NewPin = Omit<RootPin, 'id' | 'pinnedAt'>;

/** The pins of one connection, newest first. */
export interface PinList {
  readonly pins: readonly RootPin[];
  /** The path to which a damaged file of pins was moved, if any. */
  readonly recoveredFrom: string | null;
}

export const mostPins = 500;
export const longestPinNote = 500;

/** A pin that neither vouches for a root nor contradicts it, and why. */
export interface PinAside {
  readonly pin: RootPin;
  readonly because:
    /** The tree is larger than the pinned one. */
    | 'grown'
    /** The same size, but a store over this connection may be the reason for the other root. */
    | 'stored-since'
    /** The response, or the pin, has no tree size. */
    | 'size-unknown'
    /** The response was requested before the root was pinned. */
    | 'asked-before';
}

/** What a checkpoint says. Only a verified signer vouches for it. */
export interface PinCheckpoint {
  /** Which memory its writer means, such as `memory.example.com`. */
  readonly origin: string;
  /** Lowercase hex. */
  readonly rootHash: string;
  readonly treeSize: string;
  /** Empty if it has none. */
  readonly note: string;
  /** Lines whose meaning this app does not know. */
  readonly otherLines: readonly string[];
  readonly signers: readonly [PinSigner, ...PinSigner[]];
}

export type CheckpointFault =
  | 'not-a-checkpoint'
  | 'empty-tree'
  | 'ledger-head'
  | 'not-a-verifier-key'
  /** None of the signatures is by the given key. */
  | 'unknown-keys'
  /** A signature claims to be by the given key, and is not. */
  | 'bad-signature';

/** A checkpoint file as the window shows it. */
export interface CheckpointReading {
  readonly checkpoint: PinCheckpoint;
  /** Of the key that signed it, and that the user gave or trusts: SHA-256 of its SPKI DER, lowercase hex; null if there is none. */
  readonly fingerprint: string | null;
}

/** A pin as a checkpoint, to give to a colleague. */
export interface ExportedPin {
  readonly text: string;
  readonly fileName: string;
  /** With it, the colleague can check the signature: `name+id+key`. */
  readonly verifierKey: string;
  /** SHA-256 of the SPKI DER of that key, lowercase hex. */
  readonly fingerprint: string;
}

/** In UTF-16 units. Checkpoints have a few hundred. */
export const longestCheckpoint = 100_000;
export const longestVerifierKey = 2_000;
