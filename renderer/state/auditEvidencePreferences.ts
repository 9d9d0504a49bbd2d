import { z } from 'zod';
import { auditor } from '#shared/domain/auditEvidence.ts';
import { createSavedStore } from './savedStore.ts';

const saved = z.object({
  withScript: z.boolean().catch(false),
  withReport: z.boolean().catch(false),
  withPdf: z.boolean().catch(false),
  withRecords: z.boolean().catch(false),
  /** Whom reports name. */
  auditor: auditor.catch({ name: '', organization: '' }),
});

/** What the user saves beside the evidence of audits. Whose values it contains is asked each time. */
export const useAuditEvidencePreferences = createSavedStore('atom-explorer-audit-evidence', saved);
