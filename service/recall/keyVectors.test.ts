import { expect, it } from 'vitest';
import { demoAtoms } from '../demo/demoMemory.ts';
import { createEmbedder, type Embedder } from './embedder.ts';
import { createKeyVectors } from './keyVectors.ts';

/** A model that knows some words, one per dimension, and records what it was given. */
function wordEmbedder(words: readonly string[]) {
  const batches: (readonly string[])[] = [];
  const embedder: Embedder = {
    modelId: 'words',
    dimensions: 32,
    async embed(texts) {
      batches.push(texts);
      return texts.map((text) => {
        const found = Array.from({ length: 32 }, (_, index) =>
          text.split(' ').includes(words[index] ?? '-') ? 1 : 0,
        );
        return found.map((number) => number / Math.hypot(...found));
      });
    },
    close: () => Promise.resolve(),
  };
  return { embedder, batches };
}

it('adds up the vectors of the pairs of segments, with length 1', async () => {
  const { embedder } = wordEmbedder(['a', 'b', 'c']);
  const [vector] = await createKeyVectors(embedder).of(['a.b.c']);
  const numbers = [...(vector?.bytes ?? [])].map((byte) => byte * (vector?.scale ?? 0));
  // "a b" and "b c": b counts twice.
  const root = Math.sqrt(6);
  for (const [index, expected] of [1 / root, 2 / root, 1 / root, 0].entries()) {
    expect(numbers[index]).toBeCloseTo(expected, 2);
  }
});

it('passes each text to the model once, at most 16 at a time, also for later keys', async () => {
  const { embedder, batches } = wordEmbedder([]);
  const vectors = createKeyVectors(embedder);
  const names = Array.from({ length: 20 }, (_, index) => `name${String.fromCodePoint(97 + index)}`);
  await vectors.of(names.flatMap((name) => [`v1.user.${name}.theme.n1`, `v1.user.${name}.theme.n2`]));
  await vectors.of(names.map((name) => `v1.user.${name}.theme.n1`));
  const texts = batches.flat();
  expect(texts.length).toBe(20 * 2 + 2);
  expect(new Set(texts).size).toBe(texts.length);
  expect(Math.max(...batches.map((batch) => batch.length))).toBe(16);
});

it('gives a key the same vector alone and among others', async () => {
  const { embedder } = wordEmbedder(['a', 'b', 'c']);
  const [alone] = await createKeyVectors(embedder).of(['a.b.c']);
  const among = await createKeyVectors(embedder).of(['b.c.a', 'c.b', 'a.b.c']);
  expect(among[2]).toEqual(alone);
});

it('stays near the vector of the whole key, with the included model', async () => {
  const embedder = createEmbedder();
  const keys = demoAtoms.map(({ key }) => key).filter((_, index) => index % 12 === 0);
  const whole = await embedder.embed(keys.map((key) => key.replace(/^v1\./, '').replaceAll(/[._]+/g, ' ')));
  const summed = await createKeyVectors(embedder).of(keys);
  const cosines = summed.map(({ scale, bytes }, index) =>
    bytes.reduce((sum, byte, place) => sum + byte * scale * (whole[index]?.[place] ?? 0), 0),
  );
  // The median over the whole demo memory is 0.88, and 0.70 if each segment is alone.
  expect(cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length).toBeGreaterThan(0.8);
  await embedder.close();
});
