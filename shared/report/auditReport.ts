import type { AuditFooter, AuditHeader } from '../audit/auditFile.ts';
import { isChanged, isFailure, isFinding, type AuditRecord } from '../audit/auditRecord.ts';
import { createAuditTally, type AuditSummary } from '../audit/auditSummary.ts';
import { openGroundsOfAudit } from '../audit/auditGrounds.ts';
import { selfTestResult } from '../audit/auditVerdict.ts';
import { isSameService } from '../audit/auditFile.ts';
import type { AuditDifference } from '../audit/compareAudits.ts';
import type { AuditReader } from '../audit/readAudit.ts';
import type { Auditor } from '../domain/auditEvidence.ts';
import { describeLeafScheme, describePathScheme } from '../merkle/registry.ts';
import {
  auditComparisonWords,
  differenceTally,
  differenceWords,
  leafComparisonWords,
  treeComparisonWords,
  type ComparedSide,
} from '../text/auditComparisonWords.ts';
import { lookedAtLeaves } from '../text/auditLeafWords.ts';
import { changeWords } from '../text/changeWords.ts';
import { pinNotes } from '../text/auditHeadline.ts';
import { groundWords } from '../text/groundWords.ts';
import { earlierReads } from '../text/earlierReads.ts';
import { auditRecordWords, auditScopeWords, notShownByAudit, selfTestWords } from '../text/auditWords.ts';
import { concludeAuditReport, type ComparedWith } from './auditConclusion.ts';

/** Most of each in a report. The file of the audit has all of them. */
export const mostReported = { failures: 10_000, unproven: 10_000, changed: 10_000, differences: 10_000 };

/** What a report is made from. */
export interface AuditToReport {
  readonly header: AuditHeader;
  readonly footer: AuditFooter;
  readonly summary: AuditSummary;
  /** In the order of the keys, at most `mostReported`. */
  readonly failures: readonly AuditRecord[];
  /** What is neither a failure nor proven. */
  readonly unproven: readonly AuditRecord[];
  /** What differs from the last read: first what no list of expected changes has. */
  readonly changed: readonly AuditRecord[];
  readonly comparison: ReportedComparison | null;
  /** Whether a digest covers the first and the last line of its file, or of those that were merged into it. */
  readonly isCovered: boolean;
  /** Keys that were read for the first time although changes were to be found; 0 if that does not matter. */
  readonly unknownChanges: number;
  /** Who says that they prepared the report. */
  readonly preparedBy?: Auditor;
}

export interface ReportedComparison extends ComparedWith {
  /** In the order of the keys, at most `mostReported`. */
  readonly differences: readonly AuditDifference[];
}

/**
 * Reads an audit for a report. `newKeys`: keys that were read for the first time and are on no list of expected changes.
 *
 * @throws AuditDamageError
 */
export async function readForReport(
  reader: AuditReader,
  pause: () => Promise<void>,
): Promise<Omit<AuditToReport, 'comparison' | 'unknownChanges'> & { readonly newKeys: number }> {
  const tally = createAuditTally();
  const failures: AuditRecord[] = [];
  const unproven: AuditRecord[] = [];
  const changed: Record<'other' | 'expected', AuditRecord[]> = { other: [], expected: [] };
  let newKeys = 0;
  for await (const records of reader.batches) {
    for (const record of records) {
      tally.add(record);
      if (record.changes.includes('first-read') && !record.isExpected) newKeys += 1;
      const alike = changed[record.isExpected ? 'expected' : 'other'];
      if (isChanged(record) && alike.length < mostReported.changed) alike.push(record);
      if (!isFinding(record)) continue;
      if (isFailure(record)) {
        if (failures.length < mostReported.failures) failures.push(record);
      } else if (unproven.length < mostReported.unproven) unproven.push(record);
    }
    await pause();
  }
  const [footer, isCovered] = [reader.footer(), reader.isCovered()];
  return {
    header: reader.header,
    footer,
    isCovered,
    summary: tally.summary(),
    failures,
    unproven,
    changed: [...changed.other, ...changed.expected].slice(0, mostReported.changed),
    newKeys,
  };
}

/**
 * What a report says of an audit, in every format. Times are ISO 8601, in UTC. Titles and sentences may change; codes and names
 * are stable.
 */
export function auditReport(audit: AuditToReport) {
  const { header, footer, summary, comparison } = audit;
  const { rules } = footer;
  const open = openGroundsOfAudit(header, footer);
  return {
    ...concludeAuditReport(header, footer, comparison, audit.unknownChanges),
    /** What the result does without; null: an earlier version saved the audit. */
    grounds:
      footer.grounds === undefined
        ? null
        : open.map((one) => ({
            name: one.name,
            kind: one.ground.kind,
            holdsBack: one.holdsBack,
            why: one.ground.kind === 'unavailable' ? one.ground.why : null,
            words: groundWords(one),
          })),
    /** How many keys were compared with earlier reads; null if nothing was. */
    earlierReads: earlierReads(footer.grounds ?? null, summary),
    /** What the title leaves open. */
    notes: pinNotes(header, footer),
    audit: {
      id: header.id,
      name: header.name,
      startedAt: header.startedAt,
      finishedAt: footer.finishedAt,
      end: footer.end.kind,
      recordsSha256: footer.recordsSha256,
    },
    app: header.app,
    /** As they typed it; null if nobody is named. */
    preparedBy: namedAuditor(audit.preparedBy),
    service: header.service,
    scope: { kind: header.scope.kind, title: auditScopeWords(header.scope) },
    shard: header.shard === null ? null : { number: header.shard.number, of: header.shard.of },
    keys: header.keys,
    counts: footer.counts,
    readAgain: footer.readAgain,
    unasked: footer.unasked,
    roots: footer.roots,
    /** How much of the tree was looked at; null with several roots, or without a tree size. */
    leaves: leavesOf(summary),
    pins: header.pins,
    rules:
      rules === null
        ? null
        : {
            origin: rules.origin,
            path: rules.path.map(describePathScheme),
            leaf: rules.leaf.map(describeLeafScheme),
          },
    selfTest: {
      result: selfTestResult(footer.selfTest),
      words: selfTestWords(footer.selfTest, footer.counts),
    },
    checks: summary.checks,
    branches: summary.branches,
    failureCount: summary.failureCount,
    failures: audit.failures.map(reportRecord),
    unprovenCount: summary.unprovenCount,
    unproven: audit.unproven.map(reportRecord),
    /** Whether a change is unexpected unless it is on a list. */
    hasExpectedChanges: header.expectedChanges !== null,
    changedCount: footer.counts.changes.expected + footer.counts.changes.other,
    changed: audit.changed.map((record) => ({
      ...reportRecord(record),
      words: changeWords(record, header.expectedChanges !== null) ?? '',
    })),
    comparison: comparison === null ? null : reportComparison(comparison, header),
    notShown: [...notShownByAudit(header, footer, open), ...(audit.isCovered ? [] : [notCovered])],
  };
}

function leavesOf({ rootCount, leafMaps }: AuditSummary): ReturnType<typeof lookedAtLeaves> | null {
  const [map] = leafMaps;
  return map === undefined || rootCount > 1 ? null : lookedAtLeaves(map);
}

function namedAuditor(auditor: Auditor | undefined): Auditor | null {
  const name = auditor?.name.trim() ?? '';
  const organization = auditor?.organization.trim() ?? '';
  return name === '' && organization === '' ? null : { name, organization };
}

export const fileNotCovered = 'file-not-covered';

const notCovered = {
  code: fileNotCovered,
  words:
    'The first and the last line of the file may have been changed: an earlier version saved it, without a digest of them.',
};

export type AuditReport = ReturnType<typeof auditReport>;

function reportComparison(
  { comparison, differences }: ReportedComparison,
  { service }: Pick<AuditHeader, 'service'>,
) {
  const { of, before, same, differing, notCompared, kinds, grave, unexpected, leaves, trees } = comparison;
  const { id, name, startedAt } = before.header;
  const isOther = !isSameService(before.header.service, service);
  const sides = isOther ? { before: sideOf(before.header.service), after: sideOf(service) } : null;
  return {
    /** null: the two audits are of one service. */
    services: isOther ? { before: before.header.service, after: service } : null,
    before: { id, name, startedAt },
    same,
    differing,
    notCompared,
    kinds,
    grave,
    unexpected,
    leaves,
    words: [
      ...auditComparisonWords(comparison, sides),
      differenceTally(comparison),
      ...(leaves === null ? [] : [leafComparisonWords(leaves, of, trees.shrank !== null)]),
      ...Object.values(treeComparisonWords(trees)).filter((words) => words !== ''),
    ],
    differences: differences.map((difference) => ({
      key: difference.key,
      kinds: difference.kinds,
      isGrave: difference.isGrave,
      isExpected: difference.isExpected,
      before: difference.before === null ? null : reportRecord(difference.before),
      after: difference.after === null ? null : reportRecord(difference.after),
      words: differenceWords(difference, sides),
    })),
  };
}

function sideOf({ name, address }: AuditHeader['service']): ComparedSide {
  return { name, isSnapshot: address === null };
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
    versionBefore: record.versionBefore ?? null,
    valueSha256: valueHash,
    leafHash: record.leafHash,
    leafIndex: record.leafIndex,
    rootHash: root?.rootHash ?? null,
    treeSize: root?.treeSize ?? null,
    words: auditRecordWords(record),
  };
}
export type AuditReportRecord = ReturnType<typeof reportRecord>;
