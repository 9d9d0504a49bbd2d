import { expect, test } from 'vitest';
import { searchHelp } from './searchHelp.ts';

const pages = new Map([
  [
    'pins',
    '# Pins\n\nA [root](ledger.md) that you trust.\n\n| a | `root` |\n\n## When a root differs\n\nIt is red.',
  ],
  ['keys', '# Keys\n\nNothing of it, see [pins](pins.md#the-root).'],
  ['audit', '# Audits\n\n- Of **one root**, or of several'],
  ['ledger', '# The root ledger\n\nEvery **root** that a service returned.'],
]);

test('finds pages with all words in any case: in the title, then in a heading, then in the text', () => {
  expect(searchHelp(pages, ' ROOT ')).toEqual([
    { page: 'ledger', anchor: null, line: 'The root ledger' },
    { page: 'pins', anchor: 'when-a-root-differs', line: 'When a root differs' },
    { page: 'audit', anchor: null, line: 'Of one root, or of several' },
  ]);
  expect(searchHelp(pages, 'root returned')).toEqual([
    { page: 'ledger', anchor: null, line: 'Every root that a service returned.' },
  ]);
  expect(searchHelp(pages, 'ledger pins')).toEqual([]);
  expect(searchHelp(pages, ' ')).toEqual([]);
});
