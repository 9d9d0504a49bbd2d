import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsTemplate, inBraces, parseTemplate } from './keyTemplate.ts';

const columns = ['team', 'name', 'a}b', '__proto__', 'with space'];

describe('parseTemplate', () => {
  it('takes texts and columns apart', () => {
    expect(parseTemplate('v1.{team}.{name}', columns)).toEqual({
      ok: true,
      parts: [
        { kind: 'text', text: 'v1.' },
        { kind: 'column', column: 0, path: [] },
        { kind: 'text', text: '.' },
        { kind: 'column', column: 1, path: [] },
      ],
    });
  });

  it('takes doubled braces for braces', () => {
    expect(parseTemplate('{{{team}}}{{x}}', columns)).toEqual({
      ok: true,
      parts: [
        { kind: 'text', text: '{' },
        { kind: 'column', column: 0, path: [] },
        { kind: 'text', text: '}{x}' },
      ],
    });
  });

  it.each([
    ['{a}b}', 2],
    ['{__proto__}', 3],
    ['{with space}', 4],
  ])('finds the column of %s', (template, column) => {
    expect(parseTemplate(template, columns)).toEqual({
      ok: true,
      parts: [{ kind: 'column', column, path: [] }],
    });
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
          parts: [{ kind: 'column', column, path: [] }],
        });
      }),
    );
  });
});

describe('whether a key fits a template', () => {
  const fits = (template: string, key: string): boolean => {
    const parsed = parseTemplate(template, ['a', 'b']);
    if (!parsed.ok) throw new Error(parsed.problem.kind);
    return fitsTemplate(parsed.parts, key);
  };

  it.each([
    ['v1.{a}', 'v1.fr', true],
    ['v1.{a}', 'v1.', false],
    ['v1.{a}', 'v2.fr', false],
    ['{a}', 'anything', true],
    ['{a}', '', false],
    ['{a}{b}', 'x', false],
    ['{a}{b}', 'xy', true],
    ['v1.{a}.name', 'v1.fr.name', true],
    ['v1.{a}.name', 'v1..name', false],
    ['v1.{a}.name', 'v1.fr.name.old', false],
    ['v1.{a}.{b}.x', 'v1.a.b.c.x', true],
    ['v1.{a}.{b}.x', 'v1.a.x', false],
    ['{a}.x', 'a.x.x', true],
  ] as const)('%s, %s: %s', (template, key, expected) => {
    expect(fits(template, key)).toBe(expected);
  });
});
