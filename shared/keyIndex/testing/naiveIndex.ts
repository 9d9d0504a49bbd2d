import type { CatalogueEntry } from '../../domain/catalogue.ts';
import { changeKinds, type ChangedFilter } from '../../domain/keyChange.ts';
import type {
  AtomsQuery,
  KeyFilter,
  RowPlace,
  TreeQuery,
  TreeRow,
  TreeTarget,
} from '../../domain/catalogueQuery.ts';
import { compareKeys, isAtOrBelow, segmentsOf } from '../segments.ts';

// What the queries mean, written for the eye and not for speed: the index is held against it.

type Unplaced<T> = Omit<T, 'connectionId'>;

function naiveMatches(entry: CatalogueEntry, filter: KeyFilter, delimiter: string): boolean {
  if (filter.bookmarked === true && !entry.bookmarked) return false;
  if (filter.tags?.some((tag) => !entry.tags.includes(tag)) === true) return false;
  if (filter.changed !== undefined && !isChanged(entry, filter.changed)) return false;
  const state = entry.conflicting ? 'red' : entry.gone ? 'gone' : (entry.verdict ?? 'unread');
  if (filter.states !== undefined && !filter.states.includes(state)) return false;
  return filter.text === '' || matchesText(entry.key, filter, delimiter);
}

function isChanged(entry: CatalogueEntry, { since, kinds = changeKinds }: ChangedFilter): boolean {
  const wasRead = entry.changedAt !== null && entry.changedAt >= since;
  const kind = wasRead && entry.gone ? 'missing' : entry.firstSeenAt >= since ? 'new' : 'changed';
  return (wasRead || kind === 'new') && kinds.includes(kind);
}

function matchesText(key: string, { text, mode }: KeyFilter, delimiter: string): boolean {
  const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  switch (mode) {
    case 'contains':
      return new RegExp(literal, 'iu').test(key);
    case 'prefix':
      return new RegExp(`^${literal}`, 'iu').test(key);
    case 'segment': {
      const segments = segmentsOf(key, delimiter);
      const wanted = segmentsOf(text, delimiter);
      return segments.some(
        (_, at) =>
          at + wanted.length <= segments.length &&
          wanted.every((segment, step) => isSameText(segments[at + step] ?? '', segment)),
      );
    }
    case 'glob':
      return matchesGlob(key, text, delimiter);
  }
}

function isSameText(left: string, right: string): boolean {
  const literal = right.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`^${literal}$`, 'iu').test(left);
}

function matchesGlob(key: string, pattern: string, delimiter: string): boolean {
  const separators = new Set<number>();
  let offset = 0;
  for (const segment of segmentsOf(key, delimiter).slice(0, -1)) {
    offset += segment.length;
    for (let unit = 0; unit < delimiter.length; unit += 1) separators.add(offset + unit);
    offset += delimiter.length;
  }
  const characters: { readonly text: string; readonly separates: boolean }[] = [];
  let unit = 0;
  for (const text of key) {
    characters.push({ text, separates: separators.has(unit) });
    unit += text.length;
  }
  const tokens = pattern.match(/\*+|[^*]/gu) ?? [];
  let reached = new Set([0]);
  const skipStars = (): void => {
    for (const token of reached) if (tokens[token]?.startsWith('*') === true) reached.add(token + 1);
  };
  skipStars();
  for (const { text, separates } of characters) {
    const next = new Set<number>();
    for (const at of reached) {
      const token = tokens[at];
      if (token === undefined) continue;
      if (token === '*' && !separates) next.add(at);
      else if (token.startsWith('**')) next.add(at);
      else if (token === '?' && !separates) next.add(at + 1);
      else if (!token.startsWith('*') && token !== '?' && isSameText(text, token)) next.add(at + 1);
    }
    reached = next;
    skipStars();
  }
  return reached.has(tokens.length);
}

/** All rows of the tree that are visible. */
export function naiveTree(
  entries: readonly CatalogueEntry[],
  { filter, delimiter, open }: Unplaced<TreeQuery>,
): readonly TreeRow[] {
  const matching = entries.filter((entry) => naiveMatches(entry, filter, delimiter));
  const except = new Set(open.except);
  const rows: TreeRow[] = [];
  const visit = (
    path: string,
    row: Pick<TreeRow, 'label' | 'level' | 'parent' | 'position' | 'siblings'>,
    within: readonly CatalogueEntry[],
  ): void => {
    const depth = path === '' ? 0 : segmentsOf(path, delimiter).length;
    const children = new Map<string, CatalogueEntry[]>();
    for (const entry of within) {
      if (entry.key === path) continue;
      const segments = segmentsOf(entry.key, delimiter);
      const child = endOfChain(entries, segments.slice(0, depth + 1).join(delimiter), delimiter);
      children.set(child, [...(children.get(child) ?? []), entry]);
    }
    const isOpen = open.others !== except.has(path);
    const index = rows.length;
    rows.push({
      path,
      ...row,
      keyCount: within.length,
      entry: within.find(({ key }) => key === path) ?? null,
      hasChildren: children.size > 0,
      isOpen,
    });
    if (!isOpen) return;
    const paths = [...children.keys()].sort((a, b) => compareKeys(a, b, delimiter));
    for (const [at, child] of paths.entries()) {
      visit(
        child,
        {
          label: segmentsOf(child, delimiter).slice(depth).join(delimiter),
          level: row.level + 1,
          parent: index,
          position: at + 1,
          siblings: paths.length,
        },
        children.get(child) ?? [],
      );
    }
  };
  visit('', { label: '', level: 1, parent: -1, position: 1, siblings: 1 }, matching);
  return rows;
}

/** Of a path, the path of its row: continues for as long as there is no key and only one way on, filtered or not. */
function endOfChain(entries: readonly CatalogueEntry[], path: string, delimiter: string): string {
  const depth = segmentsOf(path, delimiter).length;
  const below = entries.filter(({ key }) => isAtOrBelow(key, path, delimiter));
  if (below.some(({ key }) => key === path)) return path;
  const next = new Set(
    below.map(({ key }) =>
      segmentsOf(key, delimiter)
        .slice(0, depth + 1)
        .join(delimiter),
    ),
  );
  const [only] = next;
  return next.size === 1 && only !== undefined ? endOfChain(entries, only, delimiter) : path;
}

export function naiveLocateInTree(
  entries: readonly CatalogueEntry[],
  query: Unplaced<TreeQuery>,
  target: TreeTarget,
): Omit<RowPlace, 'revision'> {
  const rows = naiveTree(entries, query);
  if (target.kind === 'typed') {
    const letters = [...target.text];
    const isOneLetter = letters.every((letter) => isSameText(letter, letters[0] ?? ''));
    const wanted = isOneLetter ? (letters[0] ?? '') : target.text;
    for (let step = isOneLetter ? 1 : 0; step < rows.length + (isOneLetter ? 1 : 0); step += 1) {
      const index = (Math.max(target.after, isOneLetter ? -1 : 0) + step) % rows.length;
      const literal = wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
      if (new RegExp(`^${literal}`, 'iu').test(rows[index]?.label ?? '')) return { index, nearest: index };
    }
    return { index: -1, nearest: -1 };
  }
  const index = rows.findIndex(({ path }) => path === target.path);
  const segments = segmentsOf(target.path, query.delimiter);
  const chain = target.path === '' ? '' : endOfChain(entries, target.path, query.delimiter);
  let nearest = index === -1 ? rows.findIndex(({ path }) => path === chain) : index;
  for (let depth = segments.length - 1; nearest === -1 && depth > 0; depth -= 1) {
    const above = segments.slice(0, depth).join(query.delimiter);
    nearest = rows.findIndex(({ path }) => path === above);
  }
  return { index, nearest: nearest === -1 ? 0 : nearest };
}

export function naiveAtoms(
  entries: readonly CatalogueEntry[],
  { filter, delimiter, path, sort }: Unplaced<AtomsQuery>,
): readonly CatalogueEntry[] {
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return entries
    .filter(({ key }) => {
      const segments = segmentsOf(key, delimiter);
      const above = segmentsOf(path, delimiter);
      return path === '' || above.every((segment, depth) => segments[depth] === segment);
    })
    .filter((entry) => naiveMatches(entry, filter, delimiter))
    .sort((left, right) => {
      const byKey = compareKeys(left.key, right.key, delimiter);
      if (sort.column === 'key') return sign * byKey;
      const [a, b] = [columnOf(left, sort.column), columnOf(right, sort.column)];
      if (a === null || b === null) return Number(a === null) - Number(b === null) || byKey;
      return (a < b ? -sign : a > b ? sign : 0) || byKey;
    });
}

function columnOf(
  entry: CatalogueEntry,
  column: Exclude<AtomsQuery['sort']['column'], 'key'>,
): string | number | bigint | null {
  switch (column) {
    case 'root':
      return entry.placed?.rootHash ?? null;
    case 'treeSize':
      return entry.placed === null ? null : BigInt(entry.placed.treeSize);
    case 'version':
      return entry.version;
    case 'leaf':
      return entry.leafIndex === null ? null : BigInt(entry.leafIndex);
    case 'verdict':
      return entry.verdict === null ? null : ['red', 'amber', 'keyOnly', 'green'].indexOf(entry.verdict);
    case 'readAt':
      return entry.readAt;
    case 'hash':
      return entry.hash;
    case 'source':
      return ['recall', 'prediction', 'lookup', 'write', 'import'].indexOf(entry.source);
    case 'firstSeenAt':
      return entry.firstSeenAt;
    case 'changedAt':
      return entry.changedAt;
    default:
      // No values are in memory.
      return null;
  }
}
