import { visibleLine } from '#shared/text/visibleText.ts';

/** Quick check for most lines, because testing every character takes seconds in a long report. */
const plain = /^[ -~“”…’]*$/;

/**
 * Text for a terminal. Characters that would move the cursor, change colors, or reverse the text are named,
 * wherever they come from: a file, its name, or the command line.
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

// The engine itself escapes only controls below U+0020 and lone surrogates.
const hidden = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** JSON on one line that a terminal shows unchanged. Every string is read back the same. */
export function terminalJson(value: unknown): string {
  return JSON.stringify(value).replace(hidden, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => String.raw`\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
