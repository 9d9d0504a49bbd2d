import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './setup/repository.mjs';

// The pages say which test shows a claim. They must change when the test does.

/** @param {string} path */
const textOf = (path) => readFileSync(join(root, path), 'utf8');

/** The cells of the rows of all tables of a page. @param {string} page */
function rowsOf(page) {
  return textOf(page)
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s:|-]+\|$/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The tests that a cell names: `file`: title. @param {string} cell */
function testsIn(cell) {
  return cell.split('<br>').flatMap((entry) => {
    const [, file, title] = /^`([^`]+\.(?:test|spec)\.(?:ts|tsx|mjs))`: (.+)$/.exec(entry.trim()) ?? [];
    return file === undefined || title === undefined ? [] : [{ file, title }];
  });
}

/** Whether a file has a test of this title, as it is written there. @param {{ file: string, title: string }} named */
function exists({ file, title }) {
  if (!existsSync(join(root, file))) return false;
  const source = textOf(file).replaceAll(/\\(['"`])/g, '$1');
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
}

describe.each(['docs/bad-inputs.md', 'docs/security.md', 'docs/threat-model.md'])('%s', (page) => {
  test('names tests that exist', () => {
    const named = rowsOf(page).flatMap((cells) => testsIn(cells.at(-1) ?? ''));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((one) => !exists(one))).toEqual([]);
  });

  test('names files that exist', () => {
    const named = [...textOf(page).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.[a-z]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe('the table of bad inputs', () => {
  const rows = rowsOf('docs/bad-inputs.md').filter(([first]) => first !== 'input or fault');

  test('has a test for each of them', () => {
    expect(rows.length).toBeGreaterThan(90);
    expect(rows.filter((cells) => cells.length !== 4 || testsIn(cells[3] ?? '').length === 0)).toEqual([]);
  });

  test('has a test in the real window wherever it says so', () => {
    const inWindow = rows.filter((cells) => cells[2] === 'yes');
    expect(inWindow.length).toBeGreaterThan(20);
    expect(
      inWindow.filter((cells) => !testsIn(cells[3] ?? '').some(({ file }) => file.startsWith('e2e/'))),
    ).toEqual([]);
  });
});
