import type { AppError } from '#shared/domain/appError.ts';
import type { Remote } from '#shared/async/rpc.ts';
import type { Result } from '#shared/domain/result.ts';
import type { EvidenceInput } from '#shared/evidence/buildStatement.ts';
import type { EvidenceSigner } from '#shared/evidence/envelope.ts';
import type { EvidenceRefusal } from '#shared/evidence/refusal.ts';
import type { EvidenceReading, TrustedKey } from '#shared/evidence/verifyEvidence.ts';
import type { ReportFormat } from '#shared/report/reportText.ts';
import { eachInThread, startThread } from '../jobs/thread.ts';
import type { TimestampAnchor } from '#shared/timestamp/timestampCheck.ts';

/** A file, and whom the user trusts. */
export interface BundleToVerify {
  readonly bytes: Uint8Array;
  readonly trustedKeys: readonly TrustedKey[];
  /** Trusted timestamp authorities. */
  readonly anchors: readonly TimestampAnchor[];
}

/** A file to report about. */
export interface BundleToReport extends BundleToVerify {
  readonly format: ReportFormat;
  readonly withValues: boolean;
}

/** The calls of `evidenceWorker`. It has no private key: a bundle is built, and sealed with its signature. */
export interface EvidenceCalls {
  readonly build: (
    input: EvidenceInput,
    publicKey: Uint8Array,
  ) =>
    | { readonly ok: true; readonly message: Uint8Array }
    | { readonly ok: false; readonly refusal: EvidenceRefusal };
  /** @param timestamp RFC 3161 response; null if none was wanted */
  readonly seal: (signature: Uint8Array, timestamp: Uint8Array | null) => Uint8Array;
  /** @param late is not heard while it verifies: its thread has to be terminated */
  readonly verify: (bundle: BundleToVerify, late: AbortSignal) => EvidenceReading;
  /** The text of a report about a bundle; null if it is none. */
  readonly report: (bundle: BundleToReport) => string | null;
}

/** Asks for a timestamp over a signature. */
export type StampSignature = (signature: Uint8Array) => Promise<Result<Uint8Array>>;

/** The bytes of a bundle. */
export type SealedEvidence =
  | { readonly ok: true; readonly bytes: Uint8Array }
  /** No timestamp was issued. */
  | { readonly ok: false; readonly error: AppError }
  | { readonly ok: false; readonly refusal: EvidenceRefusal };

/** Several times what the largest bundle takes. A thread that exceeds this is terminated, and the promise rejects. */
const resourceLimits = { maxOldGenerationSizeMb: 1_024 };

/**
 * Builds and signs a bundle in its own thread. Rejects if the thread fails.
 *
 * @param workerFile the built `evidenceWorker`
 * @param stamp asks for a timestamp over the signature; null for none
 */
export async function sealInThread(
  workerFile: string | URL,
  input: EvidenceInput,
  signer: EvidenceSigner,
  stamp: StampSignature | null,
): Promise<SealedEvidence> {
  const { remote, stop } = startThread<EvidenceCalls>(workerFile, { resourceLimits });
  try {
    return await sealBy(remote, input, signer, stamp);
  } finally {
    await stop();
  }
}

/** Builds and signs a bundle. @param stamp asks for a timestamp over the signature; null for none */
export async function sealBy(
  calls: Pick<EvidenceCalls, 'build' | 'seal'> | Pick<Remote<EvidenceCalls>, 'build' | 'seal'>,
  input: EvidenceInput,
  { publicKey, sign }: EvidenceSigner,
  stamp: StampSignature | null,
): Promise<SealedEvidence> {
  const built = await calls.build(input, publicKey);
  if (!built.ok) return built;
  const signature = sign(built.message);
  const timestamp = stamp === null ? null : await stamp(signature);
  if (timestamp?.ok === false) return timestamp;
  return { ok: true, bytes: await calls.seal(signature, timestamp?.value ?? null) };
}

/**
 * Verifies a file in its own thread. Resolves to null after `mostMs`: a hostile bundle may be made to take hours.
 * Rejects if the thread fails.
 */
export async function verifyInThread(
  workerFile: string | URL,
  bundle: BundleToVerify,
  mostMs: number,
): Promise<EvidenceReading | null> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), mostMs);
  try {
    const { verify } = eachInThread<EvidenceCalls>(workerFile, { resourceLimits, graceMs: 0 });
    return await verify(bundle, late.signal);
  } catch (error) {
    if (late.signal.aborted) return null;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects if the thread, which it has for itself, fails. */
export const reportInThread = (workerFile: string | URL): Remote<EvidenceCalls>['report'] =>
  eachInThread<EvidenceCalls>(workerFile, { resourceLimits }).report;
