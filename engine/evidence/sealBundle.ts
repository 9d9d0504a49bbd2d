import type { AppError } from '#shared/domain/appError.ts';
import { fail, type Result, succeed } from '#shared/domain/result.ts';
import type { EvidenceChoice } from '#shared/domain/evidence.ts';
import type { EvidenceInput } from '#shared/evidence/buildStatement.ts';
import { evidenceRefusalWords } from '#shared/text/evidenceWords.ts';
import type { Remote } from '#shared/async/rpc.ts';
import type { EvidenceCalls, SealedEvidence, StampSignature } from './evidenceThread.ts';
import type { BaseAddress } from '../client/baseAddress.ts';
import type { Signer } from '../connections/identity/ed25519.ts';
import type { TimestampRequests } from './timestamps/requestTimestamps.ts';

export interface SealEffects {
  /** @param stamp asks for a timestamp over the signature; null for none */
  readonly seal: (
    input: EvidenceInput,
    signer: Signer,
    stamp: StampSignature | null,
  ) => Promise<SealedEvidence>;
  readonly report: Remote<EvidenceCalls>['report'];
  readonly timestamps: Pick<TimestampRequests, 'request'>;
}

/**
 * The bundle, or a report about it. A bundle whose timestamp was requested and not issued is not made.
 *
 * @param authority which issues a timestamp for the bundle; null for none
 */
export async function sealBundle(
  effects: SealEffects,
  input: EvidenceInput,
  {
    signer,
    authority,
    choice: { format, values },
  }: { readonly signer: Signer; readonly authority: BaseAddress | null; readonly choice: EvidenceChoice },
): Promise<Result<string | Uint8Array>> {
  const stamp =
    authority === null ? null : (signature: Uint8Array) => effects.timestamps.request(authority, signature);
  const bundle = await sealedBytes(effects, input, signer, stamp);
  if (!bundle.ok || format === 'bundle') return bundle;
  const trustedKeys = [{ fingerprint: signer.fingerprint, source: 'own' } as const];
  const bytes = bundle.value;
  const report = await effects.report({ bytes, trustedKeys, anchors: [], format, withValues: values });
  if (report === null) throw new Error('A bundle that was just made cannot be read.');
  return succeed(report);
}

/** The bytes of a bundle. @param stamp asks for a timestamp over the signature; null for none */
export async function sealedBytes(
  { seal }: Pick<SealEffects, 'seal'>,
  input: EvidenceInput,
  signer: Signer,
  stamp: StampSignature | null,
): Promise<Result<Uint8Array>> {
  const bundle = await seal(input, signer, stamp);
  if (bundle.ok) return succeed(bundle.bytes);
  if ('error' in bundle) return fail(bundle.error);
  return fail(evidenceRefused(evidenceRefusalWords(bundle.refusal)));
}

/** Why there is no bundle, or none that can be opened. */
export function evidenceRefused(message: string): AppError {
  return { code: 'evidence_refused', message, requestId: null };
}
