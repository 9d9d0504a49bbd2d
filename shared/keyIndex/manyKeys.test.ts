import { describe, expect, it } from 'vitest';
import { createCatalogueIndex } from './catalogueIndex.ts';
import { catalogueEntry } from './testing/catalogueEntry.ts';

const branches = 500;
const perBranch = 1_000;
const index = createCatalogueIndex();
for (let branch = 0; branch < branches; branch += 1) {
  for (let leaf = 0; leaf < perBranch; leaf += 1) {
    const name = `v1.branch-${String(branch).padStart(3, '0')}.leaf-${String(leaf).padStart(4, '0')}`;
    index.put(catalogueEntry(name, { version: leaf % 7, leafIndex: String(branch * perBranch + leaf) }));
  }
}
const noFilter = { text: '', mode: 'contains' } as const;
const byKey = { column: 'key', direction: 'ascending' } as const;
const contains = (text: string) => ({ text, mode: 'contains' }) as const;

describe('500,000 keys', () => {
  it('are all in the tree, wherever one looks', () => {
    const query = { filter: noFilter, delimiter: '.', open: { others: true, except: [] } };
    const { total, rows } = index.tree(query, { from: 500_000, to: 500_002 });
    expect(total).toBe(2 + branches + branches * perBranch);
    // Two rows above the first branch, and each branch with its leaves after that.
    expect(rows[0]).toMatchObject({
      path: `v1.branch-499.leaf-${String(500_000 - 2 - 499 * 1_001 - 1).padStart(4, '0')}`,
      level: 4,
      parent: 2 + 499 * 1_001,
      siblings: perBranch,
    });
    const target = { kind: 'path', path: 'v1.branch-250.leaf-0999' } as const;
    expect(index.locateInTree(query, target)).toMatchObject({ index: 2 + 250 * 1_001 + 1_000 });
  });

  it.each([
    ['before the lists of its parts are made', () => undefined],
    [
      'and after',
      () => {
        expect([...index.improve()].length).toBeGreaterThan(100);
      },
    ],
  ])('are found by any part %s', (_when, prepare) => {
    prepare();
    const found = (text: string): number =>
      index.atoms({ filter: contains(text), delimiter: '.', path: '', sort: byKey }, { from: 0, to: 200 })
        .total;
    expect(found('LEAF-0042')).toBe(branches);
    expect(found('branch-12')).toBe(10 * perBranch);
    expect(found('7.leaf-0007')).toBe(50);
    expect(found('a')).toBe(branches * perBranch);
    expect(found('zz')).toBe(0);
    const query = {
      filter: contains('-0042'),
      delimiter: '.',
      open: { others: true, except: ['v1.branch-001'] },
    };
    expect(index.tree(query, { from: 0, to: 6 })).toMatchObject({
      total: 2 + branches + branches - 1,
      rows: [
        { path: '', keyCount: branches },
        { path: 'v1' },
        { path: 'v1.branch-000', keyCount: 1, siblings: branches },
        { path: 'v1.branch-000.leaf-0042', position: 1, siblings: 1 },
        { path: 'v1.branch-001', isOpen: false, hasChildren: true },
        { path: 'v1.branch-002' },
      ],
    });
  });

  it('sort by any column', () => {
    const query = {
      filter: noFilter,
      delimiter: '.',
      path: 'v1.branch-007',
      sort: { column: 'version', direction: 'descending' },
    } as const;
    const { total, rows } = index.atoms(query, { from: 141, to: 143 });
    expect(total).toBe(perBranch);
    // 142 leaves are at version 6, then come those at 5, in the order of their keys.
    expect(rows.map(({ key, version }) => [key, version])).toEqual([
      ['v1.branch-007.leaf-0993', 6],
      ['v1.branch-007.leaf-0005', 5],
    ]);
    const all = { ...query, path: '', sort: { column: 'leaf', direction: 'descending' } } as const;
    expect(index.atoms(all, { from: 0, to: 1 }).rows).toMatchObject([{ leafIndex: '499999' }]);
  });

  it('take in a new one and let one go, at once', () => {
    index.put(catalogueEntry('v1.branch-0'));
    index.remove('v1.branch-000.leaf-0000');
    const query = { filter: noFilter, delimiter: '.', open: { others: false, except: ['', 'v1'] } };
    expect(index.tree(query, { from: 1, to: 4 })).toMatchObject({
      total: 2 + branches + 1,
      rows: [
        { keyCount: branches * perBranch },
        { path: 'v1.branch-0', hasChildren: false },
        { path: 'v1.branch-000', keyCount: perBranch - 1 },
      ],
    });
    expect(index.counts(500_000n)).toMatchObject({
      keys: branches * perBranch,
      coverage: { knownLeaves: 499_999, treeSize: '500000' },
    });
  });
});
