import type { AuditRootFinding, AuditSelfTest } from '#shared/audit/auditFile.ts';

/** What an audit knows besides its records. */
export interface AuditFindingsSoFar {
  readonly roots: readonly AuditRootFinding[];
  readonly selfTest: AuditSelfTest | null;
  readonly unasked: number;
  readonly reread: number;
  /** Why findings from before an interruption are lost, so that what is here is not all; null if none are. */
  readonly lost: 'missing' | 'damaged' | null;
}

export const noFindings: AuditFindingsSoFar = {
  roots: [],
  selfTest: null,
  unasked: 0,
  reread: 0,
  lost: null,
};
