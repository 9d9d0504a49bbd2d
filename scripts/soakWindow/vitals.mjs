/**
 * What the window holds at rest, after forced collections of garbage.
 *
 * @typedef {object} Vitals
 * @property {number} minute
 * @property {number} nodes of the DOM, also those that are in no document
 * @property {number} listeners
 * @property {number} heapBytes
 */

/** From this minute on, nothing may grow: until then, everything was used once, and what is cached is cached. */
const warmMinutes = 5;
const mostGrowth = 0.05;

const names = /** @type {const} */ ({
  nodes: 'DOM nodes',
  listeners: 'listeners',
  heapBytes: 'bytes of heap',
});

/**
 * @param {import('playwright').CDPSession} session
 * @param {number} minute
 * @returns {Promise<Vitals>}
 */
export async function takeVitals(session, minute) {
  // What the first collection finalizes, the next ones can free.
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  /** @param {string} metric */
  const valueOf = (metric) => {
    const found = metrics.find(({ name }) => name === metric);
    if (found === undefined) throw new Error(`This browser does not measure ${metric}.`);
    return found.value;
  };
  return {
    minute,
    nodes: valueOf('Nodes'),
    listeners: valueOf('JSEventListeners'),
    heapBytes: valueOf('JSHeapUsedSize'),
  };
}

/**
 * What grew between the fifth and the last minute, in words.
 *
 * @param {readonly Vitals[]} taken one for each minute
 * @returns {readonly string[]}
 */
export function vitalsComplaints(taken) {
  const first = taken.find(({ minute }) => minute >= warmMinutes);
  const last = taken.at(-1);
  if (first === undefined || last === undefined || last.minute <= first.minute) {
    return [`The soak must last longer than ${warmMinutes} minutes, or nothing can be compared.`];
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
