/** A public key of this installation, Ed25519. A signature by it means “this installation says it read this”. */
export interface KnownInstallationKey {
  /** SHA-256 of the SPKI DER, lowercase hex: what `openssl pkey -pubin -outform DER | sha256sum` prints. */
  readonly fingerprint: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** When a newer key replaced it, in epoch milliseconds; null for the current key. */
  readonly retiredAt: number | null;
}

/** The public keys of this installation. The private key is in the OS keychain. */
export interface InstallationKeys {
  /** null until something is signed for the first time. */
  readonly current: KnownInstallationKey | null;
  /** Replaced keys, the newest first. Their signatures stay valid. */
  readonly earlier: readonly KnownInstallationKey[];
}

/** The public key of another installation, which the user trusts to say what it read. */
export interface TrustedKey {
  readonly fingerprint: string;
  /** Given by the user: whose key it is. */
  readonly name: string;
  /** Epoch milliseconds. */
  readonly addedAt: number;
}

export const longestKeyName = 100;
export const mostTrustedKeys = 1_000;
/** UTF-16 units of a PEM file with one public key; far more than it takes. */
export const longestPem = 10_000;
