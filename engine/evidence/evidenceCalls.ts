import { buildStatement } from '#shared/evidence/buildStatement.ts';
import { messageOf, payloadOf, sealedText } from '#shared/evidence/envelope.ts';
import { verifyEvidence } from '#shared/evidence/verifyEvidence.ts';
import { reportText } from '#shared/report/reportText.ts';
import { isSignedBy } from '../connections/identity/isSignedBy.ts';
import { checkTimestamp } from './checkTimestamp.ts';
import type { BundleToVerify, EvidenceCalls } from './evidenceThread.ts';

/** Builds, verifies, and reports about one bundle at a time, where it is called: in a thread, or in a process of its own. */
export function createEvidenceCalls(): Omit<EvidenceCalls, 'verify'> & {
  readonly verify: (bundle: BundleToVerify) => ReturnType<EvidenceCalls['verify']>;
} {
  let unsigned: { readonly payload: Uint8Array; readonly publicKey: Uint8Array } | null = null;
  const verify = ({ bytes, trustedKeys, anchors }: BundleToVerify) =>
    verifyEvidence(bytes, {
      verifySignature: isSignedBy,
      trustedKeys,
      checkTimestamp: (response, signature) => checkTimestamp(response, signature, anchors),
    });
  return {
    build: (input, publicKey) => {
      const built = buildStatement(input);
      if (!built.ok) return built;
      const payload = payloadOf(built.statement);
      unsigned = { payload, publicKey };
      return { ok: true, message: messageOf(payload) };
    },
    seal: (signature, timestamp) => {
      if (unsigned === null) throw new Error('No bundle was built.');
      const { payload, publicKey } = unsigned;
      return new TextEncoder().encode(sealedText(payload, publicKey, signature, timestamp));
    },
    verify,
    report: ({ format, withValues, ...bundle }) => {
      const reading = verify(bundle);
      return reading.ok ? reportText(reading.evidence, format, withValues) : null;
    },
  };
}
