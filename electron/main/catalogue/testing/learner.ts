import { openKeyStore } from '../keyStore.ts';

// A process to be killed: learns keys in batches for ever, and tells its parent how many are on the disk.
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
