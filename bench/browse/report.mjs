/* What `benchBrowse` measures, its targets, and both as text. */

/**
 * @typedef {import('../mainThread.mjs').Busy} Busy
 * @typedef {{ readonly medianMs: number, readonly worstMs: number }} Spread
 *
 * @typedef {object} IndexFigures What bench/browse/indexFigures.ts prints.
 * @property {{ nodes: number, loadMs: number, searchMs: number, treeMs: number, search: Spread, searchTree: Spread,
 *   fold: Spread, jump: Spread, bytes: number }} ours
 * @property {{ values: number, putMs: number, search: Spread, sortMs: number }} values Of 1 KB each.
 * @property {{ search: Spread }} loop
 * @property {{ loadMs: number, search: Spread, bytes: number }} miniSearch
 *
 * @typedef {object} WindowFigures
 * @property {number} firstRowsMs From opening the connection to rows that stay.
 * @property {Spread} search From the key going down to rows that stay.
 * @property {Spread} firstLetter The same for a letter that is typed as soon as the tree shows, before search is prepared.
 * @property {Spread} askAtoms From asking main to its answer with 200 rows.
 * @property {Spread} unfold
 * @property {Spread} fold
 * @property {Spread} jump To the end of the tree and back.
 * @property {Readonly<Record<'search' | 'tree' | 'scroll', Busy>>} busy
 * @property {number} heapBytes
 *
 * @typedef {object} PeerFigures react-arborist with the same keys.
 * @property {number} mountMs
 * @property {Spread} toggle
 * @property {Readonly<Record<'mount' | 'toggle', Busy>>} busy
 * @property {number} heapBytes
 *
 * @typedef {object} BrowseFigures
 * @property {number} keys
 * @property {IndexFigures} index
 * @property {WindowFigures} window
 * @property {PeerFigures} peer
 */

/**
 * @typedef {object} BrowseTarget
 * @property {string} what
 * @property {number} most
 * @property {number} got
 * @property {boolean} isMet
 */

/** @param {number} count */
function countWords(count) {
  return count.toLocaleString('en-US');
}

/**
 * @param {BrowseFigures} figures
 * @returns {readonly BrowseTarget[]}
 */
export function browseTargets({ index: { ours, values }, window }) {
  const { search, tree, scroll } = window.busy;
  /** @type {readonly (readonly [what: string, most: number, got: number])[]} */
  const targets = [
    ['keystroke to the first 200 rows in the worker, median ms', 1, ours.search.medianMs],
    ['keystroke to the first 200 rows in the worker, worst ms', 16, ours.search.worstMs],
    [
      `letter searched in ${countWords(values.values)} values of 1 KB to the first 200 rows, worst ms`,
      200,
      values.search.worstMs,
    ],
    ['memory of the index, MB', 120, ours.bytes / 1e6],
    ['open the connection until rows are stable, ms', 1000, window.firstRowsMs],
    ['keystroke until rows are stable, worst ms', 100, window.search.worstMs],
    ['first letter right after opening until rows are stable, worst ms', 100, window.firstLetter.worstMs],
    ['unfold, fold, jump: longest script in one window frame, ms', 16, tree.longestScriptMs],
    [
      'longest window task while searching, folding, and scrolling, ms',
      50,
      Math.max(search.longestTaskMs, tree.longestTaskMs, scroll.longestTaskMs),
    ],
  ];
  return targets.map(([what, most, got]) => ({ what, most, got, isMet: got <= most }));
}

/** @param {Spread} figure */
function both({ medianMs, worstMs }) {
  return `${shown(medianMs)} / ${shown(worstMs)}`;
}

/** @param {Busy} busy */
function busyWords({ longestTaskMs, longestScriptMs }) {
  return `${shown(longestTaskMs)} / ${shown(longestScriptMs)}`;
}

/** @param {readonly string[]} row */
export function alignedLine([what = '', figure = '']) {
  return `${what.padEnd(68)}${figure.padStart(18)}`;
}

/** @param {WindowFigures} window */
export function windowRows(window) {
  return [
    ['in the window, milliseconds (median / worst)', ''],
    ['  open the connection until rows are stable', shown(window.firstRowsMs)],
    ['  request 200 keys', both(window.askAtoms)],
    ['  keystroke until rows are stable', both(window.search)],
    ['  the first letter right after opening', both(window.firstLetter)],
    ['  unfold', both(window.unfold)],
    ['  fold', both(window.fold)],
    ['  jump', both(window.jump)],
    ['  while searching, longest task / longest script in one frame', busyWords(window.busy.search)],
    ['  while folding and jumping', busyWords(window.busy.tree)],
    ['  while scrolling', busyWords(window.busy.scroll)],
    ['  memory of the window, MB', shown(window.heapBytes / 1e6)],
  ];
}

/** @param {BrowseFigures} figures */
export function browseTable(figures) {
  const { keys, index, window, peer } = figures;
  const { ours, values, loop, miniSearch } = index;
  const rows = [
    ['in the worker, milliseconds (median / worst)', ''],
    ['  load keys', shown(ours.loadMs)],
    ['  prepare search', shown(ours.searchMs)],
    [`  tree of ${ours.nodes.toLocaleString('en-GB')} rows`, shown(ours.treeMs)],
    ['  keystroke to the first 200 keys', both(ours.search)],
    ['  keystroke to the first 200 rows of the tree', both(ours.searchTree)],
    ['  fold', both(ours.fold)],
    ['  jump', both(ours.jump)],
    ['  memory, MB', shown(ours.bytes / 1e6)],
    [`${countWords(values.values)} values of 1 KB in the worker, milliseconds (median / worst)`, ''],
    ['  take them in', shown(values.putMs)],
    ['  letter to the first 200 rows', both(values.search)],
    ['  sort by a field for the first time', shown(values.sortMs)],
    ...windowRows(window),
    ['peers in the same run', ''],
    ['  includes() over all keys, keystroke', both(loop.search)],
    ['  MiniSearch, load keys', shown(miniSearch.loadMs)],
    ['  MiniSearch, keystroke', both(miniSearch.search)],
    ['  MiniSearch, memory, MB', shown(miniSearch.bytes / 1e6)],
    ['  react-arborist, mount', shown(peer.mountMs)],
    ['  react-arborist, fold or unfold', both(peer.toggle)],
    ['  react-arborist, mounting, longest task / longest script in one frame', busyWords(peer.busy.mount)],
    ['  react-arborist, folding', busyWords(peer.busy.toggle)],
    ['  react-arborist, memory of the window, MB', shown(peer.heapBytes / 1e6)],
  ];
  const times = (/** @type {number} */ peers, /** @type {number} */ own) => `${shown(peers / own)}x`;
  const ratios = [
    ['MiniSearch / ours, worst keystroke', times(miniSearch.search.worstMs, ours.search.worstMs)],
    ['includes() / ours, median keystroke', times(loop.search.medianMs, ours.search.medianMs)],
    ['react-arborist mount / tree built in the worker', times(peer.mountMs, ours.treeMs)],
    ['react-arborist / ours, fold until drawn', times(peer.toggle.medianMs, window.fold.medianMs)],
    ['react-arborist / ours, memory of the window', times(peer.heapBytes, window.heapBytes)],
  ];
  const targets = browseTargets(figures).map(
    ({ what, most: limit, got, isMet }) =>
      `${isMet ? 'met   ' : 'missed'}  ${what}: ${shown(got)} (target ${limit})`,
  );
  return [
    `${keys.toLocaleString('en-GB')} known keys`,
    ...rows.map(alignedLine),
    '',
    ...ratios.map(alignedLine),
    '',
    ...targets,
  ].join('\n');
}

/** @param {number} figure */
function shown(figure) {
  return figure.toLocaleString('en-GB', { maximumFractionDigits: figure < 10 ? 2 : 0 });
}
