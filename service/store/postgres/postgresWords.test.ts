import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demoAtoms } from '../../demo/demoMemory.ts';
import { createRecallIndex } from '../../recall/recallIndex.ts';
import { startTestService } from '../../testing/startTestService.ts';
import { newTestDatabase } from '../../testing/testPostgres.ts';
import { openStores } from '../openStores.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const queries = [
  "Glen's preferences",
  'dark theme',
  'who is responsible for the greenhouse pump',
  'status of the nightjar project',
  'v1.user.Glen.preference.theme',
  'procedure irrigation schedule',
  'zebra crossing',
  "it's a \\ 'quoted' & | word",
  '結論',
  '',
];

describe('words in PostgreSQL', () => {
  it('give the same keys in the same order as the index in memory, and nearly the same scores, on the demo memory', async () => {
    const stores = await openStores(
      { kind: 'postgres', url: await newTestDatabase() },
      { clock: () => 1, log: () => undefined },
    );
    ends.push(() => stores.close());
    const inMemory = createRecallIndex();
    for (const { key } of demoAtoms) inMemory.add(key);
    await stores.atoms.append(demoAtoms.map(({ key }) => ({ key, value: 'x' })));
    // A new version of a key adds nothing to its words.
    await stores.atoms.append(demoAtoms.slice(0, 20).map(({ key }) => ({ key, value: 'y' })));
    expect(await stores.words?.size()).toBe(demoAtoms.length);
    for (const query of queries) {
      const expected = inMemory.search(query, 10);
      const found = (await stores.words?.search(query, 10)) ?? [];
      expect(found.map(({ key }) => key)).toEqual(expected.map(({ key }) => key));
      found.forEach(({ score }, at) => expect(score).toBeCloseTo(expected[at]?.score ?? 0, 1));
    }
  });

  it('are what a service searches whose memory has more keys than it may hold', async () => {
    const url = await newTestDatabase();
    const first = await startTestService({ store: { kind: 'postgres', url } });
    ends.push(() => first.stop());
    await first.post('/batch-atoms', {
      atoms: ['v1.moon.phase', 'v1.moon.crater', 'v1.sun.spot'].map((key) => ({ key, value: 'x' })),
    });
    const large = await startTestService({ store: { kind: 'postgres', url }, recallKeys: 2 });
    ends.push(() => large.stop());
    expect(large.logged.join('\n')).toContain('more than 2');
    await first.post('/atoms', { key: 'v1.moon.landing', value: 'x' });
    const { body } = await large.post('/recall', { query: 'moon landing' });
    const { atoms } = z.object({ atoms: z.array(z.object({ key: z.string() })) }).parse(body);
    expect(atoms.map(({ key }) => key)).toEqual(['v1.moon.landing', 'v1.moon.crater', 'v1.moon.phase']);
  });
});
