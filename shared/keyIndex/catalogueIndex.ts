import {
  countEmptyLeaves,
  countKnownLeaves,
  findKnownLeaves,
  readKnownVersions,
} from '../coverage/knownLeaves.ts';
import type { LeafSpan } from '../merkle/emptySubtrees.ts';
import { mapLeaves } from '../coverage/leafMap.ts';
import type { CatalogueEntry, CatalogueSummary, LeafMap, LeafMoves, LeafPlace } from '../domain/catalogue.ts';
import type {
  AtomsQuery,
  KeyFilter,
  RowPlace,
  RowsAnswer,
  RowWindow,
  TreeQuery,
  TreeRow,
  TreeTarget,
} from '../domain/catalogueQuery.ts';
import { countChanges, passesChange, type ChangeCounts } from './countChanges.ts';
import { createEntryColumns, type PackedColumns } from './entryColumns.ts';
import { createKeyIndex, placesOf } from './keyIndex.ts';
import { labelOf, levelOf, nodeOfPath, nodeOver, noNode, pathOf, type KeyTree } from './keyTree.ts';
import { bitsInBoth, emptyBits, NumberSet, setBit } from './numberSet.ts';
import { ancestorsOf } from './segments.ts';
import { sortNumbers } from './sortNumbers.ts';
import { createSiblings, isMatch, isOpenNode, matchesBelow, typedRow, visibleNodes } from './treeRows.ts';

type OfOneConnection<Query> = Omit<Query, 'connectionId'>;

/** The known keys of one connection, what is saved about them, and queries on them. */
export interface CatalogueIndex {
  /** Counts up with every `put` and `remove`. */
  readonly revision: () => number;
  readonly size: () => number;
  readonly get: (key: string) => CatalogueEntry | null;
  readonly has: (key: string) => boolean;
  /** Whether the last request for a key did not return it. */
  readonly isGone: (key: string) => boolean;
  /** When a key was last read, in epoch milliseconds; null if it was not. */
  readonly readAt: (key: string) => number | null;
  /** Reads a known key again, without another change. */
  readonly repeat: (key: string, at: number, placed: LeafPlace) => void;
  /** Adds or replaces entries. Fastest if many are sorted by key. */
  readonly put: (entry: CatalogueEntry) => void;
  readonly remove: (key: string) => void;
  /** All entries, in no order. */
  readonly entries: () => Iterable<CatalogueEntry>;
  readonly tree: (query: OfOneConnection<TreeQuery>, window: RowWindow) => RowsAnswer<TreeRow>;
  readonly locateInTree: (query: OfOneConnection<TreeQuery>, target: TreeTarget) => RowPlace;
  readonly atoms: (query: OfOneConnection<AtomsQuery>, window: RowWindow) => RowsAnswer<CatalogueEntry>;
  readonly locateInAtoms: (query: OfOneConnection<AtomsQuery>, key: string) => RowPlace;
  readonly keys: (query: OfOneConnection<AtomsQuery>, window: RowWindow) => RowsAnswer<string>;
  /** What is known, in numbers. `treeSize`: of the largest tree seen; null if there was none. */
  /** `shownEmpty`: ranges of leaves that proofs showed to be empty, sorted and disjoint. */
  readonly counts: (treeSize: bigint | null, shownEmpty?: readonly LeafSpan[]) => CatalogueCounts;
  /** Changes since a time. `olderSize`: leaves of the tree then; null if that is not known. */
  readonly changes: (since: number, olderSize: bigint | null) => ChangeCounts;
  readonly leafMap: (
    treeSize: bigint | null,
    cells: number,
    moves: LeafMoves,
    shownEmpty?: readonly LeafSpan[],
  ) => Omit<LeafMap, 'revision'>;
  /** Everything it knows, from which `createCatalogueIndex` makes it again. */
  readonly pack: () => PackedIndex;
  readonly wantsImproving: () => boolean;
  /** Makes searching faster, in steps. Between them, everything can be queried and changed. */
  readonly improve: () => Generator<undefined, void>;
}

export interface PackedIndex {
  /** In the order of `<`. */
  readonly keys: readonly string[];
  /** Of each key, by its place in `keys`: how many units it shares with the one before it; 255 for more. Not known if absent. */
  readonly shared?: Uint8Array;
  /** Of each key, by its place in `keys`. */
  readonly columns: PackedColumns;
}

export type CatalogueCounts = Pick<
  CatalogueSummary,
  'revision' | 'keys' | 'unread' | 'bookmarked' | 'coverage' | 'tags'
>;

/** How many query results are cached for the next page of the same query. */
const mostKept = 2;

/** `firstRevision`: the initial value of `revision`. `packed`: what it begins with. */
export function createCatalogueIndex(firstRevision = 0, packed: PackedIndex | null = null): CatalogueIndex {
  const index = createKeyIndex(packed?.keys, packed?.shared);
  const columns = createEntryColumns(packed?.columns);
  let revision = firstRevision;
  const matchesKept = createKept<NumberSet | null>();
  const rowsKept = createKept<NumberSet>();
  const ordersKept = createKept<Uint32Array>();
  /** Every letter of a filter also counts the unread, so which keys pass a condition is kept apart from the text. */
  const passingKept = createKept<NumberSet>();

  const keyOf = (number: number): string => index.keys[number] ?? '';
  const entryOf = (number: number): CatalogueEntry => columns.get(number, keyOf(number));

  const passes = ({ states, bookmarked, tag, changed }: KeyFilter): ((number: number) => boolean) | null => {
    if (states === undefined && bookmarked === undefined && tag === undefined && changed === undefined)
      return null;
    const wanted = states === undefined ? null : new Set<string>(states);
    return (number) =>
      (wanted === null || wanted.has(columns.stateOf(number))) &&
      (bookmarked === undefined || columns.isBookmarked(number)) &&
      (tag === undefined || columns.tagsOf(number).includes(tag)) &&
      (changed === undefined || passesChange(columns.changeSince(number, changed.since), changed));
  };
  /** The result of a filter by text only is valid until a key is added or removed. */
  const versionFor = (filter: KeyFilter): string =>
    passes(filter) === null ? `keys ${String(index.generation())}` : `entries ${String(revision)}`;
  /** The positions of the keys that pass a filter; null for all. */
  const matchesOf = (filter: KeyFilter, delimiter: string): NumberSet | null => {
    const condition = passes(filter);
    if (filter.text === '' && condition === null) return null;
    return matchesKept(`${versionFor(filter)} ${JSON.stringify([filter, delimiter])}`, () => {
      const found = filter.text === '' ? null : index.find(filter.text, filter.mode, delimiter);
      const places = found === null ? null : placesOf(index, delimiter, found);
      if (condition === null) return places;
      const name = `${String(revision)} ${JSON.stringify([{ ...filter, text: '' }, delimiter])}`;
      const passing = passingKept(name, () => placesThat(condition, index.tree(delimiter).order));
      return places === null ? passing : new NumberSet(bitsInBoth(places.bits, passing.bits));
    });
  };

  const nodeAt = (tree: KeyTree, path: string): number => nodeOfPath(tree, index.keys, path);
  const rowsOf = ({ filter, delimiter, open }: OfOneConnection<TreeQuery>) => {
    const tree = index.tree(delimiter);
    const matches = matchesOf(filter, delimiter);
    const nodes = open.except.map((path) => nodeAt(tree, path)).filter((node) => node !== noNode);
    const openNodes = { others: open.others, except: new Set(nodes) };
    const inSight = rowsKept(`${versionFor(filter)} ${JSON.stringify([filter, delimiter, open])}`, () =>
      visibleNodes(tree, matches, openNodes),
    );
    return { tree, matches, inSight, openNodes };
  };

  /** The atoms of a query in its order. In the order of keys, only visible entries are created. */
  const orderOf = (query: OfOneConnection<AtomsQuery>): AtomOrder => {
    const { filter, delimiter, path, sort } = query;
    const tree = index.tree(delimiter);
    const matches = matchesOf(filter, delimiter);
    const node = nodeOver(tree, index.keys, path);
    const first = node === noNode ? 0 : (tree.firstKeys[node] ?? 0);
    const last = node === noNode ? 0 : (tree.lastKeys[node] ?? 0);
    const inOrder = placesBetween(tree, matches, first, last);
    if (sort.column === 'key') return sort.direction === 'ascending' ? inOrder : reversed(inOrder);
    const { column, direction } = sort;
    const name = `${String(revision)} ${JSON.stringify([filter, delimiter, path, sort])}`;
    const numbers = ordersKept(name, () => {
      const unsorted = new Uint32Array(inOrder.count);
      for (let at = 0; at < unsorted.length; at += 1) unsorted[at] = inOrder.numberAt(at);
      return sortNumbers(unsorted, columns.sortKeys(column), direction);
    });
    return {
      count: numbers.length,
      numberAt: (at) => numbers[at] ?? 0,
      indexOf: (number) => numbers.indexOf(number),
    };
  };
  /** In the order of keys: those at positions from `first` up to but not including `last` that pass. */
  const placesBetween = (
    tree: KeyTree,
    matches: NumberSet | null,
    first: number,
    last: number,
  ): AtomOrder => {
    const placeOf = (number: number): number => index.places(tree.delimiter)[number] ?? 0;
    if (matches === null) {
      return {
        count: last - first,
        numberAt: (at) => tree.order[first + at] ?? 0,
        indexOf: (number) => {
          const place = placeOf(number);
          return place >= first && place < last ? place - first : -1;
        },
      };
    }
    const from = matches.rank(first);
    const to = matches.rank(last);
    return {
      count: to - from,
      numberAt: (at) => tree.order[matches.select(from + at)] ?? 0,
      indexOf: (number) => {
        const place = placeOf(number);
        return matches.has(place) && place >= first && place < last ? matches.rank(place) - from : -1;
      },
    };
  };
  const windowOf = <Row>(
    { count, numberAt }: AtomOrder,
    { from, to }: RowWindow,
    rowOf: (number: number) => Row,
  ): RowsAnswer<Row> => {
    const rows: Row[] = [];
    for (let at = from; at < Math.min(to, count); at += 1) rows.push(rowOf(numberAt(at)));
    return { revision, total: count, rows };
  };

  return {
    revision: () => revision,
    size: index.count,
    get: (key) => {
      const number = index.numberOf(key);
      return number === -1 ? null : entryOf(number);
    },
    has: (key) => index.numberOf(key) !== -1,
    isGone: (key) => {
      const number = index.numberOf(key);
      return number !== -1 && columns.isGone(number);
    },
    readAt: (key) => {
      const number = index.numberOf(key);
      return number === -1 ? null : columns.readAt(number);
    },
    repeat: (key, at, placed) => {
      const number = index.numberOf(key);
      if (number === -1) return;
      columns.repeat(number, at, placed);
      revision += 1;
    },
    put: (entry) => {
      const known = index.numberOf(entry.key);
      columns.set(known === -1 ? index.add(entry.key) : known, entry);
      revision += 1;
    },
    remove: (key) => {
      const number = index.numberOf(key);
      if (number === -1) return;
      index.remove(number);
      columns.clear(number);
      revision += 1;
    },
    *entries() {
      for (let number = 0; number < index.keys.length; number += 1) {
        if (!index.isRemoved(number)) yield entryOf(number);
      }
    },
    tree: (query, { from, to }) => {
      const { tree, matches, inSight, openNodes } = rowsOf(query);
      const siblingsOf = createSiblings(tree, inSight);
      const found: TreeRow[] = [];
      for (let row = from; row < Math.min(to, inSight.count); row += 1) {
        const node = inSight.select(row);
        const isEntry = isMatch(tree, matches, node);
        const keyCount = matchesBelow(tree, matches, node);
        found.push({
          path: node === 0 ? '' : pathOf(tree, index.keys, node),
          label: labelOf(tree, index.keys, node),
          level: levelOf(tree, node),
          keyCount,
          entry: isEntry ? entryOf(tree.order[tree.firstKeys[node] ?? 0] ?? 0) : null,
          hasChildren: keyCount > Number(isEntry),
          isOpen: isOpenNode(openNodes, node),
          parent: row === 0 ? -1 : inSight.rank(tree.parents[node] ?? 0),
          ...siblingsOf(node),
        });
      }
      return { revision, total: inSight.count, rows: found };
    },
    locateInTree: (query, target) => {
      const { tree, inSight } = rowsOf(query);
      if (target.kind === 'typed') {
        const place = typedRow(tree, inSight, target.text, target.after, index.keys);
        return { revision, index: place, nearest: place };
      }
      const rowOf = (node: number): number =>
        node !== noNode && inSight.has(node) ? inSight.rank(node) : -1;
      const rowAt = (path: string): number => rowOf(nodeAt(tree, path));
      const place = rowAt(target.path);
      let nearest = place === -1 ? rowOf(nodeOver(tree, index.keys, target.path)) : place;
      const above = ancestorsOf(target.path, query.delimiter);
      for (let depth = above.length - 1; nearest === -1 && depth >= 0; depth -= 1) {
        nearest = rowAt(above[depth] ?? '');
      }
      return { revision, index: place, nearest };
    },
    atoms: (query, window) => windowOf(orderOf(query), window, entryOf),
    locateInAtoms: (query, key) => {
      const number = index.numberOf(key);
      const place = number === -1 ? -1 : orderOf(query).indexOf(number);
      return { revision, index: place, nearest: place };
    },
    keys: (query, window) => windowOf(orderOf(query), window, keyOf),
    counts: (treeSize, shownEmpty = []) => {
      const numbers = index.numbers();
      // After an upload, none of many keys has one.
      const withLeaf = numbers.filter(columns.hasLeaf);
      let unread = 0;
      let bookmarked = 0;
      const tags = new Map<string, number>();
      for (const number of numbers) {
        if (columns.stateOf(number) === 'unread') unread += 1;
        if (columns.isBookmarked(number)) bookmarked += 1;
        for (const tag of columns.tagsOf(number)) tags.set(tag, (tags.get(tag) ?? 0) + 1);
      }
      return {
        revision,
        keys: numbers.length,
        unread,
        bookmarked,
        coverage: {
          knownLeaves: countKnownLeaves(withLeaf, columns, treeSize),
          treeSize: treeSize?.toString() ?? null,
          ...emptyPart(countEmptyLeaves(withLeaf, columns, shownEmpty)),
        },
        tags: [...tags].map(([tag, keys]) => ({ tag, keys })).sort((a, b) => (a.tag < b.tag ? -1 : 1)),
      };
    },
    changes: (since, olderSize) => countChanges(index.numbers(), columns, since, olderSize),
    leafMap: (treeSize, cells, moves, shownEmpty = []) => {
      const numbers = index.numbers();
      const grows = moves.moved + moves.rewritten === 0;
      const { positions, contradictions, contradictionCount } = findKnownLeaves(
        numbers,
        columns,
        keyOf,
        grows,
      );
      const { known, empty, ...map } = mapLeaves(treeSize ?? 0n, positions, cells, shownEmpty);
      return {
        ...map,
        coverage: {
          knownLeaves: treeSize === null ? positions.length : known,
          treeSize: treeSize?.toString() ?? null,
          ...emptyPart(Number(empty)),
        },
        contradictions,
        contradictionCount,
        moves,
        byVersions: readKnownVersions(
          numbers,
          columns,
          treeSize === null ? null : treeSize - empty,
          known,
          grows,
        ),
      };
    },
    pack: () => {
      const numbers = index.sorted();
      return { keys: Array.from(numbers, keyOf), columns: columns.pack(numbers) };
    },
    wantsImproving: index.wantsImproving,
    improve: index.improve,
  };
}

function emptyPart(emptyLeaves: number): { readonly emptyLeaves?: number } {
  return emptyLeaves === 0 ? {} : { emptyLeaves };
}

/** The positions whose key meets a condition. */
function placesThat(condition: (number: number) => boolean, order: Uint32Array): NumberSet {
  const bits = emptyBits(order.length);
  for (let place = 0; place < order.length; place += 1) {
    if (condition(order[place] ?? 0)) setBit(bits, place);
  }
  return new NumberSet(bits);
}

/** Atoms in some order, as the numbers of their keys. */
interface AtomOrder {
  readonly count: number;
  readonly numberAt: (at: number) => number;
  /** -1 if it is not included. */
  readonly indexOf: (number: number) => number;
}

function reversed({ count, numberAt, indexOf }: AtomOrder): AtomOrder {
  return {
    count,
    numberAt: (at) => numberAt(count - 1 - at),
    indexOf: (number) => {
      const at = indexOf(number);
      return at === -1 ? -1 : count - 1 - at;
    },
  };
}

/** Caches the last few results by name. */
function createKept<T>(): (name: string, make: () => T) => T {
  const kept = new Map<string, T>();
  return (name, make) => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const made = make();
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '');
    kept.set(name, made);
    return made;
  };
}
