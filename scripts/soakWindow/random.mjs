/**
 * Random choices that one seed decides.
 *
 * @typedef {object} Random
 * @property {(below: number) => number} below a whole number from 0 to `below` - 1
 * @property {(probability: number) => boolean} chance
 * @property {<T>(from: readonly T[]) => T} pick
 */

/**
 * Mulberry32 (Tommy Ettinger, public domain).
 *
 * @param {number} seed
 * @returns {Random}
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** @param {number} count */
  const below = (count) => Math.floor(next() * count);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (from) => {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error('There is nothing to pick from.');
      return picked;
    },
  };
}
