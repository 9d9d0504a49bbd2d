import { buildStatement } from '#shared/evidence/buildStatement.ts';
import { sealStatement } from '#shared/evidence/envelope.ts';
import { verifyEvidence } from '#shared/evidence/verifyEvidence.ts';
import { reportText } from '#shared/report/reportText.ts';
import type { BundleToVerify, EvidenceCalls } from './evidenceThread.ts';
import { checkTimestamp } from './checkTimestamp.ts';
import { isSignedBy } from '../connections/identity/isSignedBy.ts';
import { serveThread } from '../jobs/thread.ts';

// Worker thread entry.
type Build = Extract<ReturnType<typeof buildStatement>, { readonly ok: true }>;
let unsigned: { readonly statement: Build['statement']; readonly publicKey: Uint8Array } | null = null;

const verify = ({ bytes, trustedKeys, anchors }: BundleToVerify) =>
  verifyEvidence(bytes, {
    verifySignature: isSignedBy,
    trustedKeys,
    checkTimestamp: (response, signature) => checkTimestamp(response, signature, anchors),
  });

serveThread((): EvidenceCalls => ({
  build: (input, publicKey) => {
    const built = buildStatement(input);
    if (!built.ok) return built;
    unsigned = { statement: built.statement, publicKey };
    let message = new Uint8Array();
    sealStatement(built.statement, {
      publicKey,
      sign: (toSign) => {
        message = new Uint8Array(toSign);
        return new Uint8Array(64);
      },
    });
    return { ok: true, message };
  },
  seal: (signature, timestamp) => {
    if (unsigned === null) throw new Error('No bundle was built.');
    const { statement, publicKey } = unsigned;
    return new TextEncoder().encode(
      sealStatement(statement, { publicKey, sign: () => signature }, timestamp),
    );
  },
  verify,
  report: ({ format, withValues, ...bundle }) => {
    const reading = verify(bundle);
    return reading.ok ? reportText(reading.evidence, format, withValues) : null;
  },
}));
