import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandIds, commands } from '../shared/commands/commandTable.ts';
import { shortcutText } from '../shared/commands/keys.ts';
import { root } from './setup/repository.mjs';

test('docs/keyboard.md has the default keys of all commands', () => {
  const page = readFileSync(join(root, 'docs/keyboard.md'), 'utf8');
  const listed = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, title, keys]) => (title?.startsWith('---') ? [] : [`${title}: ${keys}`]));
  const expected = commandIds.flatMap((id) => {
    const { title, keys } = commands[id];
    const written = keys.map((key) => shortcutText(key, false)).join(', ');
    return keys.length === 0 ? [] : [`${title.replace('…', '')}: ${written}`];
  });
  expect(listed).toEqual(expected);
});
