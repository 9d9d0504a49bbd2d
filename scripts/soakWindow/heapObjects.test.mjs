import { expect, it } from 'vitest';
import { grownKinds, heapObjectsIn } from './heapObjects.mjs';

/** @param {readonly (readonly [type: number, name: number, size: number])[]} nodes */
const snapshot = (nodes) => ({
  snapshot: {
    meta: {
      node_fields: ['type', 'name', 'id', 'self_size'],
      node_types: [['hidden', 'object', 'string', 'code']],
    },
  },
  nodes: nodes.flatMap(([type, name, size]) => [type, name, 7, size]),
  strings: ['', 'Row', 'secret', 'Query'],
});

it('counts objects and texts, but neither code nor what V8 notes for itself', () => {
  const found = heapObjectsIn(
    snapshot([
      [1, 1, 10],
      [1, 1, 20],
      [2, 2, 5],
      [3, 1, 1_000],
      [0, 1, 1_000],
    ]),
  );
  expect(found.bytes).toBe(35);
  expect([...found.byKind]).toEqual([
    ['object Row', 30],
    ['string', 5],
  ]);
});

it('names what grew, the most first', () => {
  const before = heapObjectsIn(
    snapshot([
      [1, 1, 10],
      [2, 2, 5],
    ]),
  );
  const after = heapObjectsIn(
    snapshot([
      [1, 1, 12],
      [2, 2, 3],
      [1, 3, 40],
    ]),
  );
  expect(grownKinds(before, after, 5)).toEqual(['object Query: 40 bytes more', 'object Row: 2 bytes more']);
});
