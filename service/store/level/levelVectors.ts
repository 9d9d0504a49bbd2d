import { packed, unpacked, type VectorStore } from '../vectorStore.ts';
import type { Database } from './database.ts';

const vectorsAtOnce = 256;
const modelKey = 'model';

export function createLevelVectors({
  vectors,
  vectorModel,
}: Pick<Database, 'vectors' | 'vectorModel'>): VectorStore {
  return {
    async *load(modelId) {
      if ((await vectorModel.get(modelKey)) !== modelId) {
        // The old vectors are deleted first: a crash in between must not leave them under the new name.
        await vectors.clear();
        await vectorModel.put(modelKey, modelId);
        return;
      }
      const entries = vectors.iterator();
      try {
        for (;;) {
          const some = await entries.nextv(vectorsAtOnce);
          if (some.length === 0) return;
          yield some.map(([key, buffer]) => ({ key, vector: unpacked(buffer) }));
        }
      } finally {
        await entries.close();
      }
    },

    async save(changed) {
      await vectors.batch(
        changed.map(({ key, vector }) => ({ type: 'put' as const, key, value: packed(vector) })),
      );
    },
  };
}
