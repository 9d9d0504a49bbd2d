/** What was probably meant: the most similar of the names; null if none is similar enough to be a slip. */
export function closest(typed: string, names: readonly string[]): string | null {
  const most = typed.length <= 3 ? 1 : typed.length <= 7 ? 2 : 3;
  const ranked = names
    .map((name) => ({ name, distance: isBeginning(typed, name) ? 1 : editDistance(typed, name) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.name ?? null;
}

function isBeginning(typed: string, name: string): boolean {
  return typed.length >= 3 && name.startsWith(typed);
}

/** Letters to insert, remove, replace, or swap with their neighbor. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let j = 0; j <= b.length; j += 1) rows[0]?.splice(j, 1, j);
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const steps = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1)];
      rows[i]?.push(Math.min(...steps, ...(isSwap ? [at(i - 2, j - 2) + 1] : [])));
    }
  }
  return at(a.length, b.length);
}
