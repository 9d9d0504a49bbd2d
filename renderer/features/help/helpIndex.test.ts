import { expect, test } from 'vitest';
import { readHelpIndex } from './helpIndex.ts';

test('lists each page once, by section and in order, and no links to other files', () => {
  const index = [
    '# Documentation',
    '',
    '## Start',
    '',
    '- [A tutorial](tutorial.md): with the demo',
    '- [Questions](faq.md) · [Troubles](troubleshooting.md)',
    '',
    '## Reference',
    '',
    '- [Once more](faq.md), and [a part](audit.md#lists-of-keys)',
    '- [Commands](commands.md)',
    '',
    '## Elsewhere',
    '',
    '- [Contributing](../CONTRIBUTING.md)',
  ].join('\n');
  expect(readHelpIndex(index)).toEqual([
    {
      title: 'Start',
      entries: [
        { page: 'tutorial', title: 'A tutorial' },
        { page: 'faq', title: 'Questions' },
        { page: 'troubleshooting', title: 'Troubles' },
      ],
    },
    { title: 'Reference', entries: [{ page: 'commands', title: 'Commands' }] },
  ]);
});
