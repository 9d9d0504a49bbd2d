import { expect, it } from 'vitest';
import { satisfies } from './nodeVersion.mjs';
import { mayInstall, missingLibraries } from './systemLibraries.mjs';

it('finds the libraries that the loader did not', () => {
  const output = [
    '\tlinux-vdso.so.1 (0x00007ffd3c5f2000)',
    '\tlibnss3.so => not found',
    '\tlibgtk-3.so.0 => /lib/x86_64-linux-gnu/libgtk-3.so.0 (0x00007f2b1a000000)',
    '\tlibgbm.so.1 => not found',
  ].join('\n');
  expect(missingLibraries(output)).toEqual(['libnss3.so', 'libgbm.so.1']);
});

it.each([
  ['20.19.0', true],
  ['20.20.2', true],
  ['22.1.0', true],
  ['20.18.3', false],
  ['18.20.4', false],
])('decides whether Node %s is new enough for >=20.19: %s', (version, expected) => {
  expect(satisfies(version, '>=20.19')).toBe(expected);
});

it.each([
  ['y', true],
  ['Yes', true],
  ['', false],
  ['n', false],
  ['maybe', false],
])('asks before it installs system packages; the answer "%s" means %s', async (answer, expected) => {
  /** @type {string[]} */
  const asked = [];
  const prompt = async (/** @type {string} */ question) => {
    asked.push(question);
    return answer;
  };
  await expect(mayInstall(['libnss3', 'xvfb'], prompt)).resolves.toBe(expected);
  expect(asked).toEqual(['Install these system packages with apt: libnss3 xvfb? [y/N] ']);
});

it('installs without a question if nobody can answer', async () => {
  await expect(mayInstall(['libnss3'], null)).resolves.toBe(true);
});
