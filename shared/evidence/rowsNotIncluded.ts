import type { EvidenceReceipt } from './statement.ts';

/** Rows of uploads that their receipts count and do not contain, because it is not known that the service has their values. */
export interface RowsNotIncluded {
  readonly unknown: number;
  readonly refused: number;
  readonly notSent: number;
}

export function rowsNotIncluded(receipts: readonly EvidenceReceipt[]): RowsNotIncluded {
  const all = { unknown: 0, refused: 0, notSent: 0 };
  for (const { rows } of receipts)
    for (const name of ['unknown', 'refused', 'notSent'] as const) all[name] += rows?.[name] ?? 0;
  return all;
}

/** Atoms that receipts count as stored or unchanged, and do not contain. */
export function atomsLeftOut(receipts: readonly EvidenceReceipt[]): number {
  return receipts.reduce(
    (sum, { rows, atoms }) =>
      sum + (rows === undefined ? 0 : Math.max(0, rows.stored + rows.same - atoms.length)),
    0,
  );
}

/** Whether a receipt of an upload does not say how many rows the upload had. */
export function lacksRowCounts(receipts: readonly EvidenceReceipt[]): boolean {
  return receipts.some(({ kind, rows }) => kind === 'upload' && rows === undefined);
}
