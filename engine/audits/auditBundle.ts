import type { AuditFooter, AuditHeader } from '#shared/audit/auditFile.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { EvidenceInput } from '#shared/evidence/buildStatement.ts';
import { evidenceLimits } from '#shared/evidence/limits.ts';
import { auditScopeWords } from '#shared/text/auditWords.ts';
import { gatherKeys, rawResponsesOf, type Gathered } from '../evidence/gatherEvidence.ts';
import type { RecentAnswers } from '../evidence/recentAnswers.ts';
import { readLines } from './keyLines.ts';

/** Failed reads with their responses. The file of the audit names all failures. */
const mostFailures = 500;
/** Of responses as received, in bytes. */
const mostRawBytes = 8 * 1024 * 1024;
/** UTF-16 units of atoms as received: larger bundles are refused. */
const mostUnits = evidenceLimits.bytes / 3;

/** What was received of the keys of an audit. */
export type AuditResponses = Pick<EvidenceInput, 'reads' | 'missing' | 'rawResponses'>;

/** For merged parts: nothing of them is in memory. */
export const noResponses: AuditResponses = { reads: [], missing: [], rawResponses: [] };

/**
 * The responses that an audit received, as far as they are still in memory: failures first, and these also as received.
 *
 * @param keysFile the keys of the audit, one a line; null: only the failures
 */
export async function auditResponses(
  answers: Pick<RecentAnswers, 'all' | 'ofRequest' | 'ofKey'>,
  id: ConnectionId,
  {
    header,
    footer,
    failures,
  }: { readonly header: AuditHeader; readonly footer: AuditFooter; readonly failures: readonly string[] },
  keysFile: string | null,
): Promise<AuditResponses> {
  const [from, to] = [Date.parse(header.startedAt), Date.parse(footer.finishedAt)];
  // What the user read before and after is not what the audit received.
  const own = answers.all(id).filter(({ exchange: { startedAt } }) => startedAt >= from && startedAt <= to);
  const ofAudit = { ...answers, all: () => own };
  const failed = gatherKeys(ofAudit, id, failures.slice(0, mostFailures)).gathered;
  let rawBytes = 0;
  const rawResponses = rawResponsesOf(failed.answers).filter(({ body }) => {
    rawBytes += body.length;
    return rawBytes <= mostRawBytes;
  });
  const others = keysFile === null ? [] : await keysHere(own, keysFile, new Set(failures));
  const other = gatherKeys(ofAudit, id, others).gathered;
  let units = 0;
  const reads = [...failed.reads.slice(0, mostFailures), ...other.reads].filter(({ reading }, at) => {
    units += reading.raw.length;
    return at < evidenceLimits.reads && units <= mostUnits;
  });
  return { reads, missing: missingIn(own, [...failures, ...others], reads), rawResponses };
}

/** The keys of the audit that responses in memory are about. */
async function keysHere(
  answers: Gathered['answers'],
  keysFile: string,
  except: ReadonlySet<string>,
): Promise<readonly string[]> {
  const inMemory = new Set(
    answers.flatMap(({ reads, missing }) => [
      ...reads.map(({ requestedKey, reading }) => requestedKey ?? reading.key),
      ...missing,
    ]),
  );
  const found: string[] = [];
  for await (const keys of readLines(keysFile))
    for (const key of keys)
      if (typeof key === 'string' && inMemory.has(key) && !except.has(key)) found.push(key);
  return found;
}

/** Keys that were not returned when they were last requested. */
function missingIn(
  answers: Gathered['answers'],
  keys: readonly string[],
  reads: Gathered['reads'],
): EvidenceInput['missing'] {
  const read = new Set(reads.map(({ requestedKey, reading }) => requestedKey ?? reading.key));
  const wanted = new Set(keys.filter((key) => !read.has(key)));
  return answers
    .flatMap(({ exchange, missing }) =>
      missing
        .filter((key) => wanted.delete(key))
        .map((key) => ({ key, requestId: exchange.requestId, at: exchange.startedAt })),
    )
    .slice(0, evidenceLimits.missing);
}

/** What an evidence bundle about an audit is made from. */
export function auditEvidenceInput(audit: {
  readonly header: AuditHeader;
  readonly footer: AuditFooter;
  /** The whole file of the audit. */
  readonly file: { readonly sha256: string; readonly bytes: number };
  readonly responses: AuditResponses;
  readonly appVersion: string;
  /** Epoch milliseconds. */
  readonly at: number;
}): EvidenceInput {
  const { header, footer, file, responses } = audit;
  return {
    observedAt: audit.at,
    appVersion: audit.appVersion,
    scope: { kind: 'audit', title: auditScopeWords(header.scope), requested: header.keys.total },
    service: header.service,
    withValues: true,
    ...responses,
    receipts: [],
    ledger: null,
    contradictions: [],
    pins: [],
    audit: { file, header, footer },
  };
}
