import { z } from 'zod';
import { footerSchema, headerSchema } from '../audit/auditFile.ts';
import { auditHeadline } from '../text/auditWords.ts';
import { groundsOfAudit } from '../audit/auditGrounds.ts';
import { auditVerdict } from '../audit/auditVerdict.ts';
import type { CheckStatus, VerdictStatus } from '../merkle/verdict.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** An audit in a bundle: its file by digest, and what it came to. The records are in the file only. */
export const auditEvidence = z.strictObject({
  file: z.strictObject({ sha256, bytes: z.int().min(0) }),
  header: headerSchema,
  footer: footerSchema.shape.footer.refine(
    ({ counts }) => Object.values(counts.outcomes).reduce((sum, count) => sum + count, 0) === counts.records,
    'counts that do not add up',
  ),
});
export type AuditEvidence = z.infer<typeof auditEvidence>;

export interface AuditFinding {
  readonly status: CheckStatus;
  readonly verdict: VerdictStatus;
  readonly headline: string;
  /** Whether the file that the reader of the bundle has is the one that the bundle is about. */
  readonly file: 'same' | 'other' | 'not-given';
}

/**
 * What a bundle shows about an audit. The verdict follows from the counts in the bundle, which are the signer's: the proofs of what
 * was verified are not in it. So it can make a bundle red, but never green.
 *
 * @param fileSha256 of the file of the audit that the reader has, after it was read and found undamaged; null if there is none
 */
export function auditFinding(
  { file, header, footer }: AuditEvidence,
  fileSha256: string | null,
): AuditFinding {
  const verdict = auditVerdict(header, footer, groundsOfAudit(header, footer));
  const given = fileSha256 === null ? 'not-given' : fileSha256 === file.sha256 ? 'same' : 'other';
  return {
    status: verdict.status === 'red' || given === 'other' ? 'fail' : 'undecided',
    verdict: verdict.status,
    headline: auditHeadline(verdict, footer),
    file: given,
  };
}
