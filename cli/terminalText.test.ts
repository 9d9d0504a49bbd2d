import { describe, expect, it } from 'vitest';
import { terminalJson, terminalText } from './terminalText.ts';

describe('text for a terminal', () => {
  it('names escape, control, and direction characters', () => {
    expect(terminalText('a\u001b[31mred\u0007 \u202ereversed')).toBe('a[ESC][31mred[BEL] [U+202E]reversed');
    expect(terminalText('\u009b2J')).toBe('[U+009B]2J');
  });

  it('keeps lines and their indents', () => {
    expect(terminalText('one\n    two\n\nthree')).toBe('one\n    two\n\nthree');
  });

  it('escapes them in JSON, which reads back the same', () => {
    const value = { text: 'a\u001b\u007f\u009b\u202e\u2028\u{e0041}b' };
    const line = terminalJson(value);
    expect(line).toMatch(/^[ -~]*$/);
    expect(JSON.parse(line)).toEqual(value);
  });
});
