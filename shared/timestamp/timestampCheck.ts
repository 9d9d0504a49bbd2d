/** Of a time-stamp response. Those of known authorities have less than 10 KiB. */
export const mostTimestampBytes = 64 * 1024;

/** Why a timestamp is not what it claims to be. */
export type TimestampFault =
  /** Not a time-stamp response in DER, or with parts that nobody signed. */
  | 'unreadable'
  /** The authority refused to issue one. */
  | 'refused'
  /** It is about another signature. */
  | 'other-imprint'
  /** Issued for another request. */
  | 'other-nonce'
  /** The certificate of its signer is missing. */
  | 'no-certificate'
  /** Its contents, its signature, or a certificate was altered. */
  | 'altered'
  /** The certificate is not one for timestamps. */
  | 'wrong-purpose'
  /** At the time that it states, a certificate was no longer valid, or not yet. */
  | 'expired'
  | 'not-yet-valid';

interface Issued {
  /** The time that the token states, in ISO 8601, and how far it may be off. */
  readonly at: string;
  readonly accuracyMs: number | null;
  /** The subject of the certificate of its signer: `CN=…, O=…`. */
  readonly authority: string;
}

/** What is known of one RFC 3161 timestamp. */
export type TimestampCheck =
  /** The signature existed at that time, if the authority with this name is honest. */
  | (Issued & { readonly kind: 'proven'; readonly trustedAs: string })
  /** Nothing is wrong with it, but nobody vouches for who issued it. */
  | (Issued & { readonly kind: 'unknown-authority' })
  /** By an algorithm that is unknown here, or too weak to show anything. */
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'wrong'; readonly fault: TimestampFault };

/** A certificate that the user trusts to vouch for timestamps: of an authority, or of what issued its certificate. */
export interface TimestampAnchor {
  readonly name: string;
  /** In DER. */
  readonly certificate: Uint8Array;
}

/** Checks one time-stamp response over a signature. Never throws, whatever the bytes are. */
export type CheckTimestamp = (response: Uint8Array, signature: Uint8Array) => TimestampCheck;
