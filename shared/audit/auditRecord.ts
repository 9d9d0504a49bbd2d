import { z } from 'zod';
import type { ReadChangeKind } from '../domain/readChange.ts';
import type { KeyConflict } from '../domain/keyMemory.ts';
import { checkNames, verdictStatuses, type Check, type Verdict } from '../merkle/verdict.ts';
import { reasonCode } from '../text/verdictRecord.ts';
import { auditLimits as most } from './limits.ts';

export const auditOutcomes = [...verdictStatuses, 'missing', 'refused', 'unsendable'] as const;
/**
 * What became of a key: the verdict on its atom; not returned; refused by the service; or no request can carry the key. A key that
 * was not returned although it is proven under the root of the same response is `red`.
 */
export type AuditOutcome = (typeof auditOutcomes)[number];

const conflictKinds = [
  'other-content',
  'version-back',
  'denied',
] as const satisfies readonly KeyConflict['kind'][];

export const auditChanges = [
  'first-read',
  'version',
  'content',
  'verdict',
  'not-returned',
  'returned',
] as const satisfies readonly ReadChangeKind[];
/** How a key differs from what was known of it, without contradicting it. Contradictions are in `conflict`. */
export type AuditChange = (typeof auditChanges)[number];

/** What a changed atom can be noticed by; a first reading or another verdict is not a change of the atom. */
const changesOfTheAtom: ReadonlySet<AuditChange> = new Set([
  'version',
  'content',
  'not-returned',
  'returned',
]);

export const expectationFields = ['present', 'version', 'value'] as const;
/** What an expected list can say of a key: that it is there, its version, and the SHA-256 of its value. */
export type ExpectationField = (typeof expectationFields)[number];

const text = z.string().max(most.text);
const digits = z.string().regex(/^(0|[1-9]\d{0,77})$/);
/** Lowercase hex of any known length. */
const hash = z.string().regex(/^(?:[0-9a-f]{2}){20,64}$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Lowercase hex where the root is hex; a decimal string, null if it states none. */
export const auditRootSchema = z.strictObject({ rootHash: text, treeSize: digits.nullable() });
/** The root and tree size that a proof states. */
export type AuditRoot = z.infer<typeof auditRootSchema>;

const auditCheckSchema = z.strictObject({
  name: z.enum(checkNames),
  status: z.enum(['fail', 'undecided']),
  /** Such as `content-differs` or `root-not-reached`; see `reasonCode`. */
  code: text,
});
/** The check that decided an outcome that is not green: the first one that failed, or else the first decisive undecided one. */
export type AuditCheck = z.infer<typeof auditCheckSchema>;

/** What an audit found about one key. Contains no value. */
export interface AuditRecord {
  readonly key: string;
  readonly outcome: AuditOutcome;
  /** null if the outcome is green, or there was no atom to check. */
  readonly check: AuditCheck | null;
  /** How the response contradicts an earlier one; null if it does not. */
  readonly conflict: KeyConflict['kind'] | null;
  readonly changes: readonly AuditChange[];
  /** Whether the key is on the list of expected changes. */
  readonly isExpected: boolean;
  /** What of the expected list does not hold; empty if all of it holds, or there is none. */
  readonly unmet: readonly ExpectationField[];
  readonly version: number | null;
  /** Of the last read before, where the atom differs from it and the version was known. Earlier versions of the app recorded none. */
  readonly versionBefore?: number;
  /** SHA-256 of the value as UTF-8, lowercase hex. */
  readonly valueHash: string | null;
  /** Of its proof; lowercase hex. */
  readonly leafHash: string | null;
  /** Decimal string. */
  readonly leafIndex: string | null;
  /** Of its proof, or that the response without the key stated; null if there was none. */
  readonly root: AuditRoot | null;
}

/** A line with a record. What is null, empty or false in `AuditRecord` is absent; `root` counts the lines of roots from 0. */
export const recordLineSchema = z.strictObject({
  key: z.string().max(most.key),
  outcome: z.enum(auditOutcomes),
  check: auditCheckSchema.optional(),
  conflict: z.enum(conflictKinds).optional(),
  changes: z.array(z.enum(auditChanges)).min(1).max(auditChanges.length).optional(),
  isExpected: z.literal(true).optional(),
  unmet: z.array(z.enum(expectationFields)).min(1).max(expectationFields.length).optional(),
  version: z.number().optional(),
  versionBefore: z.number().optional(),
  valueHash: sha256.optional(),
  leafHash: hash.optional(),
  leafIndex: digits.optional(),
  root: z.int().min(0).max(most.roots).optional(),
});
export type RecordLine = z.infer<typeof recordLineSchema>;

/** The check to name in the record of a verdict. */
export function decisiveCheck({ status, checks, open }: Verdict): AuditCheck | null {
  if (status === 'green') return null;
  const found =
    status === 'red'
      ? checks.find((check) => check.status === 'fail')
      : (checks.find((check) => check.name === 'root' && isUnexplained(check)) ??
        checks.find((check) => isDecisive(check) && check.status === 'undecided'));
  if (found === undefined) return groundCheck(open);
  return {
    name: found.name,
    status: status === 'red' ? 'fail' : 'undecided',
    code: reasonCode(found.reason),
  };
}

/** Of a verdict that only a ground holds back, which has no check of its own: the check that would have used it. */
function groundCheck(open: Verdict['open']): AuditCheck | null {
  const first = open.find(({ holdsBack }) => holdsBack);
  if (first === undefined) return null;
  const name = first.name === 'rules' ? 'content' : first.name === 'knownKeys' ? 'coherent' : 'root';
  return { name, status: 'undecided', code: `ground.${first.name}` };
}

function isDecisive({ name }: Check): boolean {
  return name === 'path' || name === 'content' || name === 'coherent';
}

function isUnexplained({ reason }: Check): boolean {
  return reason.code === 'root' && reason.rootStatus?.kind === 'unexplained';
}

/** Whether a record shows something wrong: a failed verification, a contradiction, or a difference from the expected list. */
export function isFailure(record: AuditRecord): boolean {
  return record.outcome === 'red' || record.conflict !== null || record.unmet.length > 0;
}

/** Whether a record has to be looked at: a failure, or a key about which nothing was proven. */
export function isFinding(record: AuditRecord): boolean {
  return isFailure(record) || (record.outcome !== 'green' && record.outcome !== 'keyOnly');
}

/** Whether what was read could be compared with an earlier read. What is not proven is the same as nothing. */
export function isCompared(record: AuditRecord): boolean {
  const isProven = record.outcome === 'green' || record.outcome === 'keyOnly';
  return isChanged(record) || (isProven && !record.changes.includes('first-read'));
}

/** Whether the atom differs from what was known, whether that was expected or not. */
export function isChanged({ changes, conflict }: AuditRecord): boolean {
  return conflict !== null || changes.some((change) => changesOfTheAtom.has(change));
}
