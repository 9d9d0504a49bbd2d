import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathOf, scanJson, type JsonOutline } from './jsonOutline.ts';
import {
  everythingOpen,
  findInJson,
  moveInJson,
  onlyTopOpen,
  openAtFirst,
  revealed,
  rowOf,
  rowsOf,
  toggled,
} from './jsonRows.ts';
import { runWhole } from './runInSlices.ts';

function outlineOf(text: string): JsonOutline {
  const scan = runWhole(scanJson(text));
  if (scan.kind !== 'json') throw new Error(scan.kind);
  return scan.outline;
}

// 0 whole, 1 a, 2 a.b, 3 a.c, 4 a.c[0], 5 d
const outline = outlineOf('{"a":{"b":1,"c":["x"]},"d":"Needle"}');

describe('rowsOf', () => {
  it('shows what is open', () => {
    expect([...rowsOf(outline, onlyTopOpen)]).toEqual([0, 1, 5]);
    expect([...rowsOf(outline, toggled(onlyTopOpen, 1))]).toEqual([0, 1, 2, 3, 5]);
    expect([...rowsOf(outline, everythingOpen)]).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...rowsOf(outline, toggled(everythingOpen, 0))]).toEqual([0]);
  });

  it('opens small documents whole and large ones at the top', () => {
    expect(openAtFirst(outline)).toBe(everythingOpen);
    expect(openAtFirst(outlineOf(`[${'[1],'.repeat(1_000)}1]`))).toBe(onlyTopOpen);
  });

  it('has a row for every node that was revealed, and finds it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (text, pick) => {
        const any = outlineOf(text);
        const node = pick % any.count;
        const rows = rowsOf(any, revealed({ others: false, except: new Set() }, any, node));
        expect(rows[rowOf(rows, node)]).toBe(node);
      }),
    );
  });
});

describe('moveInJson', () => {
  const rows = rowsOf(outline, onlyTopOpen);
  const move = (row: number, key: string) => moveInJson(outline, rows, onlyTopOpen, row, key);

  it('goes from row to row and stays inside', () => {
    expect(move(0, 'ArrowDown')).toEqual({ kind: 'go', row: 1 });
    expect(move(2, 'ArrowDown')).toEqual({ kind: 'go', row: 2 });
    expect(move(0, 'ArrowUp')).toEqual({ kind: 'go', row: 0 });
    expect(move(0, 'End')).toEqual({ kind: 'go', row: 2 });
  });

  it('opens with the right arrow, closes with the left, and goes to the parent from there', () => {
    expect(move(1, 'ArrowRight')).toEqual({ kind: 'toggle', node: 1 });
    expect(move(2, 'ArrowRight')).toBeNull();
    expect(move(0, 'ArrowLeft')).toEqual({ kind: 'toggle', node: 0 });
    expect(move(2, 'ArrowLeft')).toEqual({ kind: 'go', row: 0 });
    expect(move(1, 'x')).toBeNull();
  });
});

describe('findInJson', () => {
  it('finds names and values, from one to the next and round again', () => {
    expect(pathOf(outline, findInJson(outline, 0, 'needle') ?? -1)).toBe('$.d');
    expect(findInJson(outline, 5, 'needle')).toBe(5);
    expect(findInJson(outline, 0, '"c"')).toBe(3);
    expect(findInJson(outline, 3, 'x')).toBe(4);
    expect(findInJson(outline, 0, 'nowhere')).toBeNull();
    expect(findInJson(outline, 0, '(')).toBeNull();
  });
});
