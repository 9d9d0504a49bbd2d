import type { AuditReport } from '#shared/report/auditReport.ts';
import { exitCodes } from '../command.ts';

/** One audit of a watch, or an attempt at one. */
export interface Round {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** The exit code that it would have alone. */
  readonly code: number;
  /** null: nothing was audited. */
  readonly report: AuditReport | null;
}

export const roundVerdicts = ['green', 'keyOnly', 'amber', 'red'] as const;
export type RoundVerdict = (typeof roundVerdicts)[number];

/** Without a report, nothing was checked. */
export function verdictOf({ code, report }: Round): RoundVerdict {
  if (code === exitCodes.bad) return 'red';
  return report?.status ?? 'amber';
}

/** Whether the audit read all of its keys. */
export function isComplete({ report }: Round): boolean {
  return report?.audit.end === 'complete';
}

/** The root of all keys; null if there are several roots, or none. */
export function onlyRoot({ report }: Round): AuditReport['roots'][number] | null {
  const [root, ...others] = (report?.roots ?? []).filter(({ records }) => records > 0);
  return root === undefined || others.length > 0 ? null : root;
}
