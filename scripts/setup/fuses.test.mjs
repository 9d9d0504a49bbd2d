import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configuredFuses, packagedPrograms, wrongFuses } from './fuses.mjs';
import { root } from './repository.mjs';

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fuses-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const configured = configuredFuses(readFileSync(join(root, 'electron-builder.yml'), 'utf8'));

/** @param {readonly number[]} head @param {string} states */
function programWith(head, states) {
  const file = join(folder, 'program');
  const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(`code ${sentinel}`), Buffer.from(head), Buffer.from(`${states} more`)]),
  );
  return file;
}

describe('the fuses of a packaged program', () => {
  it('are those of the configuration', () => {
    expect(configured.size).toBe(8);
    expect(wrongFuses(programWith([1, 8], '01001100'), configured)).toEqual([]);
  });

  it.each([
    ['on', '11001100', ['runAsNode']],
    ['off', '01001000', ['onlyLoadAppFromAsar']],
    ['removed', '0100110r', ['grantFileProtocolExtraPrivileges']],
  ])('names each fuse that is not as configured: %s', (_, states, wrong) => {
    expect(wrongFuses(programWith([1, 8], states), configured)).toEqual(wrong);
  });

  it('are all wrong where they cannot be read, and the last where the wire is shorter', () => {
    expect(wrongFuses(programWith([2, 8], '01001100'), configured)).toHaveLength(8);
    expect(wrongFuses(programWith([1, 7], '0100110'), configured)).toEqual([
      'grantFileProtocolExtraPrivileges',
    ]);
    writeFileSync(join(folder, 'other'), 'no fuses here');
    expect(wrongFuses(join(folder, 'other'), configured)).toHaveLength(8);
  });
});

it('the programs of all platforms are found, and installers are not taken for them', () => {
  for (const name of ['linux-unpacked', 'win-unpacked', 'mac', 'mac-arm64']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'atom-explorer-0.1.0-mac-arm64.zip'), '');
  expect(packagedPrograms(folder)).toHaveLength(4);
  expect(packagedPrograms(join(folder, 'nothing packaged yet'))).toEqual([]);
});
