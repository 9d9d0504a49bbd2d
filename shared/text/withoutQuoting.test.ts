import { expect, it } from 'vitest';
import { readImportText } from './importText.ts';
import { withoutQuoting } from './withoutQuoting.ts';

const proof =
  '{\n  "leafHash": "aa",\n  "leafIndex": 0,\n  "treeSize": 1,\n  "rootHash": "aa",\n  "siblings": []\n}';
const quoted = (text: string, mark: string) =>
  text
    .split('\n')
    .map((line) => `${mark}${line}`)
    .join('\n');

it.each([
  ['as it is', proof],
  ['quoted in a mail', quoted(proof, '> ')],
  ['quoted twice', quoted(proof, '> > ')],
  ['quoted without a space', quoted(proof, '>')],
  ['in a code block', `\`\`\`json\n${proof}\n\`\`\``],
  ['in a code block with words around it', `Please check this:\n\n~~~\n${proof}\n~~~\nThanks`],
  ['in a quoted code block', quoted(`\`\`\`\n${proof}\n\`\`\``, '> ')],
  ['in a code block that was not closed', `\`\`\`\n${proof}`],
])('a proof is read where it was pasted %s', (_, text) => {
  expect(readImportText(text)).toMatchObject({ ok: true, json: { leafIndex: 0 } });
});

it('leaves other text as it is, and names the fault in what was pasted', () => {
  expect(withoutQuoting('{"a": "> b"}')).toBe('{"a": "> b"}');
  expect(readImportText('```\n{"a": 1,}\n```')).toMatchObject({ ok: false, fault: { line: 1 } });
});
