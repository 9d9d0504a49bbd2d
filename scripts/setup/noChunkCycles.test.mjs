import { expect, test } from 'vitest';
import { findCycle } from './noChunkCycles.mjs';

/** @param {Readonly<Record<string, readonly string[]>>} imports */
const cycleIn = (imports) => findCycle(new Map(Object.entries(imports)));

test('chunks that share others have no cycle', () => {
  expect(cycleIn({ start: ['a', 'b'], a: ['shared'], b: ['a', 'shared'], shared: [] })).toBeNull();
  expect(cycleIn({ start: ['not in the bundle'] })).toBeNull();
});

test('a cycle is found behind chunks that are not part of it', () => {
  expect(cycleIn({ start: ['a'], a: ['b', 'c'], b: [], c: ['d'], d: ['a'] })).toEqual(['a', 'c', 'd', 'a']);
  expect(cycleIn({ start: [], lonely: ['lonely'] })).toEqual(['lonely', 'lonely']);
});
