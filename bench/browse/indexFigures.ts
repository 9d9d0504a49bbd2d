import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import MiniSearch from 'minisearch';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { KeyFilter, TreeQuery } from '#shared/domain/catalogueQuery.ts';
import { createCatalogueIndex } from '#shared/keyIndex/catalogueIndex.ts';
import { median, timed } from '../measure.ts';
import { keystrokes, sampleKeys } from './sampleKeys.ts';

/*
 * What the worker of the catalogue does, without the thread around it, beside a search library and a plain loop over
 * all keys: built, asked for the first rows at every keystroke, and its tree folded and unfolded. Prints JSON.
 */

const rowsShown = 200;
const rounds = 3;
/** What takes a second at a key pressed is told apart from the rest at once. */
const roundsOfMiniSearch = 1;
const [, , wanted = '500000'] = process.argv;
const count = Number(wanted);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that this process holds, what is not in use any more put aside. */
function bytesHeld(): number {
  // Once more: buffers that the first found unused are only let go of with the next.
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
    conflicting: false,
    placed: { rootHash: '5'.repeat(64), treeSize: String(count), path: 'pass' },
    bookmarked: false,
    note: '',
    tags: [],
  };
}

const inOrder = { column: 'key', direction: 'ascending' } as const;
const filterOf = (text: string): KeyFilter => ({ text, mode: 'contains' });

/** Milliseconds of every keystroke, the least of some rounds: what another program took off is not the search's. */
function timesOf(
  search: (text: string) => readonly unknown[],
  roundsTaken: number = rounds,
): readonly number[] {
  // Once before, so that what is measured is compiled; other texts, so that nothing is remembered.
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
  // As they lie on the disk: what JSON.parse makes is stored in another way than what a program puts together.
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
  // Asked last, so that it was all still there when its memory was measured.
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
      // All of them are gone through, as the number found is shown as well.
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
