import type { AuditFooter, AuditHeader } from '#shared/audit/auditFile.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { buildStatement, type BuiltStatement, type EvidenceInput } from '#shared/evidence/buildStatement.ts';
import { auditScopeWords } from '#shared/text/auditWords.ts';
import { gatherKeys, rawResponsesOf } from '../evidence/gatherEvidence.ts';
import type { RecentAnswers } from '../evidence/recentAnswers.ts';

/** Failed reads with their responses. The file of the audit names all failures. */
const mostReads = 500;
/** Of responses as received, in bytes. */
const mostRawBytes = 8 * 1024 * 1024;

/** What was received of keys that failed. */
export type FailureEvidence = Pick<EvidenceInput, 'reads' | 'rawResponses'>;

/** The latest responses about keys that failed, as far as they are still in memory. */
export function failureEvidence(
  answers: Pick<RecentAnswers, 'all' | 'ofRequest' | 'ofKey'>,
  id: ConnectionId,
  keys: readonly string[],
): FailureEvidence {
  const { gathered } = gatherKeys(answers, id, keys.slice(0, mostReads));
  let bytes = 0;
  const rawResponses = rawResponsesOf(gathered.answers).filter(({ body }) => {
    bytes += body.length;
    return bytes <= mostRawBytes;
  });
  return { reads: gathered.reads.slice(0, mostReads), rawResponses };
}

/** The statement of an evidence bundle about an audit. */
export function auditStatement(audit: {
  readonly header: AuditHeader;
  readonly footer: AuditFooter;
  /** The whole file of the audit. */
  readonly file: { readonly sha256: string; readonly bytes: number };
  readonly evidence: FailureEvidence;
  readonly appVersion: string;
  /** Epoch milliseconds. */
  readonly at: number;
}): BuiltStatement {
  const { header, footer, file, evidence } = audit;
  return buildStatement({
    observedAt: audit.at,
    appVersion: audit.appVersion,
    scope: { kind: 'audit', title: auditScopeWords(header.scope), requested: header.keys.total },
    service: header.service,
    withValues: true,
    ...evidence,
    missing: [],
    receipts: [],
    ledger: null,
    contradictions: [],
    pins: [],
    audit: { file, header, footer },
  });
}
