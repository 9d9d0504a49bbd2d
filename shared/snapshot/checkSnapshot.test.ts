import { expect, it } from 'vitest';
import { sampleSnapshot } from '../../engine/snapshots/testing/sampleSnapshot.ts';
import { checkSnapshot } from './checkSnapshot.ts';
import { parseSnapshot } from './parseSnapshot.ts';

/* Attack E7: a small file whose trees have far more places than the file has atoms. */

const atomCount = 1_500;

function checked(change: (at: number) => object, shardLeafCounts: readonly number[]) {
  const atoms = Array.from({ length: atomCount }, (_, at) => ({ key: `k${String(at)}` }));
  const { snapshot } = sampleSnapshot({ atoms, shards: atomCount });
  const parsed = parseSnapshot({
    ...snapshot,
    tree: { ...snapshot.tree, shardLeafCounts: [...shardLeafCounts] },
    atoms: snapshot.atoms.map((atom, at) => ({ ...atom, ...change(at) })),
  });
  if (!parsed.ok) throw new Error(parsed.refusal.kind);
  return checkSnapshot(parsed.snapshot, () => true);
}

it.each([
  ['places that are as far as possible', (at: number) => ({ shardId: at, leafIndex: atomCount - 1 }), 1],
  ['counts that are as high as possible', (at: number) => ({ shardId: at, leafIndex: 1_999_999 }), 2_000_000],
  ['one shard that states all', (at: number) => ({ shardId: 0, leafIndex: at * 1_000 }), 1_000_000],
])('makes room for at most a few places for each atom: %s', (_what, change, count) => {
  const { report, shards } = checked(
    change,
    Array.from({ length: atomCount }, () => count),
  );
  const places = shards.reduce((sum, { size }) => sum + size, 0);
  expect(places).toBeLessThanOrEqual(2 * atomCount + 1_000);
  expect(report.checks.find(({ name }) => name === 'atoms')).toMatchObject({ status: 'fail' });
});
