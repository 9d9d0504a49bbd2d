import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keySources, type CatalogueEntry } from '../domain/catalogue.ts';
import { filterModes, keyStates, sortColumns, type KeyFilter } from '../domain/catalogueQuery.ts';
import { changeKinds } from '../domain/keyChange.ts';
import { verdictStatuses } from '../merkle/verdict.ts';
import { createCatalogueIndex, type CatalogueIndex } from './catalogueIndex.ts';
import { naiveAtoms, naiveLocateInTree, naiveTree } from './testing/naiveIndex.ts';

/** Few pieces, so that keys share them and filters find them; among them all that has ever been odd. */
const piece = fc.constantFrom(
  'a',
  'b',
  'A',
  'ab',
  'abc',
  '.',
  '..',
  '-',
  ':',
  '::',
  '/',
  ' ',
  '!',
  '',
  'é',
  'e\u0301',
  'É',
  'ß',
  'ẞ',
  'ſ',
  's',
  'Σ',
  'ς',
  'K',
  '\u212a',
  'İ',
  'ı',
  'i',
  '\ud83d',
  '\ude00',
  '😀',
  '𐐀',
  '𐐨',
  '\u0000',
  '\uffff',
  '*',
  '?',
  '\\',
  '__proto__',
  'constructor',
  'v1',
  'v1.x',
  '0',
  '10',
  '9',
  'ͅ',
  'ι',
);
const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
const delimiter = fc.constantFrom('.', '.', '-', '::', 'ab', '/', 'a', '😀');
const decimal = fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String);

const entry: fc.Arbitrary<CatalogueEntry> = fc.record({
  key: text,
  version: fc.option(fc.integer({ min: -3, max: 12 })),
  hash: fc.option(
    fc.oneof(
      fc.constantFrom('AB', 'ab', '0xab', ''),
      fc.integer({ min: 0, max: 3 }).map((digit) => `a${String(digit)}`.padEnd(64, '0')),
      fc.integer({ min: 0, max: 3 }).map((digit) => String(digit).padStart(64, 'f')),
    ),
  ),
  leafIndex: fc.option(fc.oneof(decimal, fc.nat(12).map(String))),
  verdict: fc.option(fc.constantFrom(...verdictStatuses)),
  source: fc.constantFrom(...keySources),
  firstSeenAt: fc.nat(5),
  readAt: fc.option(fc.nat(5)),
  gone: fc.boolean(),
  changedAt: fc.option(fc.nat(5)),
  conflicting: fc.boolean(),
  placed: fc.option(
    fc.record({
      rootHash: fc.constantFrom('aa', 'bb'),
      treeSize: decimal,
      path: fc.constantFrom('pass', 'fail', 'undecided'),
    }),
  ),
  bookmarked: fc.boolean(),
  note: fc.constantFrom('', 'n'),
  tags: fc.constantFrom([], ['t'], ['t', 'u']),
});
const filter: fc.Arbitrary<KeyFilter> = fc
  .record({
    text: fc.oneof(
      text,
      fc.array(fc.oneof(piece, fc.constantFrom('*', '**', '?')), { maxLength: 6 }).map((p) => p.join('')),
    ),
    mode: fc.constantFrom(...filterModes),
    states: fc.option(fc.subarray([...keyStates], { minLength: 1 }), {
      nil: undefined,
      freq: 2,
    }),
    bookmarked: fc.constantFrom(undefined, undefined, true as const),
    tags: fc.option(fc.subarray(['t', 'u'], { minLength: 1 }), { nil: undefined, freq: 2 }),
    changed: fc.option(
      fc
        .record({ since: fc.nat(6), kinds: fc.option(fc.subarray([...changeKinds], { minLength: 1 })) })
        .map(({ since, kinds }) => ({ since, ...(kinds !== null && { kinds }) })),
      { nil: undefined, freq: 2 },
    ),
  })
  .map(({ text: of, mode, ...conditions }) => ({
    text: of,
    mode,
    ...(conditions.states === undefined ? {} : { states: conditions.states }),
    ...(conditions.bookmarked === undefined ? {} : { bookmarked: conditions.bookmarked }),
    ...(conditions.tags === undefined ? {} : { tags: conditions.tags }),
    ...(conditions.changed === undefined ? {} : { changed: conditions.changed }),
  }));
const sort = fc.record({
  column: fc.constantFrom(...sortColumns),
  direction: fc.constantFrom('ascending' as const, 'descending' as const),
});
const everything = { from: 0, to: 10_000 };

/** What the index holds, as it should be. */
function holding(steps: readonly Step[]): {
  readonly index: CatalogueIndex;
  readonly known: CatalogueEntry[];
} {
  const index = createCatalogueIndex();
  const known = new Map<string, CatalogueEntry>();
  for (const step of steps) {
    if (step.kind === 'put') {
      index.put(step.entry);
      known.set(step.entry.key, step.entry);
    } else if (step.kind === 'remove') {
      const key = [...known.keys()][step.at % Math.max(known.size, 1)];
      if (key === undefined) continue;
      index.remove(key);
      known.delete(key);
    } else if (step.kind === 'improve') {
      for (const pause of index.improve()) expect(pause).toBeUndefined();
    } else {
      // Makes what the next changes have to be worked into.
      index.tree({ filter: { text: 'a', mode: 'contains' }, delimiter: step.delimiter, open }, everything);
    }
  }
  return { index, known: [...known.values()] };
}

const open = { others: true, except: [] };
type Step =
  | { readonly kind: 'put'; readonly entry: CatalogueEntry }
  | { readonly kind: 'remove'; readonly at: number }
  | { readonly kind: 'improve' }
  | { readonly kind: 'look'; readonly delimiter: string };
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: entry.map((of): Step => ({ kind: 'put', entry: of })) },
    { weight: 2, arbitrary: fc.nat(50).map((at): Step => ({ kind: 'remove', at })) },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'improve' }) },
    { weight: 1, arbitrary: delimiter.map((of): Step => ({ kind: 'look', delimiter: of })) },
  ),
  { maxLength: 40 },
);

describe('the index gives the same results as a naive implementation', () => {
  it('for the tree, with any open nodes and any filter', () => {
    fc.assert(
      fc.property(
        steps,
        filter,
        delimiter,
        fc.boolean(),
        fc.nat(9),
        fc.nat(20),
        (taken, wanted, by, others, step, from) => {
          const { index, known } = holding(taken);
          const all = naiveTree(known, { filter: wanted, delimiter: by, open });
          const except = all.filter((_, at) => at % (step + 2) === 0).map(({ path }) => path);
          const query = { filter: wanted, delimiter: by, open: { others, except } };
          const rows = naiveTree(known, query);
          expect(index.tree(query, everything)).toEqual({
            revision: index.revision(),
            total: rows.length,
            rows,
          });
          expect(index.tree(query, { from, to: from + 3 }).rows).toEqual(rows.slice(from, from + 3));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('for the atoms of a path in any order', () => {
    fc.assert(
      fc.property(
        steps,
        filter,
        delimiter,
        sort,
        fc.nat(40),
        fc.nat(20),
        (taken, wanted, by, order, at, from) => {
          const { index, known } = holding(taken);
          const paths = naiveTree(known, { filter: { text: '', mode: 'contains' }, delimiter: by, open });
          const path = paths[at % paths.length]?.path ?? 'none';
          const query = { filter: wanted, delimiter: by, path, sort: order };
          const atoms = naiveAtoms(known, query);
          expect(index.atoms(query, everything).rows).toEqual(atoms);
          expect(index.keys(query, { from, to: from + 5 })).toEqual({
            revision: index.revision(),
            total: atoms.length,
            rows: atoms.slice(from, from + 5).map(({ key }) => key),
          });
          for (const { key } of known) {
            const place = atoms.findIndex((atom) => atom.key === key);
            expect(index.locateInAtoms(query, key)).toMatchObject({ index: place });
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('for a row to be found', () => {
    fc.assert(
      fc.property(
        steps,
        filter,
        delimiter,
        text,
        fc.integer({ min: -1, max: 30 }),
        fc.boolean(),
        (taken, wanted, by, typed, after, others) => {
          const { index, known } = holding(taken);
          const query = { filter: wanted, delimiter: by, open: { others, except: [''] } };
          for (const { key } of [...known, { key: typed }]) {
            const target = { kind: 'path', path: key } as const;
            expect(index.locateInTree(query, target)).toMatchObject(naiveLocateInTree(known, query, target));
          }
          if (typed === '') return;
          const target = { kind: 'typed', text: typed, after } as const;
          expect(index.locateInTree(query, target)).toMatchObject(naiveLocateInTree(known, query, target));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('and holds every entry as it was put', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const { index, known } = holding(taken);
        expect(index.size()).toBe(known.length);
        for (const of of known) expect(index.get(of.key)).toEqual(of);
        const byKey = (a: CatalogueEntry, b: CatalogueEntry): number => (a.key < b.key ? -1 : 1);
        expect([...index.entries()].sort(byKey)).toEqual([...known].sort(byKey));
        expect(index.get('never')).toBeNull();
      }),
      { numRuns: 60 },
    );
  });
});

describe('a chain of paths with one way on', () => {
  const holdingKeys = (...keys: readonly string[]): CatalogueIndex => {
    const index = createCatalogueIndex();
    for (const key of keys) index.put({ ...plainEntry, key });
    return index;
  };
  const noFilter = { text: '', mode: 'contains' } as const;
  const labels = (index: CatalogueIndex, found = ''): readonly string[] =>
    index
      .tree({ filter: { ...noFilter, text: found }, delimiter: '.', open }, everything)
      .rows.map(({ label, level }) => `${String(level)} ${label}`);

  it('is one row, so that a key made of sentences is not as deep as it has dots', () => {
    const index = holdingKeys('v1.note.He said so. Then. Nothing. More.', 'v1.note.tea', 'v1.user.a.name');
    expect(labels(index)).toEqual([
      '1 ',
      '2 v1',
      '3 note',
      '4 He said so. Then. Nothing. More.',
      '4 tea',
      '3 user.a.name',
    ]);
  });

  it('ends at a key or at a fork, with or without a filter', () => {
    const index = holdingKeys('a.b.c.d.e', 'a.b.c.d.f', 'a.b');
    expect(labels(index)).toEqual(['1 ', '2 a.b', '3 c.d', '4 e', '4 f']);
    expect(labels(index, 'f')).toEqual(['1 ', '2 a.b', '3 c.d', '4 f']);
    index.remove('a.b');
    expect(labels(index)).toEqual(['1 ', '2 a.b.c.d', '3 e', '3 f']);
    index.put({ ...plainEntry, key: 'a.x' });
    expect(labels(index)).toEqual(['1 ', '2 a', '3 b.c.d', '4 e', '4 f', '3 x']);
  });

  it('holds for a path within it too: its atoms, and its row as the nearest', () => {
    const index = holdingKeys('a.b.c.d', 'a.b.c.e', 'z');
    const byKey = { column: 'key', direction: 'ascending' } as const;
    for (const path of ['a', 'a.b', 'a.b.c']) {
      expect(index.keys({ filter: noFilter, delimiter: '.', path, sort: byKey }, everything).rows).toEqual([
        'a.b.c.d',
        'a.b.c.e',
      ]);
      expect(
        index.locateInTree({ filter: noFilter, delimiter: '.', open }, { kind: 'path', path }),
      ).toMatchObject({
        index: path === 'a.b.c' ? 1 : -1,
        nearest: 1,
      });
    }
    expect(
      index.keys({ filter: noFilter, delimiter: '.', path: 'a.bc', sort: byKey }, everything).rows,
    ).toEqual([]);
    expect(
      index.keys({ filter: noFilter, delimiter: '.', path: 'a.b.x', sort: byKey }, everything).rows,
    ).toEqual([]);
  });
});

describe('a condition that is kept for the next text', () => {
  const keysFor = (
    index: CatalogueIndex,
    wanted: string,
    condition: Partial<KeyFilter>,
    divider = '.',
  ): readonly string[] =>
    index.keys(
      {
        filter: { text: wanted, mode: 'contains', ...condition },
        delimiter: divider,
        path: '',
        sort: { column: 'key', direction: 'ascending' },
      },
      everything,
    ).rows;

  it('is found again after each change, and is not mistaken for another one', () => {
    const index = createCatalogueIndex();
    for (const key of ['aa', 'ab', 'b']) index.put({ ...plainEntry, key });
    expect(keysFor(index, 'a', { states: ['unread'] })).toEqual(['aa', 'ab']);
    expect(keysFor(index, 'a', { bookmarked: true })).toEqual([]);
    index.put({ ...plainEntry, key: 'ab', bookmarked: true, gone: true, readAt: 1 });
    expect(keysFor(index, 'b', { states: ['unread'] })).toEqual(['b']);
    expect(keysFor(index, 'b', { bookmarked: true })).toEqual(['ab']);
    index.remove('aa');
    expect(keysFor(index, '', { states: ['unread'] })).toEqual(['b']);
    expect(keysFor(index, 'a', { states: ['unread'] })).toEqual([]);
  });

  it('is found again for another delimiter, which puts the keys in another order', () => {
    const index = createCatalogueIndex();
    index.put({ ...plainEntry, key: 'a!x', bookmarked: true });
    index.put({ ...plainEntry, key: 'a.x' });
    expect(keysFor(index, 'x', { bookmarked: true }, '.')).toEqual(['a!x']);
    expect(keysFor(index, 'x', { bookmarked: true }, '/')).toEqual(['a!x']);
  });
});

const plainEntry: CatalogueEntry = {
  key: '',
  version: null,
  hash: null,
  leafIndex: null,
  verdict: null,
  source: 'lookup',
  firstSeenAt: 0,
  readAt: null,
  gone: false,
  changedAt: null,
  conflicting: false,
  placed: null,
  bookmarked: false,
  note: '',
  tags: [],
};
