import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys } from './keyOrder.ts';
import {
  ancestorsOf,
  firstOpenPaths,
  flattenTree,
  indexOfPath,
  moveInTree,
  parentOf,
  typeAhead,
  type TreeRow,
} from './treeRows.ts';

const sample = [
  'v1.fact.paris',
  'v1.fact.rome',
  'v1.user.glen',
  'v1.user.glen.theme',
  'v1.user.mia.theme',
].sort(compareKeys);

function outline(rows: readonly TreeRow[]): readonly string[] {
  return rows.map(
    ({ level, label, start, end, hasChildren }) =>
      `${' '.repeat(level - 1)}${level === 1 ? 'all' : label}${hasChildren ? ` (${end - start})` : ''}`,
  );
}

const everywhere = () => true;

describe('flattenTree', () => {
  it('shows every level with the number of keys in it', () => {
    expect(outline(flattenTree(sample, everywhere))).toEqual([
      'all (5)',
      ' v1 (5)',
      '  fact (2)',
      '   paris',
      '   rome',
      '  user (3)',
      '   glen (2)',
      '    theme',
      '   mia (1)',
      '    theme',
    ]);
  });

  it('leaves out what is below a closed path', () => {
    const open = new Set(['', 'v1']);
    expect(outline(flattenTree(sample, (path) => open.has(path)))).toEqual([
      'all (5)',
      ' v1 (5)',
      '  fact (2)',
      '  user (3)',
    ]);
  });

  it('knows a key that is a branch as well', () => {
    const row = flattenTree(sample, everywhere).find(({ path }) => path === 'v1.user.glen');
    expect(row).toMatchObject({ isKey: true, hasChildren: true, position: 1, siblings: 2 });
  });

  it('has only the root row where nothing is known', () => {
    expect(flattenTree([], everywhere)).toMatchObject([{ path: '', hasChildren: false }]);
  });

  it('treats __proto__ and constructor as ordinary segments', () => {
    const keys = ['__proto__.x', 'constructor'].sort(compareKeys);
    expect(flattenTree(keys, everywhere).map(({ path }) => path)).toEqual([
      '',
      '__proto__',
      '__proto__.x',
      'constructor',
    ]);
  });

  it('goes through a key of 20,000 segments', () => {
    const deep = Array.from({ length: 20_000 }, () => 'a').join('.');
    expect(flattenTree([deep], everywhere)).toHaveLength(20_001);
  });

  it('shows a branch of 200,000 keys', () => {
    const wide = Array.from({ length: 200_000 }, (_, at) => `a.${at}`).sort(compareKeys);
    expect(flattenTree(wide, everywhere)).toHaveLength(200_002);
  });

  it('shows each key exactly once, under each of its ancestors, in order, whatever its dots', () => {
    const anyKeys = fc.uniqueArray(fc.stringMatching(/^[ab.-]{1,6}$/), { maxLength: 20 });
    fc.assert(
      fc.property(anyKeys, (keys) => {
        const sorted = [...keys].sort(compareKeys);
        const rows = flattenTree(sorted, everywhere);
        expect(rows.filter(({ isKey }) => isKey).map(({ path }) => path)).toEqual(sorted);
        const paths = rows.map(({ path }) => path);
        expect(new Set(paths).size).toBe(paths.length);
        for (const { path, level } of rows) {
          expect(ancestorsOf(path)).toHaveLength(level - 1);
          for (const ancestor of ancestorsOf(path)) expect(paths).toContain(ancestor);
        }
      }),
    );
  });
});

describe('paths', () => {
  it('names the ancestors from the root down', () => {
    expect(ancestorsOf('a.b.c')).toEqual(['', 'a', 'a.b']);
    expect(ancestorsOf('')).toEqual([]);
  });

  it('names the parent', () => {
    expect(parentOf('a.b.c')).toBe('a.b');
    expect(parentOf('a')).toBe('');
  });

  it('opens down to the first fork at first sight', () => {
    expect(firstOpenPaths(sample)).toEqual(['', 'v1']);
    expect(firstOpenPaths(['a.b.c'])).toEqual(['', 'a', 'a.b']);
    expect(firstOpenPaths(['x', 'y'])).toEqual(['']);
    expect(firstOpenPaths(['a.'.repeat(50)])).toHaveLength(8);
  });

  it('falls back to the nearest visible ancestor', () => {
    const rows = flattenTree(sample, (path) => path === '' || path === 'v1');
    expect(rows[indexOfPath(rows, 'v1.user.glen.theme')]?.path).toBe('v1.user');
    expect(indexOfPath(rows, 'elsewhere')).toBe(0);
  });
});

describe('moveInTree', () => {
  const rows = flattenTree(sample, (path) => path === '' || path === 'v1');

  it('opens a closed branch, then enters it', () => {
    expect(moveInTree(rows, 2, 'ArrowRight')).toEqual({ kind: 'toggle', path: 'v1.fact' });
    expect(moveInTree(rows, 1, 'ArrowRight')).toEqual({ kind: 'go', index: 2 });
  });

  it('leaves a closed branch for its parent, and closes an open one', () => {
    expect(moveInTree(rows, 3, 'ArrowLeft')).toEqual({ kind: 'go', index: 1 });
    expect(moveInTree(rows, 1, 'ArrowLeft')).toEqual({ kind: 'toggle', path: 'v1' });
  });

  it('stops at both ends', () => {
    expect(moveInTree(rows, 3, 'ArrowDown')).toEqual({ kind: 'go', index: 3 });
    expect(moveInTree(rows, 0, 'ArrowUp')).toEqual({ kind: 'go', index: 0 });
    expect(moveInTree(rows, 0, 'End')).toEqual({ kind: 'go', index: 3 });
    expect(moveInTree(rows, 3, 'Home')).toEqual({ kind: 'go', index: 0 });
  });

  it('leaves other keys alone', () => {
    expect(moveInTree(rows, 0, 'Tab')).toBeNull();
  });
});

describe('typeAhead', () => {
  const rows = flattenTree(['alpha', 'apple', 'beta'], everywhere);

  it('goes on to the next match while one letter is repeated', () => {
    expect(typeAhead(rows, 0, 'a')).toBe(1);
    expect(typeAhead(rows, 1, 'aa')).toBe(2);
    expect(typeAhead(rows, 2, 'a')).toBe(1);
  });

  it('stays on a row that still matches a longer word', () => {
    expect(typeAhead(rows, 2, 'app')).toBe(2);
    expect(typeAhead(rows, 2, 'x')).toBe(-1);
  });
});
