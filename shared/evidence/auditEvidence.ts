import { z } from 'zod';
import { footerSchema, headerSchema } from '../audit/auditFile.ts';

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
