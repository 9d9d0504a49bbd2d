import { plainText } from '../evidence/carriedText.ts';
import type { EvidenceRead, EvidenceStatement } from '../evidence/statement.ts';
import type { ReadCheck, VerifiedRead } from '../evidence/verifyReads.ts';
import type { VerifiedEvidence } from '../evidence/verifyEvidence.ts';
import { parseProof } from '../merkle/parseProof.ts';
import { claimedRoot } from '../merkle/proofReading.ts';
import { describeLeafScheme, describePathScheme } from '../merkle/registry.ts';
import {
  countVerdicts,
  type CheckName,
  type CheckStatus,
  type VerdictCounts,
  type VerdictStatus,
} from '../merkle/verdict.ts';
import { evidenceSummary, findingWords } from '../text/evidenceWords.ts';

/**
 * What a report says of one bundle, in every format. Times are ISO 8601, in UTC. Titles and sentences may change;
 * codes and names are stable.
 */
export interface EvidenceReport {
  readonly status: VerdictStatus;
  readonly isIntact: boolean;
  readonly title: string;
  readonly summary: string;
  readonly signer: { readonly fingerprint: string; readonly trust: string };
  readonly findings: readonly {
    readonly code: string;
    readonly label: string;
    readonly status: CheckStatus;
    readonly words: string;
  }[];
  /** null if the signature is wrong. */
  readonly contents: ReportContents | null;
}

export interface ReportContents {
  readonly app: { readonly name: string; readonly version: string };
  readonly service: { readonly name: string; readonly address: string | null };
  readonly scope: { readonly kind: string; readonly title: string; readonly requested: number | null };
  readonly observedAt: string;
  /** Of the first and the last read; null if there is none. */
  readonly firstReadAt: string | null;
  readonly lastReadAt: string | null;
  readonly counts: VerdictCounts;
  readonly schemes: readonly {
    readonly origin: string;
    readonly samples: number;
    readonly pinnedAt: string;
    readonly path: readonly string[];
    readonly leaf: readonly string[];
  }[];
  /** Every root that a read leads to. */
  readonly roots: readonly {
    readonly rootHash: string;
    readonly treeSize: string | null;
    readonly reads: number;
  }[];
  readonly failures: readonly ReportFailure[];
  readonly reads: readonly ReportRead[];
  /** Keys that were requested and not returned. */
  readonly missing: readonly string[];
  readonly receipts: readonly {
    readonly id: string;
    readonly title: string;
    readonly outcome: string;
    readonly startedAt: string;
    readonly atoms: number;
    readonly readBacks: VerdictCounts;
  }[];
  readonly contradictions: EvidenceStatement['predicate']['contradictions'];
  readonly pins: EvidenceStatement['predicate']['pins'];
  readonly rawResponses: number;
  readonly notShown: readonly { readonly code: string; readonly words: string }[];
}

/** One failed check, or one difference between the record and the bundle. */
export interface ReportFailure {
  /** Counted from 1. */
  readonly read: number;
  readonly key: string;
  /** The name of a check; `record` where the record does not follow from the bundle. */
  readonly check: CheckName | 'record';
  readonly code: string;
  /** The two values that should be the same; null where there are none, or only the signer saw them. */
  readonly stated: string | null;
  readonly found: string | null;
  readonly why: string;
}

export interface ReportRead {
  readonly key: string;
  /** null if it was left out. */
  readonly value: string | null;
  readonly valueSha256: string | null;
  readonly valueBytes: number | null;
  readonly version: number | null;
  readonly status: VerdictStatus;
  /** As the signer recorded it. */
  readonly recorded: VerdictStatus;
  readonly checks: readonly ReadCheck[];
  readonly rootHash: string | null;
  readonly treeSize: string | null;
  readonly leafIndex: string | null;
  readonly at: string;
  readonly requestId: string;
}

/** @param withValues false leaves out the values that the bundle contains */
export function evidenceReport(evidence: VerifiedEvidence, withValues = true): EvidenceReport {
  const { status, isIntact, signer, findings, statement } = evidence;
  return {
    status,
    isIntact,
    ...evidenceSummary(evidence),
    signer: { fingerprint: signer.fingerprint, trust: signer.trust },
    findings: findings.map((finding) => ({ code: finding.code, ...findingWords(finding) })),
    contents: statement === null ? null : contentsOf(statement, evidence, withValues),
  };
}

function contentsOf(
  { predicate }: EvidenceStatement,
  { reads, readBacks }: VerifiedEvidence,
  withValues: boolean,
): ReportContents {
  const rows = predicate.reads.flatMap((read, at) => {
    const verified = reads[at];
    return verified === undefined ? [] : [rowOf(read, verified, withValues)];
  });
  const times = predicate.reads.map(({ at }) => at).sort();
  return {
    app: predicate.app,
    service: predicate.service,
    scope: { ...predicate.scope, title: plainText(predicate.scope.title) },
    observedAt: predicate.observedAt,
    firstReadAt: times[0] ?? null,
    lastReadAt: times.at(-1) ?? null,
    counts: countVerdicts(rows.map(({ status }) => ({ verdict: status }))),
    schemes: predicate.schemes.map(({ origin, samples, pinnedAt, path, leaf }) => ({
      origin,
      samples,
      pinnedAt,
      path: path.map(describePathScheme),
      leaf: leaf.map(describeLeafScheme),
    })),
    roots: rootsOf(rows),
    failures: reads.flatMap((read, at) => failuresOf(read, at, rows[at]?.key ?? '')),
    reads: rows,
    missing: predicate.missing.map(({ key }) => plainText(key)),
    receipts: predicate.receipts.map(({ id, title, outcome, startedAt, atomCount }, at) => ({
      id,
      title: plainText(title),
      outcome,
      startedAt,
      atoms: atomCount,
      readBacks: countVerdicts(
        readBacks.filter(({ receipt }) => receipt === at).map(({ status }) => ({ verdict: status })),
      ),
    })),
    contradictions: predicate.contradictions,
    pins: predicate.pins,
    rawResponses: predicate.rawResponses.length,
    notShown: predicate.notShown,
  };
}

function rowOf(read: EvidenceRead, { status, checks }: VerifiedRead, withValues: boolean): ReportRead {
  const root = claimedRoot(read.proof);
  const parse = parseProof(read.proof);
  return {
    key: plainText(read.key),
    value: withValues && read.value !== undefined ? plainText(read.value) : null,
    valueSha256: read.valueSha256,
    valueBytes: read.valueBytes,
    version: read.version,
    status,
    recorded: read.verdict.status,
    checks,
    rootHash: root?.rootHash ?? null,
    treeSize: root?.treeSize?.toString() ?? null,
    leafIndex: parse.ok ? (parse.proof.leafIndex?.toString() ?? null) : null,
    at: read.at,
    requestId: read.requestId,
  };
}

function rootsOf(rows: readonly ReportRead[]): ReportContents['roots'] {
  const roots = new Map<string, { rootHash: string; treeSize: string | null; reads: number }>();
  for (const { rootHash, treeSize } of rows) {
    if (rootHash === null) continue;
    const name = `${rootHash} ${treeSize}`;
    const root = roots.get(name) ?? { rootHash, treeSize, reads: 0 };
    root.reads += 1;
    roots.set(name, root);
  }
  return [...roots.values()];
}

function failuresOf(
  { checks, differences }: VerifiedRead,
  at: number,
  key: string,
): readonly ReportFailure[] {
  const failed = checks
    .filter(({ status }) => status === 'fail')
    .map(({ name, code, values, why }) => ({
      read: at + 1,
      key,
      check: name,
      code,
      stated: values?.stated ?? null,
      found: values?.found ?? null,
      why,
    }));
  const untrue = differences.map(({ what, recorded, recomputed }) => ({
    read: at + 1,
    key,
    check: 'record' as const,
    code: `record-differs.${what}`,
    stated: recorded,
    found: recomputed,
    why: 'What the signer recorded does not follow from the proof and the hashing rules in the bundle.',
  }));
  return [...failed, ...untrue];
}
