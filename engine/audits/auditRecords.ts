import type { AppError } from '#shared/domain/appError.ts';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { KeyStatement } from '#shared/domain/keyMemory.ts';
import {
  decisiveCheck,
  type AuditChange,
  type AuditOutcome,
  type AuditRecord,
  type AuditRoot,
  type ExpectationField,
} from '#shared/audit/auditRecord.ts';
import type { AuditLists, ExpectedAtom } from '#shared/audit/auditLists.ts';
import type { EarlierFinding } from '#shared/audit/earlierFindings.ts';
import type { CheckedResponse } from '../reading/intake.ts';

/** The records of the keys of one response, in their order. */
export function recordsOfResponse(
  keys: readonly string[],
  checked: CheckedResponse,
  lists: AuditLists,
): readonly AuditRecord[] {
  // Repeated atoms of a response all have the worst verdict among them.
  const read = new Map(
    checked.atoms.map((atom, at) => [
      // What the news are about: the key in whose place the atom was returned.
      checked.news[at]?.key ?? atom.key,
      { atom, statement: statementOf(checked, at) },
    ]),
  );
  const denials = new Map(checked.denials.map(({ key, denial }) => [key, denial]));
  const rootNow = rootOfResponse(checked);
  return keys.map((key) => {
    const found = read.get(key);
    if (found !== undefined && found.atom.key !== key)
      return {
        ...unreadRecord(key, found.atom.verdict.status, lists),
        check: decisiveCheck(found.atom.verdict),
        unmet: [],
        root: rootNow,
      };
    if (found !== undefined) return recordOfAtom(found.atom, found.statement, checked, lists);
    const denial = denials.get(key);
    const conflict = denial?.kind === 'contradiction' ? denial.conflict.kind : null;
    const wasThere = checked.remembered.has(key) && !checked.gone.has(key);
    const unread = unreadRecord(key, conflict === null ? 'missing' : 'red', lists);
    const last = conflict !== null || wasThere ? checked.remembered.get(key)?.last.version : null;
    return {
      ...unread,
      ...versionBefore(lists.earlier.get(key), last),
      conflict: conflict ?? unread.conflict,
      changes: withChanges(unread.changes, conflict === null && wasThere ? ['not-returned'] : []),
      root: rootNow,
    };
  });
}

/** A key of which no atom was read: only if the service says that it does not have it, that differs from an expected list. */
export function unreadRecord(
  key: string,
  outcome: AuditOutcome,
  { expected, changes, earlier }: AuditLists,
): AuditRecord {
  const before = earlier.get(key);
  return {
    key,
    outcome,
    check: null,
    conflict: before?.conflict ?? null,
    changes: before?.changes ?? [],
    isExpected: changes.has(key),
    unmet: expected?.has(key) === true && (outcome === 'missing' || outcome === 'red') ? ['present'] : [],
    version: null,
    ...versionBefore(before, null),
    valueHash: null,
    leafHash: null,
    leafIndex: null,
    root: null,
  };
}

/** A key for which a request failed. Only a refusal is one: a response that cannot be read, or an error, proves nothing. */
export function failedRecord(key: string, { code }: AppError, lists: AuditLists): AuditRecord {
  const isUnreadable = code === 'bad_response';
  if (!isUnreadable && code !== 'server_error' && code !== 'timeout' && code !== 'network')
    return unreadRecord(key, 'refused', lists);
  const check = {
    name: 'wellFormed' as const,
    status: 'undecided' as const,
    code: isUnreadable ? 'response-unreadable' : 'service-failed',
  };
  return { ...unreadRecord(key, 'amber', lists), check };
}

function recordOfAtom(
  { key, version, verdict, memory, anomalies = [] }: AtomReading,
  { statement, leafIndex }: StatementAndPlace,
  { remembered, gone }: CheckedResponse,
  { expected, changes: expectedChanges, earlier }: AuditLists,
): AuditRecord {
  const found = earlier.get(key);
  const before = remembered.get(key) ?? null;
  const conflict = memory === null || memory.kind === 'changed' ? null : memory.kind;
  const changes: AuditChange[] = [];
  if (before === null) changes.push('first-read');
  else {
    const { last } = before;
    if (gone.has(key)) changes.push('returned');
    if (conflict === null && last.version !== null && last.version !== version) changes.push('version');
    if (memory?.kind === 'changed') changes.push('content');
    if (last.verdict !== statement.verdict) changes.push('verdict');
  }
  const isOther =
    conflict !== null || changes.some((change) => change !== 'first-read' && change !== 'verdict');
  return {
    key,
    outcome: verdict.status,
    check: decisiveCheck(verdict),
    conflict: conflict ?? found?.conflict ?? null,
    changes: withChanges(found?.changes ?? [], changes),
    isExpected: expectedChanges.has(key),
    unmet: unmetOf(expected?.get(key) ?? null, statement),
    version,
    ...versionBefore(found, isOther ? before?.last.version : null),
    // Of an atom without its value, the statement has the hash of an empty one.
    valueHash: anomalies.some(({ kind }) => kind === 'value-not-included') ? null : statement.valueHash,
    leafHash: statement.leafHash,
    leafIndex,
    root: rootOfStatement(statement),
  };
}

/** That of the audit in whose place this one is comes first: it read the key earlier. */
function versionBefore(
  earlier: EarlierFinding | undefined,
  last: number | null | undefined,
): Pick<AuditRecord, 'versionBefore'> {
  const version = earlier?.versionBefore ?? last ?? null;
  return version === null ? {} : { versionBefore: version };
}

/** Each once. */
function withChanges(earlier: readonly AuditChange[], now: readonly AuditChange[]): readonly AuditChange[] {
  return earlier.length === 0 ? now : [...new Set([...earlier, ...now])];
}

function unmetOf(
  expected: ExpectedAtom | null,
  statement: Pick<KeyStatement, 'version' | 'valueHash'>,
): readonly ExpectationField[] {
  if (expected === null) return [];
  const unmet: ExpectationField[] = [];
  if (expected.version !== null && expected.version !== statement.version) unmet.push('version');
  if (expected.valueHash !== null && expected.valueHash !== statement.valueHash) unmet.push('value');
  return unmet;
}

interface StatementAndPlace {
  readonly statement: KeyStatement;
  readonly leafIndex: string | null;
}

/** News are in the order of the atoms. */
function statementOf({ atoms, news }: CheckedResponse, at: number): StatementAndPlace {
  const said = news[at];
  const atom = atoms[at];
  if (said?.kind === 'read' && said.said !== undefined)
    return { statement: said.said.statement, leafIndex: said.leafIndex };
  return {
    statement: {
      version: atom?.version ?? null,
      valueHash: null,
      leafHash: null,
      rootHash: null,
      treeSize: null,
      at: 0,
      verdict: atom?.verdict.status ?? 'amber',
    },
    leafIndex: null,
  };
}

function rootOfStatement({ rootHash, treeSize }: KeyStatement): AuditRoot | null {
  return rootHash === null ? null : { rootHash, treeSize };
}

/** The root that the response without a key stated, if it is one. */
function rootOfResponse({ roots }: CheckedResponse): AuditRoot | null {
  const [root, ...others] = roots;
  if (root === undefined || others.length > 0) return null;
  return { rootHash: root.rootHash, treeSize: root.treeSize?.toString() ?? null };
}
