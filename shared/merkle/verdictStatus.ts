/** From the best to the gravest. */
export const verdictStatuses = ['green', 'keyOnly', 'amber', 'red'] as const;
export type VerdictStatus = (typeof verdictStatuses)[number];

/** The number of atoms with each verdict. */
export type VerdictCounts = Readonly<Record<VerdictStatus, number>>;

export const noVerdicts: VerdictCounts = { green: 0, keyOnly: 0, amber: 0, red: 0 };

export function countVerdicts(items: readonly { readonly verdict: VerdictStatus }[]): VerdictCounts {
  const counts = { ...noVerdicts };
  for (const { verdict } of items) counts[verdict] += 1;
  return counts;
}

/** Whether `status` is worse than `other`. */
export function isWorse(status: VerdictStatus, other: VerdictStatus): boolean {
  return verdictStatuses.indexOf(status) > verdictStatuses.indexOf(other);
}
