import { Worker } from 'node:worker_threads';
import type { EvidenceInput } from '#shared/evidence/buildStatement.ts';
import type { EvidenceSigner } from '#shared/evidence/envelope.ts';
import type { EvidenceRefusal } from '#shared/evidence/refusal.ts';
import type { EvidenceReading, TrustedKey } from '#shared/evidence/verifyEvidence.ts';
import type { ReportFormat } from '#shared/report/reportText.ts';

/** What the thread is started for. */
export type EvidenceTask =
  | { readonly kind: 'seal'; readonly input: EvidenceInput; readonly publicKey: Uint8Array }
  | { readonly kind: 'verify'; readonly bytes: Uint8Array; readonly trustedKeys: readonly TrustedKey[] }
  | {
      readonly kind: 'report';
      readonly bytes: Uint8Array;
      readonly trustedKeys: readonly TrustedKey[];
      readonly format: ReportFormat;
      readonly withValues: boolean;
    };

/** The thread has no private key: it asks for the one signature. */
export type FromEvidenceThread =
  | { readonly kind: 'sign'; readonly message: Uint8Array }
  | { readonly kind: 'done'; readonly result: unknown };

/** The bytes of a bundle. */
export type SealedEvidence =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly refusal: EvidenceRefusal };

/** Several times what the largest bundle takes. A thread that exceeds this is terminated, and the promise rejects. */
const mostMebibytes = 1_024;

/** Builds and signs a bundle in its own thread. `workerFile`: the built `evidenceWorker`. Rejects if the thread fails. */
export function sealInThread(
  workerFile: string | URL,
  input: EvidenceInput,
  { publicKey, sign }: EvidenceSigner,
): Promise<SealedEvidence> {
  return run<SealedEvidence>(workerFile, { kind: 'seal', input, publicKey }, sign, null);
}

/**
 * Verifies a file in its own thread. Resolves to null after `mostMs`: a hostile bundle may be made to take hours.
 * Rejects if the thread fails.
 */
export function verifyInThread(
  workerFile: string | URL,
  bytes: Uint8Array,
  trustedKeys: readonly TrustedKey[],
  mostMs: number,
): Promise<EvidenceReading | null> {
  const task = { kind: 'verify', bytes, trustedKeys } as const;
  return run<EvidenceReading | null>(workerFile, task, signsNothing, { ms: mostMs, result: null });
}

/** The text of a report about a bundle; null if it is none. Rejects if the thread fails. */
export function reportInThread(
  workerFile: string | URL,
  task: Omit<Extract<EvidenceTask, { kind: 'report' }>, 'kind'>,
): Promise<string | null> {
  return run<string | null>(workerFile, { kind: 'report', ...task }, signsNothing, null);
}

function signsNothing(): never {
  throw new Error('Only a new bundle needs a signature.');
}

function run<T>(
  workerFile: string | URL,
  task: EvidenceTask,
  sign: EvidenceSigner['sign'],
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
      if (message.kind === 'sign') worker.postMessage(sign(message.message));
      else resolve(message.result as T);
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The worker ended without a result.'));
    });
  });
}
