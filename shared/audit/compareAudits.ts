import type { OutcomeCounts } from './auditCounts.ts';
import type { AuditFooter, AuditHeader } from './auditFile.ts';
import { isFailure, type AuditRecord } from './auditRecord.ts';
import { createLeafCollector, type LeafComparison } from './compareLeaves.ts';
import { createTreeCollector, noTreeFindings, type TreeComparison } from './compareTrees.ts';
import type { AuditReader } from './readAudit.ts';
import { openCursor } from './recordCursor.ts';

export const auditDifferenceKinds = [
  'other-value-same-version',
  'version-back',
  'failed',
  'missing',
  'added',
  'version',
  'value',
  'leaf',
  'verdict',
  'not-audited',
  'not-compared',
  'value-not-compared',
  'not-in-either',
] as const;
/**
 * How a key differs between two audits, or why it was not compared. `other-value-same-version`: one version, two values. `missing`: the
 * second audit asked for it, and it was returned only to the first one; `added`: the other way around. `value`, `leaf`: another value or
 * leaf hash. `not-audited`: only one audit asked for it. `not-compared`: one of the two could not read it.
 * `value-not-compared`: a side did not include its value. `not-in-either`: both asked for it, and it was returned to neither.
 *
 * Of two audits of one memory, `failed`: it fails in the later one and did not in the earlier one; `added` is also a key that only
 * the later one asked for, if the earlier one is complete; `value` and `leaf` only where versions do not tell more.
 * Of two connections, `failed`: it fails on one side; `leaf` only where value and version are the same; `version-back` does not occur.
 */
export type AuditDifferenceKind = (typeof auditDifferenceKinds)[number];

/** Both statements cannot be true, so no list of expected changes excuses these. */
const graveKinds: ReadonlySet<AuditDifferenceKind> = new Set([
  'other-value-same-version',
  'version-back',
  'failed',
]);
/** These show that the atom changed. */
const changeKinds: ReadonlySet<AuditDifferenceKind> = new Set([
  'missing',
  'added',
  'version',
  'value',
  'leaf',
]);

/** These say that nothing, or not everything, was compared. A key has at most one of them, and then nothing else but `verdict`. */
export const openKinds: readonly AuditDifferenceKind[] = [
  'not-audited',
  'not-compared',
  'value-not-compared',
  'not-in-either',
];

/** Whether these kinds show that the atom changed. */
export function isChange(kinds: readonly AuditDifferenceKind[]): boolean {
  return kinds.some((kind) => changeKinds.has(kind));
}

export interface AuditDifference {
  readonly key: string;
  /** At least one, in the order of `auditDifferenceKinds`. */
  readonly kinds: readonly AuditDifferenceKind[];
  /** Whether it is more than a change: two statements that cannot both be true, or a new failure. */
  readonly isGrave: boolean;
  /** Whether the key is on the list of expected changes. */
  readonly isExpected: boolean;
  /** null if that audit did not ask for the key. */
  readonly before: AuditRecord | null;
  readonly after: AuditRecord | null;
}

export type DifferenceCounts = Readonly<
  Record<AuditDifferenceKind, { readonly expected: number; readonly other: number }>
>;

/** One of the two compared audits. */
export interface ComparedAudit {
  readonly header: AuditHeader;
  readonly footer: AuditFooter;
}

/** What is compared: audits of one memory, the earlier one first, or those of two connections. */
export type ComparedPair = 'times' | 'connections';

/** What is known about two audits before their records are read. */
export interface ComparisonTerms {
  readonly of: ComparedPair;
  /** Leaves that are made by other rules differ for any atom. */
  readonly comparesLeaves: boolean;
  /** Whether the first audit ended before it had asked for all of its keys. */
  readonly isFirstPartial: boolean;
}

/** @param footers null for a file that has none, which comparing it then refuses */
export function comparisonTerms(
  of: ComparedPair,
  [first, second]: readonly [AuditFooter | null, AuditFooter | null],
): ComparisonTerms {
  const [one, other] = [first?.rules?.leaf ?? [], second?.rules?.leaf ?? []].map((rules) =>
    rules.map((rule) => JSON.stringify(rule)),
  );
  const comparesLeaves =
    one === undefined || other === undefined || one.length === 0 || other.length === 0
      ? of === 'times'
      : of === 'times'
        ? // Several rules fit until more is known.
          one.some((rule) => other.includes(rule))
        : one.join() === other.join();
  return { of, comparesLeaves, isFirstPartial: first !== null && first.end.kind !== 'complete' };
}

export interface AuditComparison {
  readonly of: ComparedPair;
  readonly before: ComparedAudit;
  readonly after: ComparedAudit;
  /** Keys that were read in both, and do not differ. */
  readonly same: number;
  /** Keys that differ. */
  readonly differing: number;
  /** Of those, the keys of which only the verdicts differ. */
  readonly otherVerdict: number;
  /** Keys without a difference that were not compared, or not in full. */
  readonly notCompared: number;
  /** A key counts once for each kind. */
  readonly kinds: DifferenceCounts;
  /** Differences that are more than a change: gravest first by kind. */
  readonly grave: number;
  /** Changed atoms that are not on the list of expected changes; null if there is no such list. */
  readonly unexpected: number | null;
  /** Keys that were read in both, and of which a side stated no version. */
  readonly withoutVersion: number;
  /** Which of the audits ended before it had asked for all of its keys. */
  readonly isPartial: { readonly before: boolean; readonly after: boolean };
  readonly outcomes: { readonly before: OutcomeCounts; readonly after: OutcomeCounts };
  /** Atoms that were returned without being requested, in both audits together. */
  readonly unasked: number;
  readonly comparesLeaves: boolean;
  /** null if the audits ended under the same root, or either under several, or leaves are not compared. */
  readonly leaves: LeafComparison | null;
  /** Audits of two connections need not be of one tree, so nothing is found there. */
  readonly trees: TreeComparison;
}

/**
 * Compares two audits in one pass over both.
 *
 * @param expected keys whose atoms were to change; null if there is no list
 * @param take gets each difference, in the order of the keys
 * @throws AuditDamageError
 */
export async function compareAudits(
  before: AuditReader,
  after: AuditReader,
  terms: ComparisonTerms,
  expected: ReadonlySet<string> | null,
  take: (difference: AuditDifference) => void,
): Promise<AuditComparison> {
  const [one, other] = [await openCursor(before.batches), await openCursor(after.batches)];
  const leaves = createLeafCollector();
  const trees = createTreeCollector();
  const kinds = noDifferences();
  const counts = { same: 0, differing: 0, otherVerdict: 0, notCompared: 0, withoutVersion: 0 };
  let grave = 0;
  let unexpected = 0;

  for (;;) {
    const [left, right] = [one.record(), other.record()];
    if (left === null && right === null) break;
    const isBefore = left !== null && (right === null || left.key <= right.key);
    const isAfter = right !== null && (left === null || right.key <= left.key);
    const [was, now] = [isBefore ? left : null, isAfter ? right : null];
    if (was !== null) {
      leaves.add('before', was);
      trees.add('before', was);
    }
    if (now !== null) {
      leaves.add('after', now);
      trees.add('after', now);
    }
    if (was !== null && now !== null && isRead(was) && isRead(now) && !haveVersions(was, now))
      counts.withoutVersion += 1;
    const found = kindsOf(was, now, terms);
    if (found.length === 0) counts.same += 1;
    else {
      const key = (was ?? now)?.key ?? '';
      const isExpected = expected?.has(key) ?? false;
      if (openKinds.some((kind) => found.includes(kind))) counts.notCompared += 1;
      else {
        counts.differing += 1;
        if (found.every((kind) => kind === 'verdict')) counts.otherVerdict += 1;
      }
      for (const kind of found) kinds[kind][isExpected ? 'expected' : 'other'] += 1;
      const isGrave = found.some((kind) => graveKinds.has(kind));
      if (isGrave) grave += 1;
      else if (!isExpected && isChange(found)) unexpected += 1;
      take({ key, kinds: found, isGrave, isExpected, before: was, after: now });
    }
    const waits = [isBefore ? one.advance() : null, isAfter ? other.advance() : null];
    for (const wait of waits) if (wait !== null) await wait;
  }
  const audits = {
    before: { header: before.header, footer: before.footer() },
    after: { header: after.header, footer: after.footer() },
  };
  const { of, comparesLeaves } = terms;
  const [first, second] = [audits.before.footer, audits.after.footer];
  return {
    of,
    ...audits,
    ...counts,
    kinds,
    grave,
    unexpected: expected === null ? null : unexpected,
    isPartial: { before: first.end.kind !== 'complete', after: second.end.kind !== 'complete' },
    outcomes: { before: first.counts.outcomes, after: second.counts.outcomes },
    unasked: first.unasked + second.unasked,
    comparesLeaves,
    leaves: comparesLeaves && haveTwoRoots(first, second) ? leaves.compare() : null,
    trees: of === 'times' ? trees.compare() : noTreeFindings,
  };
}

/** Whether the comparison alone shows something wrong. */
export function isComparisonFailed({
  grave,
  unexpected,
  trees,
}: Pick<AuditComparison, 'grave' | 'unexpected' | 'trees'>): boolean {
  return grave > 0 || (unexpected ?? 0) > 0 || trees.shrank !== null || trees.otherSizes > 0;
}

/** Whether the trees differ in a way that one tree that only grows does not explain. */
export function isTreeDoubtful({
  of,
  leaves,
  trees,
}: Pick<AuditComparison, 'of' | 'leaves' | 'trees'>): boolean {
  return trees.otherRoots > 0 || (of === 'times' && leaves !== null && leaves.rewritten > 0);
}

/** How a key differs; null for an audit that did not ask for it. */
function kindsOf(
  was: AuditRecord | null,
  now: AuditRecord | null,
  terms: ComparisonTerms,
): readonly AuditDifferenceKind[] {
  const isOfTimes = terms.of === 'times';
  const found = new Set<AuditDifferenceKind>();
  if (now !== null && isFailure(now) && (was === null ? isOfTimes : !isFailure(was))) found.add('failed');
  if (!isOfTimes && was !== null && now !== null && isFailure(was) && !isFailure(now)) found.add('failed');
  if (was === null || now === null) {
    const isNew = now !== null && isOfTimes && !terms.isFirstPartial;
    if (isNew && !isUnread(now) && !isAbsent(now)) found.add('added');
    else if (found.size === 0) found.add(isNew ? 'not-compared' : 'not-audited');
  } else if (isUnread(was) || isUnread(now)) {
    if (found.size === 0) found.add('not-compared');
  } else if (isAbsent(was) || isAbsent(now)) {
    if (!isAbsent(was)) found.add('missing');
    if (!isAbsent(now)) found.add('added');
    if (found.size === 0) found.add('not-in-either');
  } else {
    for (const kind of isOfTimes ? changesOf(was, now, terms) : contrastsOf(was, now, terms)) found.add(kind);
    const isValueCompared = was.valueHash !== null && now.valueHash !== null;
    if (!isValueCompared && found.size === 0) found.add('value-not-compared');
    if (was.outcome !== now.outcome) found.add('verdict');
  }
  return auditDifferenceKinds.filter((kind) => found.has(kind));
}

/** Between two audits of one memory. */
function changesOf(
  was: AuditRecord,
  now: AuditRecord,
  { comparesLeaves }: ComparisonTerms,
): readonly AuditDifferenceKind[] {
  const isOtherValue = differ(was.valueHash, now.valueHash);
  const isOtherLeaf = comparesLeaves && differ(was.leafHash, now.leafHash);
  if (was.version !== null && now.version !== null && now.version < was.version) return ['version-back'];
  if (was.version !== now.version) return ['version'];
  if (was.version !== null) return isOtherValue || isOtherLeaf ? ['other-value-same-version'] : [];
  return isOtherValue ? ['value'] : isOtherLeaf ? ['leaf'] : [];
}

/** Between two connections, which need not be of one memory. */
function contrastsOf(
  one: AuditRecord,
  other: AuditRecord,
  { comparesLeaves }: ComparisonTerms,
): readonly AuditDifferenceKind[] {
  const kinds: AuditDifferenceKind[] = [];
  const isOtherVersion = haveVersions(one, other) && one.version !== other.version;
  if (differ(one.valueHash, other.valueHash))
    kinds.push(haveVersions(one, other) && !isOtherVersion ? 'other-value-same-version' : 'value');
  if (isOtherVersion) kinds.push('version');
  // Of another value or version, another leaf says nothing more.
  return kinds.length === 0 && comparesLeaves && differ(one.leafHash, other.leafHash) ? ['leaf'] : kinds;
}

function haveVersions(one: AuditRecord, other: AuditRecord): boolean {
  return one.version !== null && other.version !== null;
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

/** Nothing is known about the atom, or a response returned it several times, with differences. */
function isUnread(record: AuditRecord): boolean {
  const { outcome, check, version, valueHash, leafHash } = record;
  if (outcome === 'refused' || outcome === 'unsendable' || check?.code === 'incoherent.copies') return true;
  // Such as of a response that could not be read.
  return !isAbsent(record) && version === null && valueHash === null && leafHash === null;
}

/** Not returned, whether or not that is a contradiction. */
function isAbsent({ outcome, conflict }: AuditRecord): boolean {
  return outcome === 'missing' || conflict === 'denied';
}

function isRead(record: AuditRecord): boolean {
  return !isUnread(record) && !isAbsent(record);
}

/** Whether each of the two audits is under one root, and these differ. */
function haveTwoRoots(before: AuditFooter, after: AuditFooter): boolean {
  const [one, other] = [before, after].map(({ roots }) => roots.filter(({ records }) => records > 0));
  return one?.length === 1 && other?.length === 1 && one[0]?.rootHash !== other[0]?.rootHash;
}

function noDifferences(): Record<AuditDifferenceKind, { expected: number; other: number }> {
  return Object.fromEntries(
    auditDifferenceKinds.map((kind) => [kind, { expected: 0, other: 0 }]),
  ) as unknown as Record<AuditDifferenceKind, { expected: number; other: number }>;
}
