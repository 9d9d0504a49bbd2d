import type { AtomsQuery, KeySelection } from '#shared/domain/catalogueQuery.ts';

/** The selected atoms of the table: some, or all results of its query except some. */
export type RowSelection =
  | { readonly kind: 'some'; readonly keys: ReadonlySet<string> }
  | { readonly kind: 'allBut'; readonly keys: ReadonlySet<string> };

export const nothingSelected: RowSelection = { kind: 'some', keys: new Set() };
export const allSelected: RowSelection = { kind: 'allBut', keys: new Set() };

export function isSelected({ kind, keys }: RowSelection, key: string): boolean {
  return keys.has(key) === (kind === 'some');
}

export function selectOnly(key: string): RowSelection {
  return { kind: 'some', keys: new Set([key]) };
}

export function toggleSelected({ kind, keys }: RowSelection, key: string): RowSelection {
  const toggled = new Set(keys);
  if (!toggled.delete(key)) toggled.add(key);
  return { kind, keys: toggled };
}

/** @param total the number of atoms that the query finds */
export function countSelected({ kind, keys }: RowSelection, total: number): number {
  return kind === 'some' ? keys.size : Math.max(0, total - keys.size);
}

/** The selection in the form that the main process accepts. */
export function keySelection({ kind, keys }: RowSelection, query: AtomsQuery): KeySelection {
  return kind === 'some' ? { kind: 'keys', keys: [...keys] } : { kind: 'query', query, except: [...keys] };
}
