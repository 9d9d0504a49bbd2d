import { groundsOfAudit } from '../audit/auditGrounds.ts';
import { auditHeadline } from '../text/auditHeadline.ts';
import { auditVerdict } from '../audit/auditVerdict.ts';
import type { AuditRecord } from '../audit/auditRecord.ts';
import { claimedRoot } from '../merkle/proofReading.ts';
import type { CheckStatus, VerdictStatus } from '../merkle/verdict.ts';
import type { AuditEvidence } from './auditEvidence.ts';
import { plainText } from './carriedText.ts';
import type { EvidenceRead } from './statement.ts';

/** The file of an audit that the reader of a bundle has, once it was found undamaged. */
export interface GivenAudit {
  readonly sha256: string;
  /** null if it has more than a bundle may contain reads. */
  readonly records: readonly AuditRecord[] | null;
}

export interface AuditFinding {
  readonly status: CheckStatus;
  readonly verdict: VerdictStatus;
  readonly headline: string;
  /** Whether the file that the reader of the bundle has is the one that the bundle is about. */
  readonly file: 'same' | 'other' | 'not-given';
  /** Whether the bundle has a read for every record in the file, so that all of the audit was verified again. */
  readonly isWhole: boolean;
}

/**
 * What a bundle shows about an audit. The verdict follows from the counts in the bundle, which are the signer's. It can make a
 * bundle red, but green only if the bundle has a read for every record in the file of the audit.
 *
 * @param given null if there is no file
 */
export function auditFinding(
  { file, header, footer }: AuditEvidence,
  reads: readonly EvidenceRead[],
  given: GivenAudit | null,
): AuditFinding {
  const verdict = auditVerdict(header, footer, groundsOfAudit(header, footer));
  const which = given === null ? 'not-given' : given.sha256 === file.sha256 ? 'same' : 'other';
  const isWhole = which === 'same' && given !== null && hasAllRecords(reads, given.records);
  const isProven = verdict.status === 'green' || verdict.status === 'keyOnly';
  return {
    status:
      verdict.status === 'red' || which === 'other' ? 'fail' : isWhole && isProven ? 'pass' : 'undecided',
    verdict: verdict.status,
    headline: auditHeadline(verdict, { ...header, ...footer }),
    file: which,
    isWhole,
  };
}

function hasAllRecords(reads: readonly EvidenceRead[], records: readonly AuditRecord[] | null): boolean {
  if (records === null || records.length === 0) return false;
  const inBundle = new Set(
    reads.map(({ key, version, valueSha256, proof }) =>
      JSON.stringify([plainText(key), version, valueSha256, claimedRoot(proof)?.rootHash ?? null]),
    ),
  );
  return records.every(({ key, version, valueHash, root }) =>
    inBundle.has(JSON.stringify([key, version, valueHash, root?.rootHash ?? null])),
  );
}
