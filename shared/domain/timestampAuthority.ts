/** A certificate that the user trusts to vouch for timestamps: of an authority, or of what issued its certificate. */
export interface TimestampAuthority {
  /** SHA-256 of the certificate in DER, lowercase hex. */
  readonly fingerprint: string;
  /** Given by the user. */
  readonly name: string;
  /** Of the certificate: `CN=…, O=…`. */
  readonly subject: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
  readonly addedAt: number;
}

export interface TimestampSettings {
  /** Of the authority that was last asked; empty if none was. */
  readonly address: string;
  /** The latest first. */
  readonly authorities: readonly TimestampAuthority[];
}

export const mostTimestampAuthorities = 200;
/** UTF-16 units of a PEM file with one certificate; several times what they take. */
export const longestCertificatePem = 30_000;
/** UTF-16 units. */
export const longestTimestampAddress = 2_000;
