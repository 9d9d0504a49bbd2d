import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import MiniSearch from 'minisearch';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { KeyFilter, TreeQuery } from '#shared/domain/catalogueQuery.ts';
import { createCatalogueIndex } from '#shared/keyIndex/catalogueIndex.ts';
import { median, timed } from '../measure.ts';
import { keystrokes, sampleKeys } from './sampleKeys.ts';

/*
 * The work of the known-keys worker without its thread, compared with a search library and a plain loop over
 * all keys: building, requesting the first rows at every keystroke, and folding and unfolding the tree.
 * Prints JSON.
 */

const rowsShown = 200;
const rounds = 3;
/** A keystroke that takes a second clearly differs from the rest. */
const roundsOfMiniSearch = 1;
const [, , wanted = '500000'] = process.argv;
const count = Number(wanted);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes held by this process after garbage collection. */
function bytesHeld(): number {
  // Twice, because some buffers are released only by the second collection.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function entryOf(key: string, place: number): CatalogueEntry {
  return {
    key,
    version: 1 + (place % 5),
    hash: place.toString(16).padStart(64, '0'),
    leafIndex: String(place),
    verdict: 'green',
    source: 'recall',
    firstSeenAt: 1_700_000_000_000 + place,
    readAt: 1_700_000_000_000 + place,
    gone: false,
    changedAt: null,
    conflicting: false,
    placed: { rootHash: '5'.repeat(64), treeSize: String(count), path: 'pass' },
    bookmarked: false,
    note: '',
    tags: [],
  };
}

const inOrder = { column: 'key', direction: 'ascending' } as const;
const filterOf = (text: string): KeyFilter => ({ text, mode: 'contains' });

/**
 * Milliseconds of every keystroke, the minimum over several rounds, which excludes interruptions by other
 * programs.
 */
function timesOf(
  search: (text: string) => readonly unknown[],
  roundsTaken: number = rounds,
): readonly number[] {
  // Once before, so that the code is compiled; with other texts, so that nothing is cached.
  for (const text of keystrokes(['warm', '0001.r', 'zz'])) search(text);
  const measured = Array.from({ length: roundsTaken }, () =>
    keystrokes().map((text) => timed(() => search(text))),
  );
  return keystrokes().map((_, at) => Math.min(...measured.map((times) => times[at] ?? Number.NaN)));
}

function spread(times: readonly number[]) {
  return { medianMs: median(times), worstMs: Math.max(...times) };
}

function indexFigures() {
  const keys = sampleKeys(count);
  const paths = someFolders(keys);
  const before = bytesHeld();
  const index = createCatalogueIndex();
  // As they are on disk, because strings from JSON.parse are represented differently from concatenated ones.
  const loadMs = timed(() => {
    for (const [place, key] of keys.entries()) {
      index.put(JSON.parse(JSON.stringify(entryOf(key, place))) as CatalogueEntry);
    }
  });
  const searchMs = timed(() => {
    for (const _ of index.improve());
  });
  const tree: Omit<TreeQuery, 'connectionId'> = {
    filter: filterOf(''),
    delimiter: '.',
    open: { others: true, except: [] },
  };
  const first = { from: 0, to: rowsShown };
  let nodes = 0;
  const treeMs = timed(() => {
    nodes = index.tree(tree, first).total;
  });
  const search = spread(
    timesOf(
      (text) => index.atoms({ filter: filterOf(text), delimiter: '.', path: '', sort: inOrder }, first).rows,
    ),
  );
  const searchTree = spread(timesOf((text) => index.tree({ ...tree, filter: filterOf(text) }, first).rows));
  const folding = paths.map((path) =>
    timed(() => index.tree({ ...tree, open: { others: true, except: [path] } }, first)),
  );
  const jumping = paths.map((path) =>
    timed(() => {
      const place = index.locateInTree(tree, { kind: 'path', path }).index;
      index.tree(tree, { from: place, to: place + rowsShown });
    }),
  );
  const bytes = bytesHeld() - before;
  // Requested last, so that everything was still in memory when it was measured.
  if (index.size() !== count) throw new Error('The index lost keys.');
  return {
    nodes,
    loadMs,
    searchMs,
    treeMs,
    search,
    searchTree,
    fold: spread(folding),
    jump: spread(jumping),
    bytes,
  };
}

/** Paths of two segments, `v1.project`, and of three, from all over the tree. */
function someFolders(keys: readonly string[]): readonly string[] {
  const step = Math.max(1, Math.floor(keys.length / 10));
  return Array.from({ length: 10 }, (_, at) => keys[at * step] ?? '').flatMap((key) => {
    const segments = key.split('.');
    return [segments.slice(0, 2).join('.'), segments.slice(0, 3).join('.')];
  });
}

function miniSearchFigures() {
  const keys = sampleKeys(count);
  const before = bytesHeld();
  const peer = new MiniSearch<{ readonly id: number; readonly key: string }>({
    fields: ['key'],
    tokenize: (text) => text.split(/[.\-_ ]+/),
    searchOptions: { prefix: true, combineWith: 'AND' },
  });
  const loadMs = timed(() => peer.addAll(keys.map((key, id) => ({ id, key }))));
  const search = spread(timesOf((text) => peer.search(text).slice(0, rowsShown), roundsOfMiniSearch));
  const bytes = bytesHeld() - before;
  if (peer.documentCount !== count) throw new Error('MiniSearch lost keys.');
  return { loadMs, search, bytes };
}

function loopFigures() {
  const keys = sampleKeys(count);
  const search = spread(
    timesOf((text) => {
      const found: string[] = [];
      // Goes through all of them, because the number found is shown too.
      for (const key of keys) if (key.includes(text)) found.push(key);
      return found.slice(0, rowsShown);
    }),
  );
  return { search };
}

process.stdout.write(
  `${JSON.stringify({
    ours: indexFigures(),
    loop: loopFigures(),
    miniSearch: miniSearchFigures(),
  })}\n`,
);
