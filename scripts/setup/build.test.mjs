import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeInputs, isBuildCurrent, stampBuild } from './build.mjs';

describe('the build stamp', () => {
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
    expect(isBuildCurrent(folder)).toBe(true);
  });

  it('is stale if a source changed during the build', () => {
    const builtFrom = describeInputs(folder);
    write('shared/atom.ts', 'export const atom = 3;');
    stampBuild(folder, builtFrom);
    expect(isBuildCurrent(folder)).toBe(false);
  });
});
