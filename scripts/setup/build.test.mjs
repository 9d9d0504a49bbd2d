import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeInputs, ensureBuild, isBuildCurrent, stampBuild } from './build.mjs';

/** @type {string} */
let folder;
const write = (/** @type {string} */ file, /** @type {string} */ text) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atom-explorer-test-'));
  write('shared/atom.ts', 'export const atom = 1;');
  write('shared/leaf.ts', '');
  write('out/main/index.js', 'exports.atom = 1;');
  stampBuild(folder, describeInputs(folder));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the build stamp', () => {
  it('is valid while nothing changes', () => {
    expect(isBuildCurrent(folder)).toBe(true);
  });

  it('is stale after a source changed', () => {
    write('shared/atom.ts', 'export const atom = 2;');
    expect(isBuildCurrent(folder)).toBe(false);
  });

  it('is stale after text moved from one source to another', () => {
    write('shared/atom.ts', 'export const atom = 1');
    write('shared/leaf.ts', ';');
    expect(isBuildCurrent(folder)).toBe(false);
  });

  it('is stale after a source was added, renamed, or removed', () => {
    write('service/tree.ts', '');
    expect(isBuildCurrent(folder)).toBe(false);
    rmSync(join(folder, 'service'), { recursive: true });
    expect(isBuildCurrent(folder)).toBe(true);
    rmSync(join(folder, 'shared/leaf.ts'));
    expect(isBuildCurrent(folder)).toBe(false);
  });

  it('is stale after something else wrote to the output', () => {
    write('out/main/index.js', 'exports.atom = "from the dev server";');
    expect(isBuildCurrent(folder)).toBe(false);
  });

  it('is stale without a build', () => {
    rmSync(join(folder, 'out'), { recursive: true });
    expect(isBuildCurrent(folder)).toBe(false);
  });

  it('ignores changed tests', () => {
    write('shared/atom.test.ts', 'expect(1).toBe(1);');
    write('shared/testing/atomHere.ts', 'export const atom = 1;');
    expect(isBuildCurrent(folder)).toBe(true);
  });

  it('is stale if a source changed during the build', () => {
    const builtFrom = describeInputs(folder);
    write('shared/atom.ts', 'export const atom = 3;');
    stampBuild(folder, builtFrom);
    expect(isBuildCurrent(folder)).toBe(false);
  });
});

describe('a build', () => {
  const builds = (/** @type {string} */ text, code = 0) => {
    /** @type {string[]} */
    const into = [];
    const build = async (/** @type {string} */ next) => {
      into.push(next);
      write(`${next}/main/index.js`, text);
      // A running program may load more files at any time.
      expect(readFileSync(join(folder, 'out/main/index.js'), 'utf8')).toBe('exports.atom = 1;');
      return code;
    };
    return { build, into };
  };
  const outputOf = () => readFileSync(join(folder, 'out/main/index.js'), 'utf8');
  const namesOf = () => readdirSync(folder).sort();

  it('does not start while the last one is up to date', async () => {
    const { build, into } = builds('');
    await ensureBuild(folder, build);
    expect(into).toEqual([]);
  });

  it('takes the place of the last one once it is complete', async () => {
    write('shared/atom.ts', 'export const atom = 2;');
    await ensureBuild(folder, builds('exports.atom = 2;').build);
    expect([outputOf(), isBuildCurrent(folder), namesOf()]).toEqual([
      'exports.atom = 2;',
      true,
      ['out', 'shared'],
    ]);
  });

  it('leaves the files of the last one alone if they are the same', async () => {
    const before = statSync(join(folder, 'out/main/index.js')).ino;
    write('shared/leaf.ts', '// A comment.');
    await ensureBuild(folder, builds('exports.atom = 1;').build);
    expect(statSync(join(folder, 'out/main/index.js')).ino).toBe(before);
    expect([isBuildCurrent(folder), namesOf()]).toEqual([true, ['out', 'shared']]);
  });

  it('that fails leaves the last one in place', async () => {
    write('shared/atom.ts', 'export const atom = 2;');
    await expect(ensureBuild(folder, builds('exports.at', 1).build)).rejects.toThrow('failed with code 1');
    expect([outputOf(), isBuildCurrent(folder), namesOf()]).toEqual([
      'exports.atom = 1;',
      false,
      ['out', 'shared'],
    ]);
  });
});
