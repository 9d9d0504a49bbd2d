import {
  countEmptyLeaves,
  countKnownLeaves,
  findKnownLeaves,
  readKnownVersions,
} from '../coverage/knownLeaves.ts';
import type { LeafSpan } from '../merkle/emptySubtrees.ts';
import { mapLeaves } from '../coverage/leafMap.ts';
import type { CatalogueEntry, CatalogueSummary, LeafMap, LeafMoves, LeafPlace } from '../domain/catalogue.ts';
import {
  isOfValues,
  type AtomRow,
  type AtomsQuery,
  type KeyFilter,
  type RowPlace,
  type RowsAnswer,
  type RowWindow,
  type SeenField,
  type TreeQuery,
  type TreeRow,
  type TreeTarget,
  type ValueCoverage,
} from '../domain/catalogueQuery.ts';
import { createKept, placesBetween, placesThat, reversed, type AtomOrder } from './atomOrder.ts';
import { countChanges, passesChange, type ChangeCounts } from './countChanges.ts';
import { createEntryColumns, type PackedColumns } from './entryColumns.ts';
import { createKeyIndex, placesOf } from './keyIndex.ts';
import { labelOf, levelOf, nodeOfPath, nodeOver, noNode, pathOf, type KeyTree } from './keyTree.ts';
import { createValueStore, type ValueStore } from './valueStore.ts';
import { createShownValues, type ShownValues } from './shownValues.ts';
import { bitsInBoth, bitsInEither, NumberSet } from './numberSet.ts';
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
  /** Keeps the value of a known key in memory. `earlier`: one from a history, which replaces none. */
  readonly putValue: (key: string, value: string, how: 'latest' | 'earlier') => void;
  /** Drops the values of these keys from memory; null for all. */
  readonly dropValues: (keys: readonly string[] | null) => void;
  readonly valueCoverage: () => Omit<ValueCoverage, 'history'>;
  readonly seenFields: () => readonly SeenField[];
  /** null if it is not in memory. */
  readonly valueOf: (key: string) => string | null;
  /** All entries, in no order. */
  readonly entries: () => Iterable<CatalogueEntry>;
  readonly tree: (query: OfOneConnection<TreeQuery>, window: RowWindow) => RowsAnswer<TreeRow>;
  readonly locateInTree: (query: OfOneConnection<TreeQuery>, target: TreeTarget) => RowPlace;
  readonly atoms: (query: OfOneConnection<AtomsQuery>, window: RowWindow) => RowsAnswer<AtomRow>;
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

/** `firstRevision`: the initial value of `revision`. `packed`: what it begins with. `values`: with those that it begins with. */
export function createCatalogueIndex(
  firstRevision = 0,
  packed: PackedIndex | null = null,
  values: ValueStore = createValueStore(),
): CatalogueIndex {
  const index = createKeyIndex(packed?.keys, packed?.shared);
  const columns = createEntryColumns(packed?.columns);
  const shownValues: ShownValues = createShownValues(values);
  let revision = firstRevision;
  const matchesKept = createKept<NumberSet | null>();
  const rowsKept = createKept<NumberSet>();
  const ordersKept = createKept<Uint32Array>();
  /** Every letter of a filter also counts the unread, so which keys pass a condition is kept apart from the text. */
  const passingKept = createKept<NumberSet>();

  const keyOf = (number: number): string => index.keys[number] ?? '';
  const entryOf = (number: number): CatalogueEntry => columns.get(number, keyOf(number));

  const isReadable = (number: number): boolean =>
    values.get(number) === undefined && !values.isTooLarge(number) && !columns.isGone(number);
  const passes = (filter: KeyFilter): ((number: number) => boolean) | null => {
    const { states, bookmarked, tags, changed, withoutValue } = filter;
    if ([states, bookmarked, tags, changed, withoutValue].every((condition) => condition === undefined))
      return null;
    const wanted = states === undefined ? null : new Set<string>(states);
    return (number) =>
      (wanted === null || wanted.has(columns.stateOf(number))) &&
      (withoutValue === undefined || isReadable(number)) &&
      (bookmarked === undefined || columns.isBookmarked(number)) &&
      (tags === undefined || hasAll(columns.tagsOf(number), tags)) &&
      (changed === undefined || passesChange(columns.changeSince(number, changed.since), changed));
  };
  /** The result of a filter by text only is valid until a key is added or removed, or a value changes if it searches them. */
  const versionFor = (filter: KeyFilter): string => {
    if (passes(filter) !== null) return `entries ${String(revision)}`;
    const keys = `keys ${String(index.generation())}`;
    return searchesValues(filter) ? `${keys} values ${String(values.generation())}` : keys;
  };
  /** The keys that have the text of a filter, or whose value has it. */
  const find = (filter: KeyFilter, delimiter: string): NumberSet => {
    if (!searchesValues(filter)) return index.find(filter.text, filter.mode, delimiter);
    const inValues = values.find(filter, index.keys.length);
    if (filter.where === 'values') return new NumberSet(inValues);
    return new NumberSet(bitsInEither(inValues, index.find(filter.text, filter.mode, delimiter).bits));
  };
  /** The positions of the keys that pass a filter; null for all. */
  const matchesOf = (filter: KeyFilter, delimiter: string): NumberSet | null => {
    const condition = passes(filter);
    if (filter.text === '' && condition === null) return null;
    return matchesKept(`${versionFor(filter)} ${JSON.stringify([filter, delimiter])}`, () => {
      const found = filter.text === '' ? null : find(filter, delimiter);
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
    const inOrder = placesBetween(tree, index.places, matches, { first, last });
    if (sort.column === 'key') return sort.direction === 'ascending' ? inOrder : reversed(inOrder);
    const { column, direction } = sort;
    const name = `${String(revision)} ${JSON.stringify([filter, delimiter, path, sort])}`;
    const numbers = ordersKept(name, () => {
      const unsorted = new Uint32Array(inOrder.count);
      for (let at = 0; at < unsorted.length; at += 1) unsorted[at] = inOrder.numberAt(at);
      const keys = isOfValues(column) ? shownValues.sortKeys(column) : columns.sortKeys(column);
      return sortNumbers(unsorted, keys, direction);
    });
    return {
      count: numbers.length,
      numberAt: (at) => numbers[at] ?? 0,
      indexOf: (number) => numbers.indexOf(number),
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
      values.remove(number);
      revision += 1;
    },
    putValue: (key, value, how) => {
      const number = index.numberOf(key);
      if (number === -1) return;
      const before = values.generation();
      values.put(number, value, how);
      // Rows may show it, and a search finds it.
      if (values.generation() !== before) revision += 1;
    },
    dropValues: (keys) => {
      if (keys === null) values.clear();
      else for (const key of keys) values.remove(index.numberOf(key));
      revision += 1;
    },
    valueCoverage: () => {
      const { held, tooLarge, dropped } = values.counts();
      const readable = index.numbers().filter(isReadable).length;
      return { keys: index.count(), searched: held, tooLarge, dropped, readable };
    },
    seenFields: shownValues.seenFields,
    valueOf: (key) => values.get(index.numberOf(key)) ?? null,
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
    atoms: (query, window) => {
      const { show, filter } = query;
      const pattern = shownValues.patternOf(filter);
      return windowOf(orderOf(query), window, (number): AtomRow => {
        const shown = shownValues.of(number, show, pattern);
        return shown === null ? entryOf(number) : { ...entryOf(number), shown };
      });
    },
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

function searchesValues({ text, where = 'keys' }: KeyFilter): boolean {
  return text !== '' && where !== 'keys';
}

function emptyPart(emptyLeaves: number): { readonly emptyLeaves?: number } {
  return emptyLeaves === 0 ? {} : { emptyLeaves };
}

function hasAll(tags: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((tag) => tags.includes(tag));
}
