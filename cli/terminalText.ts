import { visibleLine } from '#shared/text/visibleText.ts';

/** Most lines: what is looked at one character at a time takes seconds in a long report. */
const plain = /^[ -~“”…’]*$/;

/**
 * Text for a terminal. Characters that would move the cursor, change colours or turn the direction of the text are
 * named instead of obeyed, wherever they come from: a file, its name, or the command line.
 */
export function terminalText(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      if (plain.test(line)) return line;
      const [indent = ''] = /^ */.exec(line) ?? [];
      const inked = line.slice(indent.length).replace(/ +$/, '');
      return indent + visibleLine(inked);
    })
    .join('\n');
}

// Of what the engine escapes by itself, only controls below U+0020 and lone surrogates.
const hidden = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** JSON in one line that a terminal shows as it is. Every string reads back the same. */
export function terminalJson(value: unknown): string {
  return JSON.stringify(value).replace(hidden, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => String.raw`\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
