import { conclude, openGrounds, type OpenGround } from '../grounds/conclude.ts';
import type { GroundsOf } from '../grounds/grounds.ts';
import { findPreimage } from '../merkle/preimages.ts';
import type { VerdictStatus } from '../merkle/verdict.ts';
import {
  haveCommonHash,
  type AuditEnd,
  type AuditFooter,
  type AuditHeader,
  type AuditSelfTest,
} from './auditFile.ts';

/** What a self-test shows about the audit that it is part of. */
export type SelfTestResult =
  /** Every planted fault was found. */
  | 'caught'
  /** Altered values are not found, because the leaves cover only the keys; all other faults were. */
  | 'values-not-covered'
  | 'missed'
  | 'not-made';

export function selfTestResult(selfTest: AuditSelfTest | null): SelfTestResult {
  const { faults } = selfTest ?? { faults: [] };
  if (faults.length === 0) return 'not-made';
  const missed = faults.filter(({ caughtBy }) => caughtBy === null);
  if (missed.length === 0) return 'caught';
  return missed.length < faults.length && missed.every(({ fault }) => fault === 'value')
    ? 'values-not-covered'
    : 'missed';
}

/** Why an audit has its verdict. `keys`: how many it concerns. */
export type AuditReason =
  /** `conflicts`: how many of these contradict earlier responses. */
  | { readonly code: 'failed'; readonly keys: number; readonly conflicts: number }
  /** They differ from the expected list. */
  | { readonly code: 'unmet'; readonly keys: number }
  /** There is a list of expected changes, and these changed without being on it. */
  | { readonly code: 'unexpected-changes'; readonly keys: number }
  | { readonly code: 'root-contradictions'; readonly roots: number }
  | {
      readonly code: 'partial';
      readonly end: Exclude<AuditEnd['kind'], 'complete'> | 'records-missing';
      readonly keys: number;
      readonly read: number;
    }
  /** One part of several: a merged audit covers all. */
  | { readonly code: 'one-shard'; readonly number: number; readonly of: number }
  /** A limit kept keys of the scope out. */
  | { readonly code: 'capped'; readonly keys: number }
  | { readonly code: 'nothing-to-audit' }
  | { readonly code: 'missing' | 'unchecked' | 'refused' | 'unsendable'; readonly keys: number }
  /** No single state of the memory contains everything that was proven. */
  | { readonly code: 'several-roots'; readonly roots: number; readonly haveOneSize: boolean }
  /** There are proven keys. `rules-differ`: no rules are those of all parts. */
  | { readonly code: 'rules-not-recorded' | 'rules-differ' }
  | { readonly code: 'root-unexplained'; readonly roots: number }
  /** `hasVerified`: whether an atom was verified; `cause`: the lost ground that kept atoms from being verified, if it did. */
  | {
      readonly code: 'self-test';
      readonly result: Exclude<SelfTestResult, 'caught'>;
      readonly hasVerified: boolean;
      readonly cause: OpenGround | null;
    }
  /** Atoms that were returned without being requested. */
  | { readonly code: 'unasked'; readonly atoms: number }
  /** No leaf shows which version an atom has. Does not change the verdict. */
  | { readonly code: 'versions-not-covered' }
  /** What the result would have to rest on, and cannot. */
  | { readonly code: 'ground'; readonly ground: OpenGround }
  /** An earlier version wrote the file. Does not change the verdict. */
  | { readonly code: 'grounds-not-recorded' }
  | { readonly code: 'key-only'; readonly keys: number };

export interface AuditVerdict {
  /** green: every key of the scope was read and proven under one root, nothing contradicts it, and the audit is complete. */
  readonly status: VerdictStatus;
  /** Gravest first. Of a green audit, only what does not change its verdict. */
  readonly reasons: readonly AuditReason[];
  /** What it does without, whether or not that makes it inconclusive. */
  readonly open: readonly OpenGround[];
}

/** The verdict of an audit, from its header, its footer, and what it rests on (`groundsOfAudit`). */
export function auditVerdict(
  header: Pick<AuditHeader, 'keys' | 'shard' | 'expectedChanges'>,
  footer: Pick<AuditFooter, 'counts' | 'end' | 'roots' | 'selfTest' | 'unasked' | 'rules'>,
  grounds: GroundsOf<'audit'> | 'not-recorded',
): AuditVerdict {
  const grave = graveReasons(header, footer);
  const open = openReasons(header, footer, grounds);
  const { keyOnly } = footer.counts.outcomes;
  const weak: readonly AuditReason[] = keyOnly > 0 ? [{ code: 'key-only', keys: keyOnly }] : [];
  const notes: readonly AuditReason[] = coversVersions(footer) ? [] : [{ code: 'versions-not-covered' }];
  const found: VerdictStatus =
    grave.length > 0 ? 'red' : open.length > 0 ? 'amber' : weak.length > 0 ? 'keyOnly' : 'green';
  if (grounds === 'not-recorded') {
    const unrecorded: AuditReason = { code: 'grounds-not-recorded' };
    return { status: found, reasons: [...grave, ...open, ...weak, ...notes, unrecorded], open: [] };
  }
  const concluded = conclude('audit', found, grounds);
  // Other reasons say better that keys are missing.
  const named = concluded.open.filter(({ holdsBack, ground }) => holdsBack && !isIncomplete(ground));
  const lacking = named.map((ground): AuditReason => ({ code: 'ground', ground }));
  return {
    status: concluded.status,
    reasons: [...grave, ...open, ...lacking, ...weak, ...notes],
    open: concluded.open,
  };
}

/** Of keys whose values are covered. Rules that may or may not cover versions do not show that they do. */
function coversVersions({ counts, rules }: Pick<AuditFooter, 'counts' | 'rules'>): boolean {
  if (counts.outcomes.green === 0 || rules === null) return true;
  return rules.leaf.every(({ preimage }) => findPreimage(preimage)?.binds.includes('version') === true);
}

/** The first ground that keeps atoms from being verified; null if there is none. */
function lostGround(open: readonly OpenGround[]): OpenGround | null {
  return open.find(({ name, holdsBack }) => holdsBack && name !== 'run' && name !== 'keyList') ?? null;
}

function isIncomplete(ground: OpenGround['ground']): boolean {
  return ground.kind === 'unavailable' && ground.why === 'incomplete' && ground.detail === undefined;
}

/** Whether the last audited root may move to the root of this audit. */
export function mayMoveBaseline({ status, reasons }: AuditVerdict): boolean {
  return status === 'green' && reasons.every(({ code }) => code !== 'grounds-not-recorded');
}

function graveReasons(
  { expectedChanges }: Pick<AuditHeader, 'expectedChanges'>,
  { counts, roots }: Pick<AuditFooter, 'counts' | 'roots'>,
): readonly AuditReason[] {
  const contradicting = roots.filter(({ status }) => status === 'contradiction').length;
  const reasons: readonly (AuditReason | null)[] = [
    counts.outcomes.red > 0 || counts.conflicts > 0
      ? {
          code: 'failed',
          keys: Math.max(counts.outcomes.red, counts.conflicts),
          conflicts: counts.conflicts,
        }
      : null,
    contradicting > 0 ? { code: 'root-contradictions', roots: contradicting } : null,
    counts.unmet > 0 ? { code: 'unmet', keys: counts.unmet } : null,
    expectedChanges !== null && counts.changes.other > 0
      ? { code: 'unexpected-changes', keys: counts.changes.other }
      : null,
  ];
  return reasons.filter((reason) => reason !== null);
}

function openReasons(
  { keys, shard }: Pick<AuditHeader, 'keys' | 'shard'>,
  {
    counts,
    end,
    roots,
    rules,
    selfTest,
    unasked,
  }: Pick<AuditFooter, 'counts' | 'end' | 'roots' | 'rules' | 'selfTest' | 'unasked'>,
  grounds: GroundsOf<'audit'> | 'not-recorded',
): readonly AuditReason[] {
  const { outcomes } = counts;
  const expected = shard?.keys ?? keys.total;
  const partial = end.kind !== 'complete' ? end.kind : counts.records === expected ? null : 'records-missing';
  const unexplained = roots.filter(({ status }) => status === 'unexplained').length;
  const covering = roots.filter(({ records }) => records > 0);
  const sizes = covering.flatMap(({ treeSize }) => (treeSize === null ? [] : [treeSize]));
  const result = selfTestResult(selfTest);
  // Without the values, the audit is at best "key proven"; that its self-test cannot find altered values adds nothing.
  const isTested =
    result === 'caught' || (result === 'values-not-covered' && outcomes.green === 0 && outcomes.keyOnly > 0);
  const reasons: readonly (AuditReason | null)[] = [
    partial === null ? null : { code: 'partial', end: partial, keys: expected, read: counts.records },
    shard === null ? null : { code: 'one-shard', number: shard.number, of: shard.of },
    keys.leftOut > 0 ? { code: 'capped', keys: keys.leftOut } : null,
    expected === 0 && partial === null ? { code: 'nothing-to-audit' } : null,
    outcomes.missing > 0 ? { code: 'missing', keys: outcomes.missing } : null,
    outcomes.amber > 0 ? { code: 'unchecked', keys: outcomes.amber } : null,
    outcomes.refused > 0 ? { code: 'refused', keys: outcomes.refused } : null,
    outcomes.unsendable > 0 ? { code: 'unsendable', keys: outcomes.unsendable } : null,
    unexplained > 0 ? { code: 'root-unexplained', roots: unexplained } : null,
    covering.length > 1
      ? { code: 'several-roots', roots: covering.length, haveOneSize: new Set(sizes).size < sizes.length }
      : null,
    outcomes.green + outcomes.keyOnly > 0 ? rulesReason(rules) : null,
    unasked > 0 ? { code: 'unasked', atoms: unasked } : null,
    isTested || counts.records === 0
      ? null
      : {
          code: 'self-test',
          result,
          hasVerified: outcomes.green + outcomes.keyOnly > 0,
          cause: grounds === 'not-recorded' ? null : lostGround(openGrounds('audit', grounds)),
        },
  ];
  return reasons.filter((reason) => reason !== null);
}

/** What was proven was proven by rules: without them, nobody can tell what it shows. */
function rulesReason(rules: AuditFooter['rules']): AuditReason | null {
  if (rules === null) return { code: 'rules-not-recorded' };
  return haveCommonHash(rules) ? null : { code: 'rules-differ' };
}
