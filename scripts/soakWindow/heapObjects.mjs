/**
 * What the objects of a window take, in bytes: without compiled code and what V8 notes for itself, which grow with use until everything
 * has run often.
 *
 * @typedef {object} HeapObjects
 * @property {number} bytes
 * @property {ReadonlyMap<string, number>} byKind Bytes by type and constructor; texts under one name.
 */

/** Of V8 itself. */
const notOfTheApp = new Set(['code', 'hidden', 'object shape']);

/**
 * @param {import('playwright').CDPSession} session
 * @returns {Promise<HeapObjects>}
 */
export async function takeHeapObjects(session) {
  /** @type {string[]} */
  const pieces = [];
  /** @param {{ readonly chunk: string }} event */
  const collect = ({ chunk }) => {
    pieces.push(chunk);
  };
  session.on('HeapProfiler.addHeapSnapshotChunk', collect);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', collect);
  return heapObjectsIn(/** @type {Snapshot} */ (JSON.parse(pieces.join(''))));
}

/**
 * @typedef {object} Snapshot as V8 writes it, as far as it is read here
 * @property {{ readonly meta: { readonly node_fields: readonly string[], readonly node_types: readonly unknown[] } }} snapshot
 * @property {readonly number[]} nodes
 * @property {readonly string[]} strings
 */

/**
 * @param {Snapshot} snapshot
 * @returns {HeapObjects}
 */
export function heapObjectsIn({ snapshot: { meta }, nodes, strings }) {
  const types = /** @type {readonly string[]} */ (meta.node_types[0]);
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => meta.node_fields.indexOf(field));
  /** @type {Map<string, number>} */
  const byKind = new Map();
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += meta.node_fields.length) {
    const kind = types[nodes[at + (type ?? 0)] ?? 0] ?? '';
    if (notOfTheApp.has(kind)) continue;
    const own = nodes[at + (size ?? 0)] ?? 0;
    const called = kind.includes('string')
      ? ''
      : ` ${(strings[nodes[at + (name ?? 0)] ?? 0] ?? '').slice(0, 60)}`;
    bytes += own;
    byKind.set(kind + called, (byKind.get(kind + called) ?? 0) + own);
  }
  return { bytes, byKind };
}

/**
 * What grew most, in words.
 *
 * @param {HeapObjects} before
 * @param {HeapObjects} after
 * @param {number} most
 * @returns {readonly string[]}
 */
export function grownKinds(before, after, most) {
  return [...after.byKind]
    .map(([kind, bytes]) => /** @type {const} */ ([kind, bytes - (before.byKind.get(kind) ?? 0)]))
    .filter(([, growth]) => growth > 0)
    .sort(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([kind, growth]) => `${kind}: ${growth} bytes more`);
}
