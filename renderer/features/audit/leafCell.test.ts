import { describe, expect, it } from 'vitest';
import type { LeafOutcomes } from '#shared/audit/auditSummary.ts';
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
