import { packed, unpacked, type KeyVector, type VectorStore } from '../vectorStore.ts';
import { byteArray, type Database } from './connect.ts';

const vectorsAtOnce = 256;

/** Vectors that any process has computed. Those of another model stay, because another process may use it. */
export function createPostgresVectors(database: Database): VectorStore {
  let model = '';
  return {
    async *load(modelId) {
      model = modelId;
      const rows = database<{ key: string; vector: Uint8Array }[]>`
        SELECT key, vector FROM vector WHERE model = ${modelId}`;
      for await (const some of rows.cursor(vectorsAtOnce))
        yield some.map(({ key, vector }): KeyVector => ({ key, vector: unpacked(Buffer.from(vector)) }));
    },
    async save(vectors) {
      await database`
        INSERT INTO vector (key, model, vector)
        SELECT key, ${model}, vector
        FROM unnest(${vectors.map(({ key }) => key)}::text[], ${byteArray(
          database,
          vectors.map(({ vector }) => packed(vector)),
        )})
          AS computed (key, vector)
        ON CONFLICT DO NOTHING`;
    },
  };
}
