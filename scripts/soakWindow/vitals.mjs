import { takeHeapObjects } from './heapObjects.mjs';

/**
 * What the window holds at rest, after forced collections of garbage.
 *
 * @typedef {object} Vitals
 * @property {number} minute
 * @property {number} actions Done so far.
 * @property {number} nodes of the DOM, also those that are in no document
 * @property {number} listeners
 * @property {number} objectBytes
 */

/**
 * From then on, nothing may grow: everything was used many times, and what is cached is cached. On a busy machine, five minutes are
 * a fraction of these actions.
 */
const warmMinutes = 5;
const warmActions = 500;
const mostGrowth = 0.05;

const names = /** @type {const} */ ({
  nodes: 'DOM nodes',
  listeners: 'listeners',
  objectBytes: 'bytes of objects',
});

/**
 * @param {import('playwright').CDPSession} session
 * @param {Pick<Vitals, 'minute' | 'actions'>} at
 * @returns {Promise<{ readonly vitals: Vitals, readonly objects: import('./heapObjects.mjs').HeapObjects }>}
 */
export async function takeVitals(session, at) {
  // What the first collection finalizes, the next ones can free.
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  /** @param {string} metric */
  const valueOf = (metric) => {
    const found = metrics.find(({ name }) => name === metric);
    if (found === undefined) throw new Error(`This browser does not measure ${metric}.`);
    return found.value;
  };
  const objects = await takeHeapObjects(session);
  return {
    vitals: {
      ...at,
      nodes: valueOf('Nodes'),
      listeners: valueOf('JSEventListeners'),
      objectBytes: objects.bytes,
    },
    objects,
  };
}

/**
 * Whether everything was used many times.
 *
 * @param {Pick<Vitals, 'minute' | 'actions'>} vitals
 */
export function isWarm({ minute, actions }) {
  return minute >= warmMinutes && actions >= warmActions;
}

/**
 * What grew since the window was warm, in words.
 *
 * @param {readonly Vitals[]} taken one for each minute
 * @returns {readonly string[]}
 */
export function vitalsComplaints(taken) {
  const first = taken.find(isWarm);
  const last = taken.at(-1);
  if (first === undefined || last === undefined || last.minute <= first.minute) {
    return [
      `The soak must last longer than ${warmMinutes} minutes and ${warmActions} actions, or nothing can be compared.`,
    ];
  }
  return Object.entries(names).flatMap(([field, words]) => {
    const of = /** @type {keyof typeof names} */ (field);
    const growth = last[of] / first[of] - 1;
    return last[of] <= first[of] * (1 + mostGrowth)
      ? []
      : [
          `The ${words} grew by ${(growth * 100).toFixed(1)} % from minute ${first.minute} (${first[of]}) to minute ${last.minute} (${last[of]}).`,
        ];
  });
}
