/** What the user sees of a certificate. */
export interface CertificateFacts {
  /** The common name, or else the organization; empty if the certificate has neither. */
  readonly subject: string;
  readonly issuer: string;
  /** Epoch milliseconds. */
  readonly validTo: number;
}

/** Certificates of authorities, as chosen in a file. */
export interface ChosenAuthorities {
  readonly pem: string;
  readonly certificates: readonly CertificateFacts[];
}
