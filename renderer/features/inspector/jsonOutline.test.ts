import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindOf, nameOf, pathOf, readString, scanJson, type JsonOutline } from './jsonOutline.ts';
import { runWhole } from '../../ui/runInSlices.ts';
import { anyCharacter } from '#shared/text/testing/anyCharacter.ts';
import { runs } from '../../../service/testing/longRun.ts';

function outlineOf(text: string): JsonOutline {
  const scan = runWhole(scanJson(text));
  if (scan.kind !== 'json') throw new Error(`${scan.kind}: ${text}`);
  return scan.outline;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What the outline says that the text holds. */
function rebuilt(outline: JsonOutline, node = 0): unknown {
  const text = outline.text.slice(outline.starts[node], outline.ends[node]);
  const kind = kindOf(outline, node);
  if (kind === 'string') return readString(text);
  if (kind !== 'object' && kind !== 'array') return JSON.parse(text);
  const children: number[] = [];
  for (let child = node + 1; child < (outline.nexts[node] ?? 0); child = outline.nexts[child] ?? 0) {
    children.push(child);
  }
  expect(children).toHaveLength(outline.sizes[node] ?? -1);
  if (kind === 'array') return children.map((child) => rebuilt(outline, child));
  return Object.fromEntries(children.map((child) => [nameOf(outline, child), rebuilt(outline, child)]));
}

describe('scanJson', () => {
  it('accepts exactly what JSON.parse accepts', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '1',
      '-',
      '0',
      '.',
      'e',
      '+',
      'true',
      'null',
      ' ',
      '\n',
      '\u00a0',
      '\u0001',
      '\\u00e9',
      '"\\ud800"',
    ];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string({ unit: anyCharacter }),
          fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
        ),
        fc.nat(),
        (text, cut) => {
          for (const part of [text, text.slice(0, cut % (text.length + 1))]) {
            expect(runWhole(scanJson(part)).kind === 'json').toBe(isJson(part));
          }
        },
      ),
      { numRuns: runs(1_000) },
    );
  });

  it('finds every node of the text', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(rebuilt(outlineOf(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps numbers as written', () => {
    const outline = outlineOf('[12345678901234567890, 1.0, 1, 1e2, -0]');
    const numbers = [1, 2, 3, 4, 5].map((node) =>
      outline.text.slice(outline.starts[node], outline.ends[node]),
    );
    expect(numbers).toEqual(['12345678901234567890', '1.0', '1', '1e2', '-0']);
  });

  it('keeps and flags duplicate properties, however they are escaped', () => {
    const outline = outlineOf('{"a":1,"b":{"a":2},"\\u0061":3}');
    expect(outline.sizes[0]).toBe(3);
    expect([...outline.repeated].map((node) => pathOf(outline, node))).toEqual(['$.a', '$.a']);
  });

  it('treats property names from Object.prototype like any other', () => {
    const outline = outlineOf('{"__proto__":1,"constructor":2,"__proto__":3}');
    expect(outline.repeated.size).toBe(2);
  });

  it('scans 200,000 levels of nesting', () => {
    const outline = outlineOf('['.repeat(200_000) + ']'.repeat(200_000));
    expect(outline.count).toBe(200_000);
    expect(outline.levels[199_999]).toBe(199_999);
  });

  it('says where the text stops being JSON', () => {
    expect(runWhole(scanJson('{"a":1,}'))).toEqual({ kind: 'not-json', at: 7 });
    expect(runWhole(scanJson('dark'))).toEqual({ kind: 'not-json', at: 0 });
    expect(runWhole(scanJson('"a\nb"'))).toEqual({ kind: 'not-json', at: 2 });
  });

  it('stops at the limit', () => {
    expect(runWhole(scanJson('[1,2,3]', 3))).toEqual({ kind: 'too-many-parts', limit: 3 });
  });

  it('pauses in the middle of a long string and of a long list', () => {
    for (const text of [JSON.stringify('x'.repeat(1_000_000)), JSON.stringify(Array(10_000).fill(0))]) {
      expect([...scanJson(text)].length).toBeGreaterThan(5);
    }
  });
});

describe('pathOf', () => {
  it('quotes property names that are not identifiers', () => {
    const outline = outlineOf('{"a":[{"odd name":0,"größe":1}]}');
    expect([3, 4].map((node) => pathOf(outline, node))).toEqual(['$.a[0]["odd name"]', '$.a[0].größe']);
  });
});
