import type { CheckStatus, VerdictStatus } from '../merkle/verdict.ts';
import type { EvidenceRead } from '../evidence/statement.ts';
import type { EvidenceFinding, SignerTrust } from '../evidence/verifyEvidence.ts';
import type { VerifiedRead } from '../evidence/verifyReads.ts';

/** A bundle that was opened and verified offline. The main process holds the rest of it under `id`. */
export interface OpenedEvidence {
  readonly id: string;
  /** Without its folders. */
  readonly fileName: string;
  readonly status: VerdictStatus;
  /** Whether the bundle is as it was signed, and its record matches its contents, whatever that record shows. */
  readonly isIntact: boolean;
  readonly signer: {
    readonly fingerprint: string;
    readonly trust: SignerTrust;
    /** Of a trusted key: whose it is, as the user named it. */
    readonly name: string | null;
  };
  readonly title: string;
  readonly summary: string;
  readonly findings: readonly {
    readonly code: EvidenceFinding['code'];
    readonly label: string;
    readonly status: CheckStatus;
    readonly words: string;
  }[];
  /** null if the signature is wrong: nothing in the bundle is worth showing then. */
  readonly contents: EvidenceContents | null;
}

/** What the signed statement says. Times are ISO 8601. */
export interface EvidenceContents {
  readonly observedAt: string;
  readonly app: string;
  readonly about: string;
  readonly service: { readonly name: string; readonly address: string | null };
  /** Each set of hashing rules, in sentences. */
  readonly rules: readonly { readonly title: string; readonly words: readonly string[] }[];
  readonly notShown: readonly string[];
  /** What the signer recorded of an audit, in sentences; null if the bundle is about something else. */
  readonly audit: {
    readonly name: string;
    readonly startedAt: string;
    readonly finishedAt: string;
    readonly headline: string;
    readonly reasons: readonly string[];
    readonly counts: string;
    readonly selfTest: string;
    /** SHA-256 of its file, in hex. */
    readonly fileSha256: string;
  } | null;
  readonly reads: readonly {
    readonly key: string;
    readonly status: VerdictStatus;
    /** The record says otherwise than verifying it again. */
    readonly differs: boolean;
  }[];
  readonly missing: readonly { readonly key: string; readonly at: string }[];
  readonly responses: readonly {
    readonly request: string;
    readonly status: number;
    readonly at: string;
    /** Size of the body in bytes. */
    readonly bytes: number;
  }[];
  readonly receipts: readonly {
    readonly title: string;
    readonly outcome: string;
    readonly at: string;
    /** Of the file of an upload; null otherwise, or if it is not recorded. */
    readonly fileSha256: string | null;
    readonly atoms: readonly { readonly key: string; readonly readBack: VerdictStatus | null }[];
  }[];
  readonly contradictions: readonly string[];
  readonly ledgerEntries: readonly { readonly index: number; readonly leaf: string }[];
  readonly checkpoint: string | null;
  readonly pins: readonly {
    readonly rootHash: string;
    readonly source: string;
    readonly note: string;
  }[];
}

/** One read of an opened bundle, in full. */
export interface OpenedRead {
  readonly read: EvidenceRead;
  readonly verified: VerifiedRead;
}
