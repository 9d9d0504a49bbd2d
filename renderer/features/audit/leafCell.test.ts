import { describe, expect, it } from 'vitest';
import type { AuditLeafMap, LeafOutcomes } from '#shared/audit/auditSummary.ts';
import { lookedAtLeaves } from '#shared/text/auditLeafWords.ts';
import { cellLook, cellParts, cellWords } from './leafCell.ts';

const cell = (width: number, outcomes: Partial<LeafOutcomes>): LeafOutcomes => ({
  start: '0',
  end: String(width),
  green: 0,
  keyOnly: 0,
  amber: 0,
  red: 0,
  ...outcomes,
});

const wordsOf = (map: AuditLeafMap): string => lookedAtLeaves(map).words;

describe('the leaf map', () => {
  it('says how many leaves of the tree were looked at', () => {
    const root = { rootHash: 'ab', treeSize: '406' };
    const cells = [
      { ...cell(200, { green: 199, red: 1 }), end: '200' },
      { ...cell(0, { green: 145 }), start: '200', end: '406' },
    ];
    expect(wordsOf({ root, cells })).toBe('345 of 406 leaves looked at (84%)');
    expect(wordsOf({ root: { ...root, treeSize: '1' }, cells: [cell(1, { red: 1, green: 1 })] })).toBe(
      '1 of 1 leaf looked at (100%)',
    );
    expect(wordsOf({ root, cells: [{ ...cell(406, { green: 405 }), end: '406' }] })).toContain(
      'more than 99%',
    );
  });
});

describe('a cell of the leaf map', () => {
  it('is wholly of one color only if all of its leaves have this outcome', () => {
    expect(cellLook(cell(2, { green: 2 }))).toEqual({ 'data-verdict': 'green' });
    expect(cellLook(cell(1, { red: 1 }))).toEqual({ 'data-verdict': 'red' });
    expect(cellLook(cell(2, {}))).toEqual({ 'data-share': 'empty' });
  });

  it('is half empty if one of two leaves was verified', () => {
    const look = cellLook(cell(2, { green: 1 }));
    expect(look['data-share']).toBe('empty');
    expect(look['data-verdict']).toBeUndefined();
    expect(look.style?.background).toMatch(/verdict-green.* 0% 50%, transparent 50% 100%/);
    expect(cellWords(cell(2, { green: 1 }))).toBe('Leaves 0 to 1: 1 verified, 1 not looked at');
  });

  it('shows the shares of what failed, was verified, and was not looked at', () => {
    expect(cellParts(cell(4, { red: 2, green: 1 }))).toEqual([
      { of: 'red', share: 0.5 },
      { of: 'green', share: 0.25 },
      { of: 'unread', share: 0.25 },
    ]);
  });

  it('shows one failure among many leaves', () => {
    const [first] = cellParts(cell(100_000, { red: 1, green: 99_999 }));
    expect(first?.of).toBe('red');
    expect(first?.share).toBeGreaterThan(0.15);
  });

  it('bears more keys than leaves', () => {
    expect(cellParts(cell(1, { red: 1, green: 1 }))).toEqual([
      { of: 'red', share: 0.5 },
      { of: 'green', share: 0.5 },
    ]);
    expect(cellWords(cell(1, { red: 1, green: 1 }))).toBe('Leaf 0: 1 failed, 1 verified');
  });
});
