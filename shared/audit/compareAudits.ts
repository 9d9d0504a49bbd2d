import type { AuditFooter, AuditHeader } from './auditFile.ts';
import { isFailure, type AuditRecord } from './auditRecord.ts';
import { createLeafCollector, type LeafComparison } from './compareLeaves.ts';
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
] as const;
/**
 * How a key differs between two audits. `other-value-same-version`: one version, two values. `failed`: it fails in the later audit and
 * did not in the earlier one. `missing`: the later audit asked for it, and it was not returned any more. `added`: only the later audit
 * has it, or it was not returned before. `value`, `leaf`: another value or leaf hash, where versions do not tell more. `not-audited`: only
 * the earlier audit asked for it. `not-compared`: one of the two could not read it, or only the later one asked for it
 * and it was not returned.
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

export interface AuditComparison {
  readonly before: ComparedAudit;
  readonly after: ComparedAudit;
  /** Keys that both asked for, and that do not differ. */
  readonly same: number;
  readonly differing: number;
  /** A key counts once for each kind. */
  readonly kinds: DifferenceCounts;
  /** Differences that are more than a change: gravest first by kind. */
  readonly grave: number;
  /** Changed atoms that are not on the list of expected changes; null if there is no such list. */
  readonly unexpected: number | null;
  /** null if the audits ended under the same root, or either under several: then there is nothing to compare. */
  readonly leaves: LeafComparison | null;
}

/**
 * Compares two audits of one memory, the earlier one first, in one pass over both.
 *
 * @param expected keys whose atoms were to change; null if there is no list
 * @param take gets each difference, in the order of the keys
 * @throws AuditDamageError
 */
export async function compareAudits(
  before: AuditReader,
  after: AuditReader,
  expected: ReadonlySet<string> | null,
  take: (difference: AuditDifference) => void,
): Promise<AuditComparison> {
  const [one, other] = [await openCursor(before.batches), await openCursor(after.batches)];
  const leaves = createLeafCollector();
  const kinds = noDifferences();
  let same = 0;
  let differing = 0;
  let grave = 0;
  let unexpected = 0;

  for (;;) {
    const [left, right] = [one.record(), other.record()];
    if (left === null && right === null) break;
    const isBefore = left !== null && (right === null || left.key <= right.key);
    const isAfter = right !== null && (left === null || right.key <= left.key);
    const [was, now] = [isBefore ? left : null, isAfter ? right : null];
    if (was !== null) leaves.add('before', was);
    if (now !== null) leaves.add('after', now);
    const found = kindsOf(was, now);
    if (found.length === 0) same += 1;
    else {
      const key = (was ?? now)?.key ?? '';
      const isExpected = expected?.has(key) ?? false;
      differing += 1;
      for (const kind of found) kinds[kind][isExpected ? 'expected' : 'other'] += 1;
      const isGrave = found.some((kind) => graveKinds.has(kind));
      if (isGrave) grave += 1;
      else if (!isExpected && found.some((kind) => changeKinds.has(kind))) unexpected += 1;
      take({ key, kinds: found, isGrave, isExpected, before: was, after: now });
    }
    const waits = [isBefore ? one.advance() : null, isAfter ? other.advance() : null];
    for (const wait of waits) if (wait !== null) await wait;
  }
  const audits = {
    before: { header: before.header, footer: before.footer() },
    after: { header: after.header, footer: after.footer() },
  };
  return {
    ...audits,
    same,
    differing,
    kinds,
    grave,
    unexpected: expected === null ? null : unexpected,
    leaves: haveTwoRoots(audits.before.footer, audits.after.footer) ? leaves.compare() : null,
  };
}

/** Whether the comparison alone shows something wrong. */
export function isComparisonFailed({ grave, unexpected }: AuditComparison): boolean {
  return grave > 0 || (unexpected ?? 0) > 0;
}

/** How a key differs; null for an audit that did not ask for it. */
function kindsOf(was: AuditRecord | null, now: AuditRecord | null): readonly AuditDifferenceKind[] {
  if (was === null) return now === null ? [] : kindsOfNew(now);
  if (now === null) return ['not-audited'];
  const found = new Set<AuditDifferenceKind>();
  if (isFailure(now) && !isFailure(was)) found.add('failed');
  if (isUnread(was) || isUnread(now)) {
    if (was.outcome !== now.outcome) found.add('not-compared');
  } else if (isAbsent(was) || isAbsent(now)) {
    if (!isAbsent(was)) found.add('missing');
    if (!isAbsent(now)) found.add('added');
  } else for (const kind of contentKinds(was, now)) found.add(kind);
  if (was.outcome !== now.outcome && found.size === 0) found.add('verdict');
  return auditDifferenceKinds.filter((kind) => found.has(kind));
}

function kindsOfNew(now: AuditRecord): readonly AuditDifferenceKind[] {
  const isThere = !isUnread(now) && !isAbsent(now);
  if (isFailure(now)) return isThere ? ['failed', 'added'] : ['failed'];
  return isThere ? ['added'] : ['not-compared'];
}

function contentKinds(was: AuditRecord, now: AuditRecord): readonly AuditDifferenceKind[] {
  const isOtherValue = differ(was.valueHash, now.valueHash);
  const isOtherLeaf = differ(was.leafHash, now.leafHash);
  const isSameVersion = was.version !== null && was.version === now.version;
  if (isSameVersion && (isOtherValue || isOtherLeaf)) return ['other-value-same-version'];
  const kinds: AuditDifferenceKind[] = was.outcome === now.outcome ? [] : ['verdict'];
  if (was.version !== null && now.version !== null && now.version < was.version) kinds.push('version-back');
  else if (was.version !== now.version) kinds.push('version');
  else if (isOtherValue) kinds.push('value');
  else if (isOtherLeaf) kinds.push('leaf');
  return kinds;
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

function isUnread({ outcome }: AuditRecord): boolean {
  return outcome === 'refused' || outcome === 'unsendable';
}

/** Not returned, whether or not that is a contradiction. */
function isAbsent({ outcome, conflict }: AuditRecord): boolean {
  return outcome === 'missing' || conflict === 'denied';
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
