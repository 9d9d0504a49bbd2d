import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReplacer, type FindChoice, type Replaced } from './replacing.ts';
import { anyCharacter } from '#shared/text/testing/anyCharacter.ts';

const plain: FindChoice = { find: '', replace: '', isExpression: false, matchesCase: true };
const expression: FindChoice = { ...plain, isExpression: true };

function replaced(value: string, choice: FindChoice): Replaced {
  const replacer = createReplacer(choice);
  if (typeof replacer !== 'function') throw new Error(replacer.why);
  return replacer(value);
}

function problemOf(choice: FindChoice) {
  const made = createReplacer(choice);
  return typeof made === 'function' ? null : made;
}

// Marks of expressions and of replacements come up often, as do characters of two units.
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...String.raw`$&1<>{}()[].*+?^|\/-aA😀é`, '\n'),
    fc.string({ unit: anyCharacter, maxLength: 1 }),
  ),
  maxLength: 12,
});

describe('plain text', () => {
  it('is literal, in what is looked for and in what takes its place', () => {
    fc.assert(
      fc.property(text, text, fc.array(text, { maxLength: 6 }), (find, replace, around) => {
        fc.pre(find !== '');
        const value = around.join(find);
        const parts = value.split(find);
        expect(replaced(value, { ...plain, find, replace })).toEqual({
          value: parts.join(replace),
          count: parts.length - 1,
        });
      }),
    );
  });

  it('puts case aside where it is not to matter', () => {
    expect(replaced('Tea tea TEA', { ...plain, find: 'tea', replace: '$1', matchesCase: false })).toEqual({
      value: '$1 $1 $1',
      count: 3,
    });
    expect(replaced('Tea tea', { ...plain, find: 'tea', replace: 'x' }).count).toBe(1);
  });

  it('finds over the ends of lines', () => {
    expect(replaced('a\nb', { ...plain, find: 'a\nb', replace: 'c' }).value).toBe('c');
  });
});

describe('a regular expression', () => {
  it('puts groups, names, and the whole match into what takes its place', () => {
    const choice = { ...expression, find: String.raw`(?<year>\d{4})-(\d\d)`, replace: '$2/$<year> ($&) $$' };
    expect(replaced('on 2026-11.', choice)).toEqual({ value: 'on 11/2026 (2026-11) $.', count: 1 });
  });

  it('takes lines by themselves', () => {
    expect(replaced('a\nb', { ...expression, find: '^', replace: '- ' })).toEqual({
      value: '- a\n- b',
      count: 2,
    });
  });

  it('never splits a character of two units', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 20 }),
        fc.constantFrom('', '.', 'x*', '(?:)', '[^a]'),
        (value, find) => {
          const result = replaced(value, { ...expression, find, replace: '·' });
          expect(/\p{Surrogate}/u.test(result.value)).toBe(false);
        },
      ),
    );
  });

  it('that cannot be read is told, with why', () => {
    expect(problemOf({ ...expression, find: '(' })).toEqual({ field: 'find', why: 'Unterminated group.' });
    expect(problemOf({ ...plain, find: '(' })).toBeNull();
  });
});

it('refuses an unpaired surrogate, which can never be sent', () => {
  expect(problemOf({ ...plain, find: '\ud83d' })?.field).toBe('find');
  expect(problemOf({ ...plain, find: 'a', replace: '\ude00' })?.field).toBe('replace');
});

describe('odd expressions', () => {
  it('look behind, match nothing at a place, and take what is put in as it is only without an expression', () => {
    expect(replaced('a1 b1', { ...expression, find: '(?<=a)1', replace: '2' })).toEqual({
      value: 'a2 b1',
      count: 1,
    });
    expect(replaced('a😀b', { ...expression, find: '(?:)', replace: '-' })).toEqual({
      value: '-a-😀-b-',
      count: 4,
    });
    expect(replaced('a', { ...plain, find: 'a', replace: '$& $1 $$ $<x>' }).value).toBe('$& $1 $$ $<x>');
    expect(replaced('Ⅷ', { ...expression, find: String.raw`\p{Nl}`, replace: '8' }).value).toBe('8');
  });

  it('leave halves of characters that stand in a value where they are', () => {
    expect(replaced('a\ud83d😀\ude00', { ...expression, find: 'a', replace: 'b' }).value).toBe(
      'b\ud83d😀\ude00',
    );
    expect(replaced('\ud83d😀', { ...plain, find: '😀', replace: 'x' })).toEqual({
      value: '\ud83dx',
      count: 1,
    });
  });

  it('never skip over a text that comes again right behind itself', () => {
    expect(replaced('aaaa', { ...plain, find: 'aa', replace: 'a' })).toEqual({ value: 'aa', count: 2 });
  });

  it('take CR LF for one end of a line', () => {
    expect(replaced('x\r\ny\r\n', { ...expression, find: '$', replace: ';' }).value).toBe('x;\r\ny;\r\n;');
    expect(replaced('x\r\ny', { ...expression, find: '^', replace: '- ' })).toEqual({
      value: '- x\r\n- y',
      count: 2,
    });
    expect(replaced('x\r\ny', { ...expression, find: String.raw`\n`, replace: '+' }).value).toBe('x\r+y');
  });

  it('are filled in as the language does it', () => {
    const template = fc
      .array(fc.constantFrom('$', '&', '`', "'", '1', '2', '0', '<', '>', 'a', 'n', '$<n>', '$1', '$10'), {
        maxLength: 8,
      })
      .map((parts) => parts.join(''));
    const find = fc.constantFrom('a', '(a)|(b)', '(?<n>a)b?', '(?<n>x)?b', '(.)(.)', '', 'x*', '(?<=a)b');
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', 'x', '\n'), maxLength: 8 }),
        find,
        template,
        (value, sought, replace) => {
          expect(replaced(value, { ...expression, find: sought, replace }).value).toBe(
            value.replace(new RegExp(sought, 'gmu'), replace),
          );
        },
      ),
      // A mark behind `$<`, without named groups.
      { examples: [['a', 'a', '$<$$<n>']] },
    );
  });
});
