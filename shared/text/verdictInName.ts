import type { VerdictStatus } from '../merkle/verdict.ts';

/** Verdicts in the names of files. */
export const verdictsInNames: Readonly<Record<VerdictStatus, string>> = {
  green: 'verified',
  keyOnly: 'key only',
  amber: 'not fully checked',
  red: 'failed',
};

const worstFirst: readonly VerdictStatus[] = ['red', 'amber', 'keyOnly', 'green'];

/** The worst of several verdicts, for the name of a file; `''` if there is none. */
export function worstInName(statuses: readonly VerdictStatus[]): string {
  const worst = worstFirst.find((status) => statuses.includes(status));
  return worst === undefined ? '' : verdictsInNames[worst];
}
