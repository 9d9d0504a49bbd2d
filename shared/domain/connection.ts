import type { SchemePin } from '../merkle/scheme.ts';
import type { CertificateFacts } from './certificateFacts.ts';
import type { ConnectionLimits } from './connectionLimits.ts';
import type { PinAside, RootPin } from './pin.ts';
import type { ServiceFacts } from './serviceFacts.ts';

export type ConnectionId = string & { readonly __brand: 'ConnectionId' };

/** The embedded service's connection; there is exactly one, made on first use. */
export const demoConnectionId = 'demo' as ConnectionId;

export const connectionColours = ['blue', 'teal', 'grape', 'orange', 'pink', 'gray'] as const;
export type ConnectionColour = (typeof connectionColours)[number];

/** What a service is used for, as the user says. Writing to production has to be confirmed. */
export const environments = ['none', 'development', 'staging', 'production'] as const;
export type Environment = (typeof environments)[number];

/** Where a connection's API key is. The key itself never leaves the main process. */
export type KeyState =
  /** In the OS keychain. */
  | { readonly kind: 'saved' }
  /** In the main process's memory for this session only; `reason` says why the keychain did not take it. */
  | { readonly kind: 'session'; readonly reason: string }
  /** No key: never set, or its keychain entry was deleted. */
  | { readonly kind: 'missing' }
  /** The keychain is unavailable. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** The embedded service: a new key at each start. */
  | { readonly kind: 'built-in' }
  /** A snapshot file: nothing is sent anywhere. */
  | { readonly kind: 'not-needed' };

export interface Connection {
  readonly id: ConnectionId;
  readonly kind: 'demo' | 'service' | 'snapshot';
  readonly name: string;
  /** Normalized, without a trailing slash. For the demo: null until its service runs; for a snapshot: null. */
  readonly baseUrl: string | null;
  /** The path of the snapshot file; absent unless it is a snapshot. */
  readonly snapshotPath?: string;
  readonly colour: ConnectionColour;
  readonly environment: Environment;
  /** Locked against writes; enforced in the main process. */
  readonly readOnly: boolean;
  readonly keyState: KeyState;
  /** null until a proof has been read. */
  readonly scheme: SchemePin | null;
  /** What its service showed to be; absent until it was asked, and unless it is a service. */
  readonly service?: ServiceFacts;
  /** Absent: the default limits. */
  readonly limits?: ConnectionLimits;
  /** Authorities that only this connection trusts; absent if there are none. */
  readonly authorities?: readonly CertificateFacts[];
  /** Whether values that are read are saved on this computer, encrypted. */
  readonly keepsHistory: boolean;
}

/** Status of a root against the ledger and the pins of this connection. */
export type RootStatus =
  | {
      readonly kind: 'pinned';
      readonly pin: RootPin;
      /** Both the pin and the response state a tree size; they are equal. */
      readonly isSizeCompared: boolean;
    }
  | {
      readonly kind: 'seen';
      readonly firstSeenAt: number;
      readonly times: number;
      readonly aside?: PinAside;
    }
  | { readonly kind: 'new'; readonly aside?: PinAside }
  /**
   * A tree of this size was seen under another root, last at `at` (epoch milliseconds), and no write over this connection
   * in between: either someone else changed an atom in place, or the service shows two trees. `pin`: the other root was
   * not seen but pinned, at `at`.
   */
  | {
      readonly kind: 'unexplained';
      readonly treeSize: string;
      readonly other: { readonly rootHash: string; readonly at: number };
      readonly pin?: RootPin;
    }
  | { readonly kind: 'contradiction'; readonly contradiction: RootContradiction };

/** Tree sizes are decimal strings: they may exceed 2^53. */
export type RootContradiction =
  | { readonly kind: 'same-root-other-size'; readonly size: string; readonly earlierSize: string }
  | {
      readonly kind: 'shrinking';
      readonly size: string;
      readonly largestSize: string;
      readonly seenAt: number;
    }
  /** The user expects exactly the pinned root, and this is a different one. */
  | { readonly kind: 'other-than-pinned'; readonly pin: RootPin }
  /** The root is pinned, but for a tree of another size. */
  | { readonly kind: 'pinned-with-other-size'; readonly pin: RootPin; readonly size: string }
  /** The response was requested after a root of a larger tree was pinned. */
  | { readonly kind: 'smaller-than-pinned'; readonly pin: RootPin; readonly size: string };

/** What the ledger of a connection knows about a root. Times are epoch milliseconds, tree sizes decimal strings. */
export type RootInLedger =
  | {
      readonly kind: 'read';
      readonly firstSeenAt: number;
      readonly times: number;
      /** null if no response contained a credible size. */
      readonly treeSize: string | null;
    }
  /** It came only with failed proofs, or contradicts earlier responses. */
  | { readonly kind: 'doubtful' }
  | { readonly kind: 'unknown' };

/** `filesLeft`: something that was saved for it could not be deleted, and is deleted at the next start. */
export interface RemovedConnection {
  readonly filesLeft: boolean;
}

/** A root as the window reports it. */
export interface RootSighting {
  readonly rootHash: string;
  /** Decimal string; null if the response contained none, or none that is credible. */
  readonly treeSize: string | null;
  readonly status: RootStatus;
}

/** Sent to the window after each exchange with a service. */
export interface Activity {
  readonly connectionId: ConnectionId;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly elapsedMs: number;
  /** null when the call succeeded. */
  readonly errorCode: string | null;
  /** The newest root seen, if this response carried one. */
  readonly root: RootSighting | null;
}
