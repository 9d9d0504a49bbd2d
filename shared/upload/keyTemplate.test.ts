import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inBraces, parseTemplate } from './keyTemplate.ts';

const columns = ['team', 'name', 'a}b', '__proto__', 'with space'];

describe('parseTemplate', () => {
  it('takes texts and columns apart', () => {
    expect(parseTemplate('v1.{team}.{name}', columns)).toEqual({
      ok: true,
      parts: [
        { kind: 'text', text: 'v1.' },
        { kind: 'column', column: 0 },
        { kind: 'text', text: '.' },
        { kind: 'column', column: 1 },
      ],
    });
  });

  it('takes doubled braces for braces', () => {
    expect(parseTemplate('{{{team}}}{{x}}', columns)).toEqual({
      ok: true,
      parts: [
        { kind: 'text', text: '{' },
        { kind: 'column', column: 0 },
        { kind: 'text', text: '}{x}' },
      ],
    });
  });

  it.each([
    ['{a}b}', 2],
    ['{__proto__}', 3],
    ['{with space}', 4],
  ])('finds the column of %s', (template, column) => {
    expect(parseTemplate(template, columns)).toEqual({ ok: true, parts: [{ kind: 'column', column }] });
  });

  it.each([
    ['v1.{Team}', { kind: 'unknown-column', at: 3, name: 'Team' }],
    ['{constructor}', { kind: 'unknown-column', at: 0, name: 'constructor' }],
    ['v1.{team', { kind: 'unclosed-brace', at: 3 }],
    ['v1.{', { kind: 'unclosed-brace', at: 3 }],
    ['v1.team}', { kind: 'stray-brace', at: 7 }],
    ['{team}.{ }', { kind: 'empty-braces', at: 7 }],
    ['{}', { kind: 'empty-braces', at: 0 }],
  ])('reports what is wrong with %s, and where', (template, problem) => {
    expect(parseTemplate(template, columns)).toEqual({ ok: false, problem });
  });

  it('gives back every text whose braces are doubled', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', 'a', '😀') }), (text) => {
        const parsed = parseTemplate(text.replaceAll('{', '{{').replaceAll('}', '}}'), columns);
        expect(parsed).toEqual({ ok: true, parts: text === '' ? [] : [{ kind: 'text', text }] });
      }),
    );
  });

  it('finds each column by its name in braces', () => {
    const name = fc.string({ minLength: 1, unit: fc.constantFrom('}', 'a', 'b', ' ', '.') });
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1 }), fc.nat(), (names, pick) => {
        const column = pick % names.length;
        const wanted = names[column] ?? '';
        fc.pre(!names.some((other) => wanted.startsWith(`${other}}`)));
        expect(parseTemplate(inBraces(wanted), names)).toEqual({
          ok: true,
          parts: [{ kind: 'column', column }],
        });
      }),
    );
  });
});
