import { describe, expect, it } from 'vitest';
import type { RowsAnswer, RowWindow } from '#shared/domain/catalogueQuery.ts';
import { createRowWindow, pageLength, type Viewport } from './rowWindow.ts';

interface Asked {
  readonly query: string;
  readonly window: RowWindow;
  readonly answer: (total: number, revision?: number) => Promise<void>;
  readonly fail: (reason: Error) => Promise<void>;
}

/** A window whose requests wait until the test responds; row 7 of query `q` is `q7`, or `q7'` from revision 2 on. */
function setUp() {
  const asks: Asked[] = [];
  const located: string[] = [];
  /** Rows added before all others, and names of removed rows. */
  const list = { above: 0, gone: new Set<string>() };
  const nameAt = (query: string, index: number): string => {
    const name = `${query}${index - list.above}`;
    return list.gone.has(name) ? `${name}~` : name;
  };
  const locate = async (query: string, name: string): Promise<number> => {
    located.push(name);
    return Promise.resolve(list.gone.has(name) ? -1 : Number(name.slice(query.length)) + list.above);
  };
  const store = createRowWindow<string, string>(
    (query, window) => {
      const { promise, resolve, reject } = withResolvers<RowsAnswer<string>>();
      asks.push({
        query,
        window,
        answer: async (total, revision = latest) => {
          const count = Math.max(0, Math.min(window.to, total) - window.from);
          const mark = revision > 1 ? "'" : '';
          const rows = Array.from({ length: count }, (_, at) => `${nameAt(query, window.from + at)}${mark}`);
          resolve({ revision, total, rows });
          await settled();
        },
        fail: async (reason) => {
          reject(reason);
          await settled();
        },
      });
      return promise;
    },
    { nameOf: (row) => row.replace("'", ''), locate },
  );
  /** The revision of the catalogue in responses that state no other. */
  let latest = 1;
  const look = (viewport: Partial<Viewport<string>> = {}): void => {
    latest = viewport.revision ?? 1;
    store.look({ query: 'a', revision: latest, from: 0, to: 10, first: 0, ...viewport });
  };
  return { asks, located, list, store, look };
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Waits for the code that follows resolved promises. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

describe('createRowWindow', () => {
  it('requests the visible page and shows its rows when they arrive', async () => {
    const { asks, store, look } = setUp();
    look();
    expect(store.rows()).toMatchObject({ query: null, total: 0 });
    await asks[0]?.answer(1_000);
    expect(asks.map(({ window }) => window)).toEqual([{ from: 0, to: pageLength }]);
    expect(store.rows()).toMatchObject({ query: 'a', total: 1_000, revision: 1 });
    expect(store.rows().rowAt(7)).toBe('a7');
    expect(store.rows().rowAt(pageLength)).toBeUndefined();
  });

  it('requests one page at a time, and none that left the viewport meanwhile', async () => {
    const { asks, look } = setUp();
    look();
    await asks[0]?.answer(100_000);
    look({ from: 1_000, to: 1_020 });
    look({ from: 50_000, to: 50_020 });
    look({ from: 90_000, to: 90_020 });
    expect(asks).toHaveLength(2);
    await asks[1]?.answer(100_000);
    expect(asks.map(({ window }) => window.from)).toEqual([0, 1_000, 90_000]);
  });

  it('keeps the rows of the last query until all visible rows of the next arrive', async () => {
    const { asks, store, look } = setUp();
    look();
    await asks[0]?.answer(500);
    look({ query: 'b', from: 90, to: 110 });
    await asks[1]?.answer(500);
    expect(store.rows().rowAt(7)).toBe('a7');
    await asks[2]?.answer(500);
    expect(store.rows()).toMatchObject({ query: 'b' });
    expect([store.rows().rowAt(95), store.rows().rowAt(105)]).toEqual(['b95', 'b105']);
  });

  it('shows no rows of a query that was replaced before they arrived', async () => {
    const { asks, store, look } = setUp();
    look();
    await asks[0]?.answer(5);
    look({ query: 'b' });
    look({ query: 'c' });
    await asks[1]?.answer(5);
    expect(store.rows().query).toBe('a');
    await asks[2]?.answer(5);
    expect(store.rows().query).toBe('c');
  });

  it('replaces the rows with those of a new revision at once', async () => {
    const { asks, store, look } = setUp();
    look();
    await asks[0]?.answer(5);
    look({ revision: 2 });
    expect(store.rows().rowAt(0)).toBe('a0');
    await asks[1]?.answer(6);
    expect(store.rows()).toMatchObject({ total: 6, revision: 2 });
    expect(store.rows().rowAt(0)).toBe("a0'");
  });

  it('shows the rows around the first visible row in a new revision, and how far they moved', async () => {
    const { asks, located, list, store, look } = setUp();
    look({ from: 40, to: 60, first: 50 });
    await asks[0]?.answer(1_000);
    list.above = 400;
    look({ revision: 2, from: 40, to: 60, first: 50 });
    await settled();
    expect(located).toEqual(['a50']);
    expect(asks[1]?.window.from).toBe(400);
    expect(store.rows()).toMatchObject({ revision: 1, moved: 0 });
    await asks[1]?.answer(1_400);
    expect(store.rows()).toMatchObject({ revision: 2, moved: 400 });
    expect(store.rows().rowAt(450)).toBe("a50'");
    list.above = 390;
    look({ revision: 3, from: 440, to: 460, first: 450 });
    await settled();
    await asks.at(-1)?.answer(1_390);
    expect(store.rows()).toMatchObject({ revision: 3, moved: 390 });
  });

  it('takes the index of that row from the rows if the catalogue changed in between', async () => {
    const { asks, list, store, look } = setUp();
    look({ from: 40, to: 60, first: 50 });
    await asks[0]?.answer(1_000);
    list.above = 2;
    look({ revision: 2, from: 40, to: 60, first: 50 });
    await settled();
    list.above = 3;
    await asks[1]?.answer(1_003, 3);
    expect(store.rows()).toMatchObject({ revision: 3, moved: 3 });
    expect(store.rows().rowAt(53)).toBe("a50'");
  });

  it('stays at the top, and in place if the first visible row was removed', async () => {
    const { asks, located, list, store, look } = setUp();
    look();
    await asks[0]?.answer(1_000);
    list.above = 5;
    look({ revision: 2 });
    await asks[1]?.answer(1_005);
    expect(located).toEqual([]);
    expect(store.rows().moved).toBe(0);
    look({ revision: 2, from: 40, to: 60, first: 50 });
    list.gone.add('a45');
    look({ revision: 3, from: 40, to: 60, first: 50 });
    await settled();
    await asks[2]?.answer(1_005);
    expect(located).toEqual(['a45']);
    expect(store.rows()).toMatchObject({ revision: 3, moved: 0 });
  });

  it('finishes a revision even while newer ones keep appearing', async () => {
    const { asks, store, look } = setUp();
    look({ from: 90, to: 110 });
    look({ revision: 2, from: 90, to: 110 });
    await asks[0]?.answer(500, 2);
    look({ revision: 3, from: 90, to: 110 });
    await asks[1]?.answer(500, 2);
    expect(store.rows()).toMatchObject({ query: 'a', revision: 2 });
    expect(asks).toHaveLength(3);
  });

  it('never shows rows of two revisions together', async () => {
    const { asks, store, look } = setUp();
    look({ from: 90, to: 110 });
    await asks[0]?.answer(500, 1);
    await asks[1]?.answer(500, 2);
    expect(store.rows().query).toBeNull();
    await asks[2]?.answer(500, 2);
    expect([store.rows().rowAt(95), store.rows().rowAt(105)]).toEqual(["a95'", "a105'"]);
  });

  it('does not request a revision again that it already has', async () => {
    const { asks, look } = setUp();
    look();
    await asks[0]?.answer(5, 2);
    look({ revision: 2 });
    expect(asks).toHaveLength(1);
  });

  it('requests the last rows if fewer are left than were visible', async () => {
    const { asks, store, look } = setUp();
    look({ from: 900, to: 910 });
    await asks[0]?.answer(150);
    await asks[1]?.answer(150);
    expect(store.rows().total).toBe(150);
    expect(store.rows().rowAt(149)).toBe('a149');
    expect(asks).toHaveLength(2);
  });

  it('keeps the rows when a request fails, shows the error, and retries on demand', async () => {
    const { asks, store, look } = setUp();
    look();
    await asks[0]?.answer(5);
    look({ revision: 2 });
    const reason = new Error('no');
    await asks[1]?.fail(reason);
    expect(store.rows().error).toBe(reason);
    expect(store.rows().rowAt(0)).toBe('a0');
    look({ revision: 2, to: 20 });
    expect(asks).toHaveLength(2);
    store.retry();
    await asks[2]?.answer(5);
    expect(store.rows()).toMatchObject({ error: null, revision: 2 });
  });

  it('drops distant pages, never visible ones', async () => {
    const { asks, store, look } = setUp();
    for (let page = 0; page < 100; page += 1) {
      look({ from: page * pageLength, to: page * pageLength + 10 });
      await asks.at(-1)?.answer(100_000);
    }
    expect(store.rows().rowAt(99 * pageLength)).toBe('a9900');
    expect(store.rows().rowAt(0)).toBeUndefined();
  });
});
