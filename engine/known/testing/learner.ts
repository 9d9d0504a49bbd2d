import { openKeyStore } from '../keyStore.ts';

// A process for tests to kill: learns keys in batches forever, and tells its parent how many are on disk.
const [folder = ''] = process.argv.slice(2);
void openKeyStore(folder, { now: Date.now, firstRevision: 0 }).then(async (store) => {
  for (let count = 0; ; count += 100) {
    await store.learn(
      Array.from({ length: 100 }, (_, at) => ({
        kind: 'named' as const,
        key: `key.${String(count + at)}`,
        source: 'recall' as const,
        at: count,
      })),
    );
    process.send?.(count + 100);
  }
});
