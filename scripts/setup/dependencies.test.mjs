import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { areDependenciesCurrent, stampDependencies } from './dependencies.mjs';

describe('the stamp of node modules', () => {
  /** @type {string} */
  let folder;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atom-explorer-test-'));
    writeFileSync(join(folder, 'package-lock.json'), '{ "packages": {} }');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is missing on a fresh clone', () => {
    expect(areDependenciesCurrent(folder)).toBe(false);
  });

  it('is valid until the lock file changes, and is removed with the modules', () => {
    mkdirSync(join(folder, 'node_modules'));
    stampDependencies(folder);
    expect(areDependenciesCurrent(folder)).toBe(true);
    writeFileSync(join(folder, 'package-lock.json'), '{ "packages": { "": {} } }');
    expect(areDependenciesCurrent(folder)).toBe(false);
    stampDependencies(folder);
    rmSync(join(folder, 'node_modules'), { recursive: true });
    expect(areDependenciesCurrent(folder)).toBe(false);
  });
});
