import { expect, it } from 'vitest';
import { vitalsComplaints } from './vitals.mjs';

const at = (/** @type {number} */ minute, /** @type {object} */ changed = {}) => ({
  minute,
  actions: 100 * minute,
  nodes: 1_000,
  listeners: 400,
  objectBytes: 20_000_000,
  ...changed,
});

it('is content if nothing grows by more than 5 % once the window is warm', () => {
  expect(
    vitalsComplaints([at(1, { nodes: 10 }), at(5), at(6, { nodes: 9_000 }), at(10, { nodes: 1_050 })]),
  ).toEqual([]);
  // On a busy machine, the fifth minute is early.
  const early = { actions: 99, objectBytes: 10_000_000 };
  expect(vitalsComplaints([at(5, early), at(8), at(10)])).toEqual([]);
});

it.each([
  ['DOM nodes', { nodes: 1_051 }],
  ['listeners', { listeners: 421 }],
  ['bytes of objects', { objectBytes: 21_100_000 }],
])('complains if the %s grow', (words, changed) => {
  const complaints = vitalsComplaints([at(4), at(5), at(10, changed)]);
  expect(complaints).toHaveLength(1);
  expect(complaints[0]).toContain(`The ${words} grew by 5.`);
});

it('never passes a soak that is too short to tell', () => {
  expect(vitalsComplaints([])).toHaveLength(1);
  expect(vitalsComplaints([at(1), at(5)])).toHaveLength(1);
  expect(vitalsComplaints([at(5, { actions: 1 }), at(9, { actions: 499 })])).toHaveLength(1);
});
