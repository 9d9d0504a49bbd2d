import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeThreeWay } from './threeWayMerge.ts';

const names = { mine: 'yours', theirs: 'stored now' };
const merge = (base: string, theirs: string, mine: string) => mergeThreeWay({ base, theirs, mine, names });
const lines = fc
  .array(fc.constantFrom('', 'a', 'b', 'c', '{', '}'), { minLength: 1, maxLength: 12 })
  .map((each) => each.join('\n'));

describe('mergeThreeWay', () => {
  it('merges what they changed elsewhere', () => {
    expect(merge('a\nb\nc\nd\ne', 'A\nb\nc\nd\ne', 'a\nb\nc\nd\nE')).toEqual({
      text: 'A\nb\nc\nd\nE',
      takenOver: 1,
      conflicts: 0,
    });
  });

  it('marks what both changed, with both texts', () => {
    expect(merge('a\nb\nc', 'a\ntheirs\nc', 'a\nmine\nc')).toEqual({
      text: 'a\n<<<<<<< yours\nmine\n=======\ntheirs\n>>>>>>> stored now\nc',
      takenOver: 0,
      conflicts: 1,
    });
  });

  it('treats adjacent changes as a conflict instead of guessing', () => {
    expect(merge('a\nb', 'A\nb', 'a\nB').conflicts).toBe(1);
  });

  it('treats lines added in the same place as a conflict unless they are equal', () => {
    expect(merge('a\nb\nc', 'a\nx\nb\nc', 'a\ny\nb\nc').conflicts).toBe(1);
    expect(merge('a\nb\nc', 'a\nx\nb\nc', 'a\nx\nb\nc')).toMatchObject({ text: 'a\nx\nb\nc', conflicts: 0 });
  });

  it('marks a conflict if one side removed what the other changed', () => {
    const { text, conflicts } = merge('a\nb\nc\nd', 'a\nd', 'a\nb\nC\nd');
    expect(conflicts).toBe(1);
    expect(text).toContain('C');
  });

  it('keeps line endings, also after the markers', () => {
    expect(merge('a\r\nb\r\nc', 'a\r\nx\r\nc', 'a\r\ny\r\nc').text).toBe(
      'a\r\n<<<<<<< yours\r\ny\r\n=======\r\nx\r\n>>>>>>> stored now\r\nc',
    );
    expect(merge('a\rb\rc\rd\re', 'A\rb\rc\rd\re', 'a\rb\rc\rd\rE').text).toBe('A\rb\rc\rd\rE');
  });

  it('loses no blank line that was added or removed next to another', () => {
    expect(merge('\n}\n', '\n}\n', '\n\n}\n').text).toBe('\n\n}\n');
    expect(merge('\n}\n', '\n\n}\n', '\n}\n')).toMatchObject({ text: '\n\n}\n', takenOver: 1 });
    expect(merge('a\n\n\nb\nc\nd', 'a\n\nb\nc\nd', 'a\n\n\nb\nc\nD').text).toBe('a\n\nb\nc\nD');
  });

  it('changes nothing that nobody changed', () => {
    fc.assert(
      fc.property(lines, lines, (base, changed) => {
        expect(merge(base, base, changed)).toEqual({ text: changed, takenOver: 0, conflicts: 0 });
        expect(merge(base, changed, base)).toMatchObject({ text: changed, conflicts: 0 });
        expect(merge(base, changed, changed)).toMatchObject({ text: changed, conflicts: 0 });
      }),
    );
  });

  it('gives the same text in either order if there is no conflict', () => {
    fc.assert(
      fc.property(lines, lines, lines, (base, one, other) => {
        const there = merge(base, one, other);
        const back = merge(base, other, one);
        expect(back.conflicts).toBe(there.conflicts);
        if (there.conflicts === 0) expect(back.text).toBe(there.text);
      }),
    );
  });

  it('loses no line that either side added', () => {
    fc.assert(
      fc.property(lines, lines, lines, (base, one, other) => {
        const known = new Set(base.split('\n'));
        const kept = new Set(merge(base, one, other).text.split('\n'));
        for (const line of [...one.split('\n'), ...other.split('\n')]) {
          if (!known.has(line)) expect(kept).toContain(line);
        }
      }),
    );
  });

  it('agrees with a naive merge wherever that one is unambiguous', () => {
    // Each line of the base is left, changed, or taken out by at most one side, and no two touched lines are neighbors.
    const touch = fc.constantFrom('none', 'mine', 'theirs', 'mine out', 'theirs out');
    fc.assert(
      fc.property(
        fc.array(touch, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        fc.boolean(),
        (touches, end, endsWithEnd, untouchedFirst) => {
          const text = (side: (index: number) => readonly string[]): string =>
            [
              ...(untouchedFirst ? ['first'] : []),
              ...touches.flatMap((_, index) => [...side(index), `still ${index}`, `rest ${index}`]),
            ].join(end) + (endsWithEnd ? end : '');
          const made = (who: 'mine' | 'theirs' | 'both') =>
            text((index) => {
              const touched = touches[index] ?? 'none';
              if (touched === 'none' || (who !== 'both' && !touched.startsWith(who)))
                return [`line ${index}`];
              return touched.endsWith('out') ? [] : [`LINE ${index} of ${touched}`];
            });
          const base = text((index) => [`line ${index}`]);
          const { text: merged, conflicts, takenOver } = merge(base, made('theirs'), made('mine'));
          expect({ merged, conflicts }).toEqual({ merged: made('both'), conflicts: 0 });
          // Changes with little between them may be found as one.
          const theirs = touches.filter((each) => each.startsWith('theirs')).length;
          expect(takenOver).toBeGreaterThanOrEqual(Math.min(theirs, 1));
          expect(takenOver).toBeLessThanOrEqual(theirs);
        },
      ),
    );
  });

  it('restores no line that one side removed, and loses no line that both kept', () => {
    fc.assert(
      fc.property(lines, lines, lines, (base, one, other) => {
        const { text, conflicts } = merge(base, one, other);
        if (conflicts > 0) return;
        const count = (of: string, line: string): number =>
          of.split('\n').filter((each) => each === line).length;
        for (const line of new Set([base, one, other, text].flatMap((each) => each.split('\n')))) {
          const [was, mine, theirs, now] = [base, other, one, text].map((each) => count(each, line));
          if (was === undefined || mine === undefined || theirs === undefined || now === undefined) continue;
          if (mine === was && theirs === was) expect(now).toBe(was);
          else if (mine === was) expect(now).toBe(theirs);
          else if (theirs === was) expect(now).toBe(mine);
          else expect(now).toBeLessThanOrEqual(Math.max(mine, theirs, mine + theirs - was));
        }
      }),
    );
  });

  it('marks a conflict if one side added a final newline and the other changed the last line', () => {
    for (const [theirs, mine] of [
      ['a\nb\n', 'a\nB'],
      ['a\nB', 'a\nb\n'],
    ] as const) {
      const { text, conflicts } = merge('a\nb', theirs, mine);
      expect(conflicts).toBe(1);
      expect(text.split('\n')).toEqual(expect.arrayContaining(['b', 'B']));
    }
    expect(merge('a\nb\nc', 'a\nb\nc\n', 'A\nb\nc')).toMatchObject({ text: 'A\nb\nc\n', conflicts: 0 });
    expect(merge('', 'theirs', 'mine').conflicts).toBe(1);
    expect(merge('a', '', 'a\nb').conflicts).toBe(1);
  });

  it('merges a megabyte of lines', () => {
    const base = Array.from({ length: 50_000 }, (_, index) => `line ${index} of the text`).join('\n');
    const theirs = base.replace('line 10 of', 'THEIRS 10 of');
    const mine = base.replace('line 49000 of', 'MINE 49000 of');
    const { text, conflicts } = merge(base, theirs, mine);
    expect(conflicts).toBe(0);
    expect(text).toBe(theirs.replace('line 49000 of', 'MINE 49000 of'));
  });
});
