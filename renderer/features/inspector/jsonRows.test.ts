import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathOf, scanJson, type JsonOutline } from './jsonOutline.ts';
import {
  everythingOpen,
  findInJson,
  onlyTopOpen,
  openAtFirst,
  revealed,
  rowOf,
  rowOfTree,
  rowsOf,
  toggled,
} from './jsonRows.ts';
import { runWhole } from '../../ui/runInSlices.ts';

function outlineOf(text: string): JsonOutline {
  const scan = runWhole(scanJson(text));
  if (scan.kind !== 'json') throw new Error(scan.kind);
  return scan.outline;
}

// 0 whole, 1 a, 2 a.b, 3 a.c, 4 a.c[0], 5 d
const outline = outlineOf('{"a":{"b":1,"c":["x"]},"d":"Needle"}');

describe('rowsOf', () => {
  it('lists the open nodes', () => {
    expect([...rowsOf(outline, onlyTopOpen)]).toEqual([0, 1, 5]);
    expect([...rowsOf(outline, toggled(onlyTopOpen, 1))]).toEqual([0, 1, 2, 3, 5]);
    expect([...rowsOf(outline, everythingOpen)]).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...rowsOf(outline, toggled(everythingOpen, 0))]).toEqual([0]);
  });

  it('expands small documents fully and large ones only at the top', () => {
    expect(openAtFirst(outline)).toBe(everythingOpen);
    expect(openAtFirst(outlineOf(`[${'[1],'.repeat(1_000)}1]`))).toBe(onlyTopOpen);
  });

  it('has a row for every revealed node, and finds it', () => {
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

describe('rowOfTree', () => {
  const rows = rowsOf(outline, onlyTopOpen);
  const at = (row: number) => rowOfTree(outline, rows, onlyTopOpen, row);

  it('says whether a row has children, whether it is open, and the row of its parent', () => {
    expect(at(0)).toEqual({ hasChildren: true, isOpen: true, parent: -1 });
    expect(at(1)).toEqual({ hasChildren: true, isOpen: false, parent: 0 });
    expect(at(2)).toEqual({ hasChildren: false, isOpen: false, parent: 0 });
  });
});

describe('findInJson', () => {
  it('finds names and values one after the other, and wraps around', () => {
    expect(pathOf(outline, findInJson(outline, 0, 'needle') ?? -1)).toBe('$.d');
    expect(findInJson(outline, 5, 'needle')).toBe(5);
    expect(findInJson(outline, 0, '"c"')).toBe(3);
    expect(findInJson(outline, 3, 'x')).toBe(4);
    expect(findInJson(outline, 0, 'nowhere')).toBeNull();
    expect(findInJson(outline, 0, '(')).toBeNull();
  });
});
