/** Names of the columns of a table, without repeats. */
export interface TableColumns {
  readonly columns: readonly string[];
  /** The renamed ones. */
  readonly renamed: readonly string[];
}

/** `header` null: the columns are only numbered. */
export function tableColumns(header: readonly string[] | null, width: number): TableColumns {
  const numbered = (at: number): string => `Column ${String(at + 1)}`;
  if (header === null)
    return { columns: Array.from({ length: width }, (_, at) => numbered(at)), renamed: [] };
  const names = header.map((cell, at) => (cell.trim() === '' ? numbered(at) : cell.trim()));
  const taken = new Set<string>();
  const wanted = new Set(names);
  const renamed: string[] = [];
  const columns = names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free) || (free !== name && wanted.has(free)); count += 1)
      free = `${name} (${String(count)})`;
    taken.add(free);
    if (free !== name) renamed.push(free);
    return free;
  });
  return { columns, renamed };
}
