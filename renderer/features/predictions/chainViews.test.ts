import { describe, expect, it, vi } from 'vitest';
import { keyNodeId, startChain, takeAnswer, type Chain } from '#shared/predictions/chain.ts';
import type { Places } from '#shared/predictions/chainDrawing.ts';
import type { StatusOf } from '#shared/predictions/predictionStatus.ts';
import { moveInChain } from './chainMoves.ts';
import { listRows } from './chainRows.ts';
import { leadsWords, sortAfterClick, tableRows, type TableRow } from './chainTableRows.ts';
import { createKeeper } from './createKeeper.ts';
import { createPacer } from './createPacer.ts';
import { createLayoutQueue } from './layoutQueue.ts';
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
  it('has each node below the one that led to it first, and other ways as rows without rows below', () => {
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

  it('hides what is below a closed row', () => {
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

  it('lead nowhere where there is nothing', () => {
    expect(moveInChain(chain, places, id('a'), 'ArrowLeft')).toBeNull();
    expect(moveInChain(chain, places, id('b'), 'ArrowUp')).toBeNull();
    expect(moveInChain(chain, places, id('d'), 'ArrowRight')).toBeNull();
  });
});

describe('drawing little by little', () => {
  const items = Array.from({ length: 30 }, (_, index) => ({ id: String(index) }));

  it('arrives in several steps and then stays the same', () => {
    const sizes: number[] = [];
    let shown: readonly { readonly id: string }[] = [];
    for (let next = oneStep(shown, items); next !== shown; next = oneStep(shown, items)) {
      shown = next;
      sizes.push(shown.length);
    }
    expect(sizes).toEqual([12, 24, 30]);
    expect(shown).toEqual(items);
  });

  it('drops at once what is gone, and keeps the old of what waits for its turn', () => {
    const changed = items.slice(1).map(({ id: name }) => ({ id: name }));
    const next = oneStep(items, changed);
    expect(next.map((item) => item.id)).toEqual(changed.map((item) => item.id));
    expect(next.at(-1)).toBe(items.at(-1));
    expect(next[0]).toBe(changed[0]);
  });

  it('keeps the object of what says the same', () => {
    const keep = createKeeper<{ readonly id: string; readonly says: number }>(
      (before, now) => before.says === now.says,
    );
    const [first] = keep([{ id: 'a', says: 1 }]);
    expect(keep([{ id: 'a', says: 1 }])[0]).toBe(first);
    expect(keep([{ id: 'a', says: 2 }])[0]).not.toBe(first);
  });
});

describe('showing at a pace', () => {
  it('shows the first at once, then the latest of each interval, and the rest when told to', () => {
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

describe('the queue of layouts', () => {
  const grown = takeAnswer(chain, id('d'), { predictions: ['e'], bestHit: 'd', at: 1 }, 1);
  const place = (laidOut: Chain): Places =>
    new Map([...laidOut.nodes.keys()].map((key) => [key, { x: 0, y: 0 }]));

  it('lays out once what came while it was busy, and nothing that has no new nodes', async () => {
    const asked: Chain[] = [];
    const told: number[] = [];
    const queue = createLayoutQueue(
      {
        layOut: async (laidOut) => {
          asked.push(laidOut);
          return place(laidOut);
        },
        close: () => undefined,
      },
      { places: (places) => told.push(places.size), error: (error) => expect.fail(String(error)) },
    );
    const start = startChain({ kind: 'key', text: 'a' });
    queue.wish({ chain: start, anchor: start.start });
    queue.wish({ chain, anchor: start.start });
    queue.wish({ chain: grown, anchor: start.start });
    await vi.waitFor(() => expect(told).toEqual([1, 5]));
    queue.wish({ chain: grown, anchor: id('b') });
    await Promise.resolve();
    expect(asked).toHaveLength(2);
  });

  it('tells of a layout that failed, and tries the next', async () => {
    const told: string[] = [];
    let isBroken = true;
    const queue = createLayoutQueue(
      {
        layOut: async (laidOut) => {
          if (isBroken) throw new Error('no worker');
          return place(laidOut);
        },
        close: () => undefined,
      },
      { places: ({ size }) => told.push(`${size}`), error: (error) => told.push(String(error)) },
    );
    queue.wish({ chain, anchor: chain.start });
    await vi.waitFor(() => expect(told).toEqual(['Error: no worker']));
    isBroken = false;
    queue.wish({ chain: grown, anchor: chain.start });
    await vi.waitFor(() => expect(told).toEqual(['Error: no worker', '5']));
  });
});

describe('the table of a chain', () => {
  const unread: StatusOf = () => ({ kind: 'unread' });
  const shown = (rows: readonly TableRow[]) =>
    rows.map(({ from, to, rank }) => `${from.text}${to.text}${rank}`);
  const grown = ['ab1', 'ac2', 'ba1', 'bd2', 'cd1'];

  it('is in the order in which the chain grew until a column is chosen, and again after its third click', () => {
    expect(shown(tableRows(chain, unread, null))).toEqual(grown);
    const up = sortAfterClick(null, 'to');
    const down = sortAfterClick(up, 'to');
    expect(shown(tableRows(chain, unread, up))).toEqual(['ba1', 'ab1', 'ac2', 'bd2', 'cd1']);
    expect(shown(tableRows(chain, unread, down))).toEqual(['bd2', 'cd1', 'ac2', 'ab1', 'ba1']);
    expect(sortAfterClick(down, 'to')).toBeNull();
    expect(sortAfterClick(down, 'rank')).toEqual({ column: 'rank', direction: 'ascending' });
  });

  it('keeps what was for another key, marked, and selects the key that was asked about', () => {
    const stray = takeAnswer(chain, id('d'), { predictions: ['a', 'x'], bestHit: 'z', at: 1 }, 2);
    const rows = tableRows(stray, unread, null).slice(grown.length);
    expect(shown(rows)).toEqual(['da1', 'dx2']);
    expect(rows.map(({ kind, target }) => [leadsWords[kind], target])).toEqual([
      ['for another key', null],
      ['for another key', null],
    ]);
  });

  it('orders numbers as numbers, and what is not known before all that is', () => {
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
