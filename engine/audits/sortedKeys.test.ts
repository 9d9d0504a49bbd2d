import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sortedKeys, type KeyBlocks } from './sortedKeys.ts';
import { anyCharacter } from '#shared/text/testing/anyCharacter.ts';

let folder: string;
let pieces: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sorted-'));
  pieces = path.join(folder, 'sorting');
});
afterEach(() => rm(folder, { recursive: true }));

async function all(keys: KeyBlocks, limits: { readonly keys: number; readonly units: number }) {
  const sorted: string[] = [];
  for await (const block of sortedKeys(keys, { folder: pieces, pause: async () => undefined, limits }))
    sorted.push(...block);
  return sorted;
}

it('has each key once, in the order of UTF-16 units, however many pieces it takes, and leaves nothing behind', async () => {
  const key = fc.oneof(
    fc.constantFrom('', 'a', 'a.b', 'a-b', '\n', '\u2028', '"', '\ud800', '\udfff', '\uffff', '\u{1f600}'),
    fc.string({ maxLength: 4, unit: anyCharacter }),
  );
  const limits = fc.record({
    keys: fc.integer({ min: 8, max: 40 }),
    units: fc.integer({ min: 15, max: 80 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(key, { maxLength: 30 }), { maxLength: 5 }),
      limits,
      async (blocks, most) => {
        // `sort` compares units, `Set` has each once.
        expect(await all(blocks, most)).toEqual([...new Set(blocks.flat())].sort());
        expect(existsSync(pieces)).toBe(false);
      },
    ),
    { numRuns: 15 },
  );
});

it('sorts more keys than it holds, in any order', async () => {
  const count = 25_000;
  const shuffled = Array.from(
    { length: count },
    (_, at) => `k${String((at * 7_919) % count).padStart(5, '0')}`,
  );
  const most = { keys: 4_000, units: 1_000_000 };
  expect(await all([shuffled, shuffled.slice(0, 10_000)], most)).toEqual([...shuffled].sort());
});

it('reads no further than it is asked for, and removes the pieces when it is left or the keys fail', async () => {
  const most = { keys: 2, units: 100 };
  const sorted = sortedKeys([['d', 'a', 'c', 'b', 'e']], {
    folder: pieces,
    pause: async () => undefined,
    limits: most,
  });
  expect((await sorted.next()).value).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(readdirSync(pieces)).toHaveLength(2);
  await sorted.return();
  expect(existsSync(pieces)).toBe(false);

  async function* failing() {
    yield ['b', 'a', 'c'];
    throw new Error('gone');
  }
  await expect(all(failing(), most)).rejects.toThrow('gone');
  expect(existsSync(pieces)).toBe(false);
});
