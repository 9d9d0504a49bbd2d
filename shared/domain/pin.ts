/** Where a pinned root comes from. The user says so, except for what a checkpoint file itself shows. */
export type PinSource =
  /** A response of the service, or the root ledger, which contains nothing but responses. */
  | { readonly kind: 'response' | 'ledger' }
  | { readonly kind: 'snapshot' | 'print' | 'person' }
  | { readonly kind: 'checkpoint'; readonly origin: string; readonly signer: PinSigner | null };

/** Who signed the checkpoint that a pin was imported from. */
export interface PinSigner {
  readonly name: string;
  /** Eight hex digits, as in signed notes. They identify the key, but prove nothing. */
  readonly keyId: string;
  /** Whether the signature was checked with a key that the user provided. */
  readonly isVerified: boolean;
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
