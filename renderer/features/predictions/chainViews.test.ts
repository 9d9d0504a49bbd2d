import { describe, expect, it, vi } from 'vitest';
import { keyNodeId, startChain, takeAnswer, type Chain } from '#shared/predictions/chain.ts';
import type { Places } from '#shared/predictions/chainDrawing.ts';
import type { StatusOf } from '#shared/predictions/predictionStatus.ts';
import { moveInChain } from './chainMoves.ts';
import { listRows } from './chainRows.ts';
import { leadsWords, sortAfterClick, tableRows, type TableRow } from './chainTableRows.ts';
import { createKeeper } from './createKeeper.ts';
import { createPacer } from './createPacer.ts';
import { createLayoutQueue } from './chainPlaces.ts';
import { oneStep } from './useGradually.ts';

const answers = [
  ['a', ['b', 'c']],
  ['b', ['a', 'd']],
  ['c', ['d']],
] as const;
const chain: Chain = answers.reduce(
  (grown, [key, predictions]) =>
    takeAnswer(grown, keyNodeId(key), { predictions, bestHit: key, at: 1 }, predictions.length),
  startChain({ kind: 'key', text: 'a' }),
);
const id = keyNodeId;

describe('the list of a chain', () => {
  it('puts each node below the first node that predicted it, and other edges as rows without children', () => {
    const rows = listRows(chain, new Set());
    expect(rows.map(({ node, level, kind, rank }) => [node.text, level, kind, rank])).toEqual([
      ['a', 1, 'onward', null],
      ['b', 2, 'onward', 1],
      ['a', 3, 'loop', 1],
      ['d', 3, 'onward', 2],
      ['c', 2, 'onward', 2],
      ['d', 3, 'across', 1],
    ]);
    expect(rows.map(({ position, siblings }) => [position, siblings])[3]).toEqual([2, 2]);
  });

  it('hides the rows below a closed row', () => {
    expect(listRows(chain, new Set([id('b')])).map(({ node }) => node.text)).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('arrow keys in the graph', () => {
  const places: Places = new Map([
    [id('a'), { x: 0, y: 50 }],
    [id('b'), { x: 300, y: 0 }],
    [id('c'), { x: 300, y: 100 }],
    [id('d'), { x: 600, y: 0 }],
  ]);
  it.each([
    ['a', 'ArrowRight', 'b'],
    ['b', 'ArrowRight', 'a'],
    ['d', 'ArrowLeft', 'b'],
    ['b', 'ArrowDown', 'c'],
    ['c', 'ArrowUp', 'b'],
    ['d', 'Home', 'a'],
  ])('%s, %s leads to %s', (from, key, to) => {
    expect(moveInChain(chain, places, id(from), key)).toBe(id(to));
  });

  it('do nothing where there is no node', () => {
    expect(moveInChain(chain, places, id('a'), 'ArrowLeft')).toBeNull();
    expect(moveInChain(chain, places, id('b'), 'ArrowUp')).toBeNull();
    expect(moveInChain(chain, places, id('d'), 'ArrowRight')).toBeNull();
  });
});

describe('rendering gradually', () => {
  const items = Array.from({ length: 30 }, (_, index) => ({ id: String(index) }));

  it('takes several steps and then stays the same', () => {
    const sizes: number[] = [];
    let shown: readonly { readonly id: string }[] = [];
    for (let next = oneStep(shown, items); next !== shown; next = oneStep(shown, items)) {
      shown = next;
      sizes.push(shown.length);
    }
    expect(sizes).toEqual([12, 24, 30]);
    expect(shown).toEqual(items);
  });

  it('drops removed items at once, and keeps old versions of items that wait', () => {
    const changed = items.slice(1).map(({ id: name }) => ({ id: name }));
    const next = oneStep(items, changed);
    expect(next.map((item) => item.id)).toEqual(changed.map((item) => item.id));
    expect(next.at(-1)).toBe(items.at(-1));
    expect(next[0]).toBe(changed[0]);
  });

  it('keeps the object of an unchanged item', () => {
    const keep = createKeeper<{ readonly id: string; readonly says: number }>(
      (before, now) => before.says === now.says,
    );
    const [first] = keep([{ id: 'a', says: 1 }]);
    expect(keep([{ id: 'a', says: 1 }])[0]).toBe(first);
    expect(keep([{ id: 'a', says: 2 }])[0]).not.toBe(first);
  });
});

describe('createPacer', () => {
  it('shows the first value at once, then the latest of each interval, and the rest on demand', () => {
    vi.useFakeTimers();
    const shown: number[] = [];
    const pacer = createPacer<number>(100, (value) => shown.push(value));
    pacer.soon(1);
    pacer.soon(2);
    pacer.soon(3);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(100);
    expect(shown).toEqual([1, 3]);
    pacer.soon(4);
    pacer.now();
    expect(shown).toEqual([1, 3, 4]);
    vi.advanceTimersByTime(1_000);
    expect(shown).toEqual([1, 3, 4]);
    vi.useRealTimers();
  });
});

describe('the layout queue', () => {
  const grown = takeAnswer(chain, id('d'), { predictions: ['e'], bestHit: 'd', at: 1 }, 1);
  const place = (laidOut: Chain): Places =>
    new Map([...laidOut.nodes.keys()].map((key) => [key, { x: 0, y: 0 }]));

  it('lays out requests that arrive meanwhile once, and skips chains without new nodes', async () => {
    const asked: Chain[] = [];
    const seen: number[] = [];
    const queue = createLayoutQueue(
      {
        layOut: async (laidOut) => {
          asked.push(laidOut);
          return place(laidOut);
        },
        close: () => undefined,
      },
      { onPlaces: (places) => seen.push(places.size), onError: (error) => expect.fail(String(error)) },
    );
    const start = startChain({ kind: 'key', text: 'a' });
    queue.request({ chain: start, anchor: start.start });
    queue.request({ chain, anchor: start.start });
    queue.request({ chain: grown, anchor: start.start });
    await expect.poll(() => seen).toEqual([1, 5]);
    queue.request({ chain: grown, anchor: id('b') });
    await Promise.resolve();
    expect(asked).toHaveLength(2);
  });

  it('reports a failed layout and continues with the next', async () => {
    const seen: string[] = [];
    let isBroken = true;
    const queue = createLayoutQueue(
      {
        layOut: async (laidOut) => {
          if (isBroken) throw new Error('no worker');
          return place(laidOut);
        },
        close: () => undefined,
      },
      { onPlaces: ({ size }) => seen.push(`${size}`), onError: (error) => seen.push(String(error)) },
    );
    queue.request({ chain, anchor: chain.start });
    await expect.poll(() => seen).toEqual(['Error: no worker']);
    isBroken = false;
    queue.request({ chain: grown, anchor: chain.start });
    await expect.poll(() => seen).toEqual(['Error: no worker', '5']);
  });
});

describe('the table of a chain', () => {
  const unread: StatusOf = () => ({ kind: 'unread' });
  const shown = (rows: readonly TableRow[]) =>
    rows.map(({ from, to, rank }) => `${from.text}${to.text}${rank}`);
  const grown = ['ab1', 'ac2', 'ba1', 'bd2', 'cd1'];

  it('keeps the order in which the chain grew until a column is sorted, and again after a third click', () => {
    expect(shown(tableRows(chain, unread, null))).toEqual(grown);
    const up = sortAfterClick(null, 'to');
    const down = sortAfterClick(up, 'to');
    expect(shown(tableRows(chain, unread, up))).toEqual(['ba1', 'ab1', 'ac2', 'bd2', 'cd1']);
    expect(shown(tableRows(chain, unread, down))).toEqual(['bd2', 'cd1', 'ac2', 'ab1', 'ba1']);
    expect(sortAfterClick(down, 'to')).toBeNull();
    expect(sortAfterClick(down, 'rank')).toEqual({ column: 'rank', direction: 'ascending' });
  });

  it('shows and marks predictions for another key, and selects the requested key', () => {
    const stray = takeAnswer(chain, id('d'), { predictions: ['a', 'x'], bestHit: 'z', at: 1 }, 2);
    const rows = tableRows(stray, unread, null).slice(grown.length);
    expect(shown(rows)).toEqual(['da1', 'dx2']);
    expect(rows.map(({ kind, target }) => [leadsWords[kind], target])).toEqual([
      ['for a different key', null],
      ['for a different key', null],
    ]);
  });

  it('sorts numbers as numbers, and unknown values first', () => {
    const versions: StatusOf = (key) =>
      key === 'd'
        ? { kind: 'unread' }
        : { kind: 'read', verdict: 'green', version: key === 'a' ? 10 : 9, at: 1 };
    expect(shown(tableRows(chain, versions, { column: 'version', direction: 'ascending' }))).toEqual([
      'bd2',
      'cd1',
      'ab1',
      'ac2',
      'ba1',
    ]);
    expect(shown(tableRows(chain, unread, { column: 'next', direction: 'ascending' }))).toEqual([
      'bd2',
      'cd1',
      'ac2',
      'ab1',
      'ba1',
    ]);
  });
});
