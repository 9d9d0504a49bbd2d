import type { AuditFooter, AuditHeader } from '../audit/auditFile.ts';
import { isFailure, isFinding, type AuditRecord } from '../audit/auditRecord.ts';
import { createAuditTally, type AuditSummary } from '../audit/auditSummary.ts';
import { groundsOfAudit } from '../audit/auditGrounds.ts';
import { auditVerdict, selfTestResult } from '../audit/auditVerdict.ts';
import type { AuditComparison, AuditDifference } from '../audit/compareAudits.ts';
import type { AuditReader } from '../audit/readAudit.ts';
import { describeLeafScheme, describePathScheme } from '../merkle/registry.ts';
import {
  auditComparisonWords,
  differenceTally,
  differenceWords,
  leafComparisonWords,
} from '../text/auditComparisonWords.ts';
import { groundWords } from '../text/groundWords.ts';
import {
  auditHeadline,
  auditReasonWords,
  auditRecordWords,
  auditScopeWords,
  notShownByAudit,
  selfTestWords,
} from '../text/auditWords.ts';

/** Most of each in a report. The file of the audit has all of them. */
export const mostReported = { failures: 10_000, unproven: 10_000, differences: 10_000 };

/** What a report is made from. */
export interface AuditToReport {
  readonly header: AuditHeader;
  readonly footer: AuditFooter;
  readonly summary: AuditSummary;
  /** In the order of the keys, at most `mostReported`. */
  readonly failures: readonly AuditRecord[];
  /** What is neither a failure nor proven. */
  readonly unproven: readonly AuditRecord[];
  readonly comparison: ReportedComparison | null;
}

export interface ReportedComparison {
  readonly comparison: AuditComparison;
  /** In the order of the keys, at most `mostReported`. */
  readonly differences: readonly AuditDifference[];
}

/** Reads an audit for a report. @throws AuditDamageError */
export async function readForReport(
  reader: AuditReader,
  pause: () => Promise<void>,
): Promise<Omit<AuditToReport, 'comparison'>> {
  const tally = createAuditTally();
  const failures: AuditRecord[] = [];
  const unproven: AuditRecord[] = [];
  for await (const records of reader.batches) {
    for (const record of records) {
      tally.add(record);
      if (!isFinding(record)) continue;
      if (isFailure(record)) {
        if (failures.length < mostReported.failures) failures.push(record);
      } else if (unproven.length < mostReported.unproven) unproven.push(record);
    }
    await pause();
  }
  return { header: reader.header, footer: reader.footer(), summary: tally.summary(), failures, unproven };
}

/**
 * What a report says of an audit, in every format. Times are ISO 8601, in UTC. Titles and sentences may change; codes and names
 * are stable.
 */
export function auditReport(audit: AuditToReport) {
  const { header, footer, summary, comparison } = audit;
  const verdict = auditVerdict(header, footer, groundsOfAudit(header, footer));
  const { rules } = footer;
  return {
    status: verdict.status,
    title: auditHeadline(verdict, footer),
    reasons: verdict.reasons.map((reason) => ({ code: reason.code, words: auditReasonWords(reason) })),
    /** null: an earlier version saved the audit. */
    grounds:
      footer.grounds === undefined
        ? null
        : verdict.open.map((open) => ({ name: open.name, kind: open.ground.kind, words: groundWords(open) })),
    audit: {
      id: header.id,
      name: header.name,
      startedAt: header.startedAt,
      finishedAt: footer.finishedAt,
      end: footer.end.kind,
      recordsSha256: footer.recordsSha256,
    },
    app: header.app,
    service: header.service,
    scope: { kind: header.scope.kind, title: auditScopeWords(header.scope) },
    shard: header.shard === null ? null : { number: header.shard.number, of: header.shard.of },
    keys: header.keys,
    counts: footer.counts,
    readAgain: footer.readAgain,
    unasked: footer.unasked,
    roots: footer.roots,
    pins: header.pins,
    rules:
      rules === null
        ? null
        : {
            origin: rules.origin,
            path: rules.path.map(describePathScheme),
            leaf: rules.leaf.map(describeLeafScheme),
          },
    selfTest: { result: selfTestResult(footer.selfTest), words: selfTestWords(footer.selfTest) },
    checks: summary.checks,
    branches: summary.branches,
    failureCount: summary.failureCount,
    failures: audit.failures.map(reportRecord),
    unprovenCount: summary.unprovenCount,
    unproven: audit.unproven.map(reportRecord),
    comparison: comparison === null ? null : reportComparison(comparison),
    notShown: notShownByAudit(header, footer, verdict.open),
  };
}
export type AuditReport = ReturnType<typeof auditReport>;

function reportComparison({ comparison, differences }: ReportedComparison) {
  const { before, same, differing, notCompared, kinds, grave, unexpected, leaves } = comparison;
  const { id, name, startedAt } = before.header;
  return {
    before: { id, name, startedAt },
    same,
    differing,
    notCompared,
    kinds,
    grave,
    unexpected,
    leaves,
    words: [
      ...auditComparisonWords(comparison),
      differenceTally(comparison),
      ...(leaves === null ? [] : [leafComparisonWords(leaves)]),
    ],
    differences: differences.map((difference) => ({
      key: difference.key,
      kinds: difference.kinds,
      isGrave: difference.isGrave,
      isExpected: difference.isExpected,
      before: difference.before === null ? null : reportRecord(difference.before),
      after: difference.after === null ? null : reportRecord(difference.after),
      words: differenceWords(difference),
    })),
  };
}

export type AuditReportComparison = ReturnType<typeof reportComparison>;

function reportRecord(record: AuditRecord) {
  const { key, outcome, check, conflict, changes, isExpected, unmet, version, valueHash, root } = record;
  return {
    key,
    outcome,
    check: check?.name ?? null,
    code: check?.code ?? null,
    conflict,
    changes,
    isExpected,
    unmet,
    version,
    valueSha256: valueHash,
    leafHash: record.leafHash,
    leafIndex: record.leafIndex,
    rootHash: root?.rootHash ?? null,
    treeSize: root?.treeSize ?? null,
    words: auditRecordWords(record),
  };
}
export type AuditReportRecord = ReturnType<typeof reportRecord>;
