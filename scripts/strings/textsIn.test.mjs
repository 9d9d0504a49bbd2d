import { expect, test } from 'vitest';
import { textsIn } from './textsIn.mjs';

test('keeps sentences together and shows what is inserted', () => {
  const source = `
    import { a } from 'some module';
    const label = 'Two words ' + \`and \${count} more\`;
    const isOpen = state === 'not a text';
    export const Part = () => (
      <p className="no text" title="single">
        Read <b>{count}</b> atoms {isOpen ? 'right now' : null}
      </p>
    );`;
  expect(textsIn('renderer/Part.tsx', source)).toEqual([
    { line: 3, text: 'Two words and {count} more' },
    { line: 6, text: 'single' },
    { line: 7, text: "Read {count} atoms {isOpen ? 'right now' : null}" },
    { line: 7, text: 'right now' },
  ]);
});

test('leaves out types, property names, and SQL', () => {
  const source = `
    type Kind = 'of two words';
    const names: Record<string, string> = { 'a property name': 'code' };
    database.exec('SELECT key FROM atoms');
    throw new Error('The file is damaged.');`;
  expect(textsIn('electron/part.ts', source)).toEqual([{ line: 5, text: 'The file is damaged.' }]);
});
