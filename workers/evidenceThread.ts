import { Worker } from 'node:worker_threads';
import type { AppError } from '#shared/domain/appError.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { EvidenceInput } from '#shared/evidence/buildStatement.ts';
import type { EvidenceSigner } from '#shared/evidence/envelope.ts';
import type { EvidenceRefusal } from '#shared/evidence/refusal.ts';
import type { EvidenceReading, TrustedKey } from '#shared/evidence/verifyEvidence.ts';
import type { ReportFormat } from '#shared/report/reportText.ts';
import type { TimestampAnchor } from '#shared/timestamp/timestampCheck.ts';

/** A file, and whom the user trusts. */
export interface BundleToVerify {
  readonly bytes: Uint8Array;
  readonly trustedKeys: readonly TrustedKey[];
  /** Trusted timestamp authorities. */
  readonly anchors: readonly TimestampAnchor[];
}

/** What the thread is started for. */
export type EvidenceTask =
  | { readonly kind: 'seal'; readonly input: EvidenceInput; readonly publicKey: Uint8Array }
  | ({ readonly kind: 'verify' } & BundleToVerify)
  | (BundleToVerify & {
      readonly kind: 'report';
      readonly format: ReportFormat;
      readonly withValues: boolean;
    });

/** The thread has no private key: it asks for the one signature. */
export type FromEvidenceThread =
  | { readonly kind: 'sign'; readonly message: Uint8Array }
  | { readonly kind: 'done'; readonly result: unknown };

/** Asks for a timestamp over a signature. */
export type StampSignature = (signature: Uint8Array) => Promise<Result<Uint8Array>>;

/** What the thread asked for. */
export interface SignedMessage {
  readonly signature: Uint8Array;
  /** RFC 3161 response; null if none was wanted. */
  readonly timestamp: Uint8Array | null;
}

/** The bytes of a bundle. */
export type SealedEvidence =
  | { readonly ok: true; readonly bytes: Uint8Array }
  /** No timestamp was issued. */
  | { readonly ok: false; readonly error: AppError }
  | { readonly ok: false; readonly refusal: EvidenceRefusal };

/** Several times what the largest bundle takes. A thread that exceeds this is terminated, and the promise rejects. */
const mostMebibytes = 1_024;

/**
 * Builds and signs a bundle in its own thread. Rejects if the thread fails.
 *
 * @param workerFile the built `evidenceWorker`
 * @param stamp asks for a timestamp over the signature; null for none
 */
export function sealInThread(
  workerFile: string | URL,
  input: EvidenceInput,
  { publicKey, sign }: EvidenceSigner,
  stamp: StampSignature | null,
): Promise<SealedEvidence> {
  const signAndStamp = async (message: Uint8Array): Promise<Result<SignedMessage>> => {
    const signature = sign(message);
    if (stamp === null) return succeed({ signature, timestamp: null });
    const timestamp = await stamp(signature);
    return timestamp.ok ? succeed({ signature, timestamp: timestamp.value }) : timestamp;
  };
  return run<SealedEvidence>(workerFile, { kind: 'seal', input, publicKey }, signAndStamp, null);
}

/**
 * Verifies a file in its own thread. Resolves to null after `mostMs`: a hostile bundle may be made to take hours.
 * Rejects if the thread fails.
 */
export function verifyInThread(
  workerFile: string | URL,
  bundle: BundleToVerify,
  mostMs: number,
): Promise<EvidenceReading | null> {
  const task = { kind: 'verify', ...bundle } as const;
  return run<EvidenceReading | null>(workerFile, task, signsNothing, { ms: mostMs, result: null });
}

/** The text of a report about a bundle; null if it is none. Rejects if the thread fails. */
export function reportInThread(
  workerFile: string | URL,
  task: Omit<Extract<EvidenceTask, { kind: 'report' }>, 'kind'>,
): Promise<string | null> {
  return run<string | null>(workerFile, { kind: 'report', ...task }, signsNothing, null);
}

function signsNothing(): Promise<never> {
  return Promise.reject(new Error('Only a new bundle needs a signature.'));
}

function run<T>(
  workerFile: string | URL,
  task: EvidenceTask,
  sign: (message: Uint8Array) => Promise<Result<SignedMessage>>,
  patience: { readonly ms: number; readonly result: T } | null,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: mostMebibytes },
    });
    const timer =
      patience === null
        ? undefined
        : setTimeout(() => {
            resolve(patience.result);
            void worker.terminate();
          }, patience.ms);
    worker.on('message', (message: FromEvidenceThread) => {
      if (message.kind === 'done') {
        resolve(message.result as T);
        return;
      }
      sign(message.message).then((signed) => {
        if (signed.ok) {
          worker.postMessage(signed.value);
          return;
        }
        resolve({ ok: false, error: signed.error } as T);
        void worker.terminate();
      }, reject);
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The worker ended without a result.'));
    });
  });
}
